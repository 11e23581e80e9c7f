/**
 * Round trips shared by concurrent callers, deadlines, and the timer loop; used below the stages by `store`, `runtime` and
 * `pipeline`.
 */
export { DeadlineExceededError, withDeadline } from './deadline.js';
export { groupBy } from './group-by.js';
export { repeat, type Repeated } from './repeat.js';
export { share } from './share.js';
