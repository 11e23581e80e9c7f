import { decimalAmount, minorUnits } from './minor-units.js';

it.each([
  [42.5, 'USD', 4250],
  [1.005, 'USD', 101],
  [0, 'EUR', 0],
  [1250, 'JPY', 1250],
  [1.2345, 'KWD', 1235],
  [1e-7, 'USD', 0],
  [-1.004, 'USD', -100],
  [-0.001, 'USD', 0],
  [1e21, 'USD', undefined],
])('%s %s are %s minor units', (amount, currency, minor) => {
  expect(minorUnits(amount, currency)).toBe(minor);
});

it.each([
  [4250, 'USD', 42.5],
  [-1, 'USD', -0.01],
  [1250, 'JPY', 1250],
  [1235, 'KWD', 1.235],
  [99_999_999_999_999, 'USD', 999_999_999_999.99],
])('%s minor units of %s are %s', (minor, currency, amount) => {
  expect(decimalAmount(minor, currency)).toBe(amount);
});
