import { createCampaignInputSchema } from '../resources/campaign/campaign.js';
import { patternWeight } from './pattern-weight.js';
import { readBody } from '../reading/read-body.js';
import { patternProblem } from './safe-pattern.js';

test.each([
  ['', 0],
  ['abc', 6],
  ['a{10}', 15],
  ['a{2,10}', 17],
  ['a{3,}', 8],
  ['(ab){5}', 17],
  ['((a?){0,30}a){0,30}', 19 + 30 * (30 * 2 + 1)],
  ['[a-z]{4}', 8 + 4 + 25],
  ['\\pL{4}\\p{Greek}', 15 + 4 + 1 + 50],
  ['(?i)[a-z]', 9 + 3 + 25],
  ['(?i)[à-ž]', 9 + 3 + 400],
  ['\\{5}', 4 + 3],
  [')))', 3],
  ['((((', 4],
])('the pattern %s has the weight that it costs to compile: %d', (pattern, weight) => {
  expect(patternWeight(pattern)).toBe(weight);
});

it('a pattern that costs too much is refused before it is compiled', () => {
  expect(patternProblem('((a{0,30}b){0,30}c){0,30}')).toMatch(/^must be a simpler pattern/);
  expect(patternProblem(`(?i)${'[ā-ž]'.repeat(20)}`)).toMatch(/^must be a simpler pattern/);
});

describe('many patterns in one request', () => {
  const campaign = (patterns: readonly string[]) => ({
    name: 'n',
    clientId: 'c',
    offerId: 'o',
    disqualificationConditionals: [
      { subRules: [{ conditions: [{ field: 'a', operator: 'matches', value: patterns }] }] },
    ],
  });

  it('are accepted when they are 100 simple ones', () => {
    const some = Array.from({ length: 100 }, (_, n) => `^case-\\d{4}-${n}$`);
    expect(readBody(createCampaignInputSchema, campaign(some)).kind).toBe('valid');
  });

  it('are refused beyond what may be compiled at once, and the next request has its own budget', () => {
    const many = Array.from({ length: 1_000 }, (_, n) => `\\pL{0,240}${n}`);
    expect(readBody(createCampaignInputSchema, campaign(many))).toEqual({
      kind: 'invalid',
      problems: [expect.stringMatching(/: is one pattern too many for one request$/)],
    });
    expect(readBody(createCampaignInputSchema, campaign(['\\pL{0,240}'])).kind).toBe('valid');
  });
});
