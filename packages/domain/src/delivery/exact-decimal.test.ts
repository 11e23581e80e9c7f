import fc from 'fast-check';
import { exactDecimal } from './exact-decimal.js';

it.each([
  ['1', '1.0'],
  ['1', '10e-1'],
  ['+1', '001'],
  ['0', '-0.00'],
  ['.5', '0.50'],
  ['12000', '1.2E4'],
  [' 7 ', '7'],
  ['5.', '5'],
])('%j and %j are one number', (one, other) => {
  expect(exactDecimal(one)).toBeDefined();
  expect(exactDecimal(one)).toBe(exactDecimal(other));
});

it.each([
  ['23851234567890123', '23851234567890124'],
  ['0.1', '0.10000000000000001'],
  ['1', '-1'],
])('%j and %j are two numbers', (one, other) => expect(exactDecimal(one)).not.toBe(exactDecimal(other)));

it.each(['', '.', '-', 'e5', '0x10', '1,5', '1 5', 'Infinity', 'NaN', '1e'])(
  '%j is no decimal number',
  (text) => expect(exactDecimal(text)).toBeUndefined(),
);

it('two numbers have one form exactly if they are equal', () => {
  const number = fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }));
  fc.assert(
    fc.property(number, number, (a, b) => {
      expect(exactDecimal(String(a)) === exactDecimal(String(b))).toBe(a === b);
      expect(exactDecimal(String(a))).toBe(exactDecimal(a.toExponential()));
    }),
  );
});
