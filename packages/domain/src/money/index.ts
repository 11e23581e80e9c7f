/** Money: amounts as other systems write them, amounts in minor units, and the price of a lead. */
export { decimalAmount, minorUnits } from './minor-units.js';
export { answerTerms, DEFAULT_CURRENCY, fixedPrice, priceTerms, type FixedPrice } from './price.js';
export { readAmount } from './read-amount.js';
