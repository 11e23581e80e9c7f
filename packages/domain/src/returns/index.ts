/** Returns: their window, their quota, what is left of their sale, what an approved one books, and their totals. */
export { mostReturns, placedToAllowMore } from './return-quota.js';
export { correctionsOf, leftOfSale, sumIn } from './left-of-sale.js';
export { returnEntry } from './return-entry.js';
export { isTooLate, lastDayOfReturn } from './return-window.js';
export { returnTotals } from './return-totals.js';
