/** Money: amounts as other systems write them. */
export { readAmount } from './read-amount.js';
