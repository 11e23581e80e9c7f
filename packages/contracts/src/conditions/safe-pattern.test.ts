import { readSettings, readUnder } from '../reading/read-settings.js';
import { maxPatternLength, patternProblem } from './safe-pattern.js';

describe("regular expressions in a tenant's configuration", () => {
  it.each([
    '^\\d{4}-\\d{2}-\\d{2}$',
    '(a|b)+',
    '(?:a)',
    '(?i)yes',
    '(?<year>\\d{4})',
    '\\(?=',
    '[(?=]',
    '[\\]\\(?=]',
    '\\\\1',
    '\\0',
    '',
    'a'.repeat(maxPatternLength),
  ])('accept %p', (pattern) => {
    expect(patternProblem(pattern)).toBeUndefined();
  });

  it.each([
    ['(a)\\1', 'must not use backreferences'],
    ['(?<x>a)\\k<x>', 'must not use backreferences'],
    ['\\\\\\2', 'must not use backreferences'],
    ['a(?=b)', 'must not use lookahead or lookbehind'],
    ['a(?!b)', 'must not use lookahead or lookbehind'],
    ['(?<=a)b', 'must not use lookahead or lookbehind'],
    ['(?<!a)b', 'must not use lookahead or lookbehind'],
    ['[a](?=b)', 'must not use lookahead or lookbehind'],
    ['a'.repeat(maxPatternLength + 1), 'must be at most 256 characters'],
  ])('refuse %p', (pattern, problem) => {
    expect(patternProblem(pattern)).toBe(problem);
  });

  it('are compiled with the engine of the current read', () => {
    const settings = readSettings({
      patternProblem: (pattern) => (pattern.includes('(') ? 'does not compile' : undefined),
    });
    const read = (pattern: string) => readUnder(settings, () => patternProblem(pattern));
    expect([read('(a'), read('a')]).toEqual(['does not compile', undefined]);
    expect(patternProblem('(a')).toBeUndefined();
  });
});
