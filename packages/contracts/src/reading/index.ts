/** How input from outside is read, and how its problems are told. */
export { isObject } from './even-with-problems.js';
export { listParameters } from './list-query.js';
export * from './problems.js';
export * from './read-body.js';
export { readSettings, readUnder, strictestSettings, type ReadSettings } from './read-settings.js';
export * from './unstorable.js';
