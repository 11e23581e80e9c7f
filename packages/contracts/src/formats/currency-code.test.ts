import { currencyDigits, isCurrencyCode } from './currency-code.js';

it.each([
  ['USD', 2],
  ['EUR', 2],
  // Platforms say 0 of these, because nobody pays with the smaller coins.
  ['HUF', 2],
  ['COP', 2],
  ['IDR', 2],
  ['JPY', 0],
  ['KRW', 0],
  ['CLP', 0],
  ['ISK', 0],
  ['KWD', 3],
  ['IQD', 3],
  ['TND', 3],
  ['CLF', 4],
])('amounts in %s have the %i decimals of ISO 4217, whatever the platform says', (code, digits) => {
  expect(isCurrencyCode(code)).toBe(true);
  expect(currencyDigits(code)).toBe(digits);
});
