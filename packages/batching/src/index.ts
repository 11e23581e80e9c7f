/** Round trips shared by concurrent callers; used below the stages by `store`, `runtime` and `pipeline`. */
export { groupBy } from './group-by.js';
export { share } from './share.js';
