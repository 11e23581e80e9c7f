/** Everything that crosses a process boundary. */
export * from './admin/index.js';
export * from './decisions/index.js';
export * from './effects/index.js';
export * from './endpoints/index.js';
export * from './errors.js';
export * from './ids.js';
export * from './lead-fields/index.js';
export * from './new-password.js';
export { Problem } from './problem.js';
export * from './queues.js';
export * from './records/index.js';
export * from './resources/index.js';
export * from './retry-after.js';
export * from './tenant-file/index.js';
export * from './text/index.js';
export * from './words.js';
