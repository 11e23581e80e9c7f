/** Batching concurrent calls into one round trip, and deadlines; used below the stages by `store`, `runtime` and `pipeline`. */
export { DeadlineExceededError, withDeadline } from './deadline.js';
export { groupBy } from './group-by.js';
export { batchCalls } from './batch-calls.js';
