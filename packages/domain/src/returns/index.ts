/** Returns: their window, their quota, and what an approved one books. */
export { mostReturns, placedToAllowMore } from './return-quota.js';
export { returnEntry } from './return-entry.js';
export { isTooLate, lastDayOfReturn } from './return-window.js';
