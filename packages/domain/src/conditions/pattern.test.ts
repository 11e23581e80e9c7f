import { spentMs } from '../../test/spent-ms.js';
import { patternCovers, patternFound, patternProblem, patternTakes } from './pattern.js';

it('a pattern that is exponential in other engines takes linear time', () => {
  const text = `${'a'.repeat(4_999)}!`;
  // The fastest of several runs, because other work on the machine slows down single runs.
  const tries = [1, 2, 3].map(() => spentMs(() => expect(patternFound('^(a+)+$', text)).toBe(false)));
  expect(Math.min(...tries)).toBeLessThan(500);
});

it('a pattern is searched anywhere in the text, or must cover the whole text', () => {
  expect(patternFound('\\d{4}', 'year 2026')).toBe(true);
  expect(patternCovers('\\d{4}', 'year 2026')).toBe(false);
  expect(patternCovers('\\d{4}', '2026')).toBe(true);
});

it('a pattern takes what its group matches, where it is found first', () => {
  expect(patternTakes('sold for ([0-9.]+)', 'Sold, sold for 42.50 and sold for 7')).toBe('42.50');
  expect(patternTakes('(?P<id>[a-z]+)=1', 'ab=1')).toBe('ab');
  expect(patternTakes('a|(b)', 'ab')).toBeUndefined();
  expect(patternTakes('sold for ([0-9.]+)', 'refused')).toBeUndefined();
  expect(patternTakes('(', '(')).toBeUndefined();
  expect(patternTakes('(a)', 'a', { left: 0 })).toBeUndefined();
});

it('no pattern matches a text longer than 5,000 characters', () => {
  expect(patternFound('a', 'a'.repeat(5_000))).toBe(true);
  expect(patternFound('a', 'a'.repeat(5_001))).toBe(false);
});

it('an invalid pattern gives undefined, also when evaluated repeatedly', () => {
  expect(patternFound('[', 'x')).toBeUndefined();
  expect(patternFound('[', 'x')).toBeUndefined();
  expect(patternCovers('(', 'x')).toBeUndefined();
});

it('pattern results stay correct after more patterns than the cache holds', () => {
  for (let index = 0; index < 1_200; index += 1) expect(patternFound(`^${index}$`, String(index))).toBe(true);
  expect(patternFound('^0$', '0')).toBe(true);
});

test.each(['[', '(', 'a{2,1}', '(?=a)', '(?<=a)b', '(a)\\1', 'a**', '(a{1000}){1000}'])(
  'the pattern %s is refused with a reason',
  (pattern) => {
    expect(patternProblem(pattern)).toMatch(/^must be a pattern in RE2 syntax: ./);
  },
);

test.each(['', '^\\d{4}-\\d{2}-\\d{2}$', '(?i)yes|no', '^(a+)+$'])(
  'the pattern %s is accepted',
  (pattern) => {
    expect(patternProblem(pattern)).toBeUndefined();
  },
);
