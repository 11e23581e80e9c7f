import { exactNumber } from './exact-number.js';
import { writtenNumber } from './written-number.js';

it.each([
  ['15,000', 15_000],
  ['$15,000', 15_000],
  ['15 000', 15_000],
  ['15\u00a0000', 15_000],
  ['15’000', 15_000],
  ['15.000,50', 15_000.5],
  ['1,250', 1_250],
  ['1.250', 1.25],
  ['12,5', 12.5],
  ['$ 15,000.75', 15_000.75],
  ['15000 USD', 15_000],
  ['USD 15,000', 15_000],
  ['42,50 €', 42.5],
  ['+15,000', 15_000],
  ['-15,000', -15_000],
  ['\u221215,000', -15_000],
  ['-$15,000', -15_000],
  ['$-15,000', -15_000],
  ['$1.5e4', 15_000],
  ['1,5e3', 1_500],
  ['-1.5E+4', -15_000],
  ['\u200b15,000 ', 15_000],
])('%j is %d', (text, number) => {
  expect(writtenNumber(text)).toEqual(exactNumber(number));
});

it.each([
  'many',
  '15k',
  '15,000 miles',
  '15-20',
  '--5',
  '+-5,000',
  '415-555-0132',
  '2024-01-01',
  '05/01/2023',
  '15,00,0',
  '50%',
  '$',
  '-',
  'e5',
  '',
  true,
  {},
  null,
])('%j is no number', (value) => {
  expect(writtenNumber(value)).toBeUndefined();
});

it('keeps every digit of a number', () => {
  expect(writtenNumber('9007199254740993')?.digits).toBe('9007199254740993');
});
