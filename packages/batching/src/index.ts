/** Round trips shared by concurrent callers, and deadlines; used below the stages by `store`, `runtime` and `pipeline`. */
export { DeadlineExceededError, withDeadline } from './deadline.js';
export { groupBy } from './group-by.js';
export { share } from './share.js';
