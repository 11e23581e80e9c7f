/** What concurrent callers share: round trips, deadlines, turns, answers kept for a time, and the timer loop. */
export { DeadlineExceededError, withDeadline } from './deadline.js';
export { groupBy } from './group-by.js';
export { repeat, type Repeated } from './repeat.js';
export { batchCalls, type BatchBounds } from './batch-calls.js';
export { cachedFor } from './cached-for.js';
export { ownTurn } from './own-turn.js';
