/** Routing: candidates, limits, hours, and what is asked about them. */
export { isOwnFirst, nextCampaigns, relayCampaigns, type Candidate } from './candidates.js';
export { isInUse } from './in-use.js';
export type { GroupMember, RoutingAnswers, Turn } from './answers.js';
export {
  campaignTimezone,
  campaignCount,
  clientCount,
  type Count,
  countsOf,
  type MemberCount,
  openingOf,
  otherBudgetCurrencies,
} from './limits.js';
export { MAX_CANDIDATES, route, type RoutingInput } from './route.js';
export { MAX_ON_THE_WAY } from './on-the-way.js';
export { creditAt, nextInTurn, ratiosOf, type Standing } from './turns.js';
export { takesSomeOf } from './takes-supplier.js';
