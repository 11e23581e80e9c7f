import { minorUnits } from './minor-units.js';

it.each([
  [42.5, 'USD', 4250],
  [1.005, 'USD', 101],
  [0, 'EUR', 0],
  [1250, 'JPY', 1250],
  [1.2345, 'KWD', 1235],
  [1e-7, 'USD', 0],
  [1e21, 'USD', undefined],
])('%s %s are %s minor units', (amount, currency, minor) => {
  expect(minorUnits(amount, currency)).toBe(minor);
});
