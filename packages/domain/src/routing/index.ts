/** Routing: candidates, limits, hours, and the conversation that queries them. */
export { isOwnFirst, nextCampaigns, relayCampaigns, type Candidate } from './candidates.js';
export { isInUse } from './in-use.js';
export { converse, type RoutingAnswer, type RoutingAnswers, type RoutingQuestion } from './conversation.js';
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
export type { GroupMember, Turn } from './conversation.js';
export { MAX_CANDIDATES, route, type RoutingInput } from './route.js';
export { MAX_ON_THE_WAY } from './on-the-way.js';
export { creditAt, nextInTurn, ratiosOf, type Standing } from './turns.js';
