/** Routing: candidates, limits, hours, and the conversation that queries them. */
export { nextCampaigns, relayCampaigns, type Candidate } from './candidates.js';
export { converse, type RoutingAnswer, type RoutingAnswers, type RoutingQuestion } from './conversation.js';
export { campaignTimezone, campaignCount, clientCount, type Count, countsOf, openingOf } from './limits.js';
export { MAX_CANDIDATES, route, type RoutingInput } from './route.js';
