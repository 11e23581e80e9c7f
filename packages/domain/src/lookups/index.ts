/** Look-ups: whom a campaign asks about a lead, what is asked, and what an answer means. */
export { planLookup, type PlannedLookup } from './lookup-outcome.js';
export { lookupFingerprint, lookupRequest, secretNamesOfLookup } from './lookup-request.js';
export { lookupPatience, readLookup, recallLookup } from './read-lookup.js';
