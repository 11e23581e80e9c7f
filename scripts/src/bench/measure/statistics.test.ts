import { percentile, summarise } from './statistics.js';

test('a bench summary is the median of the rounds with minimum and maximum, in any order of the rounds', () => {
  expect(summarise([30, 10, 20])).toEqual({ median: 20, least: 10, most: 30 });
  expect(summarise([40, 10, 20, 30])).toEqual({ median: 25, least: 10, most: 40 });
  expect(summarise([7])).toEqual({ median: 7, least: 7, most: 7 });
});

test('there is no bench summary without a measurement', () => {
  expect(summarise([])).toBeUndefined();
});

test('a percentile is a measured value that the given fraction does not exceed', () => {
  const values = Array.from({ length: 100 }, (_, index) => 100 - index);
  expect(percentile(values, 0.5)).toBe(50);
  expect(percentile(values, 0.99)).toBe(99);
  expect(percentile(values, 1)).toBe(100);
  expect(percentile([8], 0.95)).toBe(8);
});
