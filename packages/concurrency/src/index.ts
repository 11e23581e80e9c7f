/**
 * Batching of concurrent calls into one round trip, deadlines, and the timer loop; used below the stages by `store`,
 * `runtime` and `pipeline`.
 */
export { DeadlineExceededError, withDeadline } from './deadline.js';
export { groupBy } from './group-by.js';
export { repeat, type Repeated } from './repeat.js';
export { batchCalls, type BatchBounds } from './batch-calls.js';
export { cachedFor } from './cached-for.js';
export { ownTurn } from './own-turn.js';
