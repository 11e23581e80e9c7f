/** Money: amounts as other systems write them, and in minor units. */
export { minorUnits } from './minor-units.js';
export { readAmount } from './read-amount.js';
