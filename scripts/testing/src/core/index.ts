/** For tests that need the core of a worker; other tests do without loading it. */
export { explained, openExplained, type Examined } from './explained.js';
export { openWorld, type World, type WorldOptions } from './world.js';
