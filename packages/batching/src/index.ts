/** Round trips shared by concurrent callers; used below the stages by `store` and `runtime`. */
export { share } from './share.js';
