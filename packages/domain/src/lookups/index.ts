/** Look-ups: whom a campaign asks about a lead, what is asked, and what an answer means. */
export { lookupOutcome, planLookup, type LookupOutcome, type PlannedLookup } from './lookup-outcome.js';
export { lookupFingerprint, lookupRequest, secretNamesOfLookup } from './lookup-request.js';
export { afterLookupCall, readLookup, recallLookup, writeLookup } from './read-lookup.js';
