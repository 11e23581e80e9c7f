/** No pattern that can be configured takes long on any text, alone or with the other patterns of a decision. */
import type { ConditionGroup } from '@sluice/contracts';
import { spentMs } from '../../test/spent-ms.js';
import { evaluateGroup } from './evaluate-group.js';
import { patternCovers, patternFound, patternProblem } from './pattern.js';

const leastOf = (times: number, work: () => void) =>
  Math.min(...Array.from({ length: times }, () => spentMs(work)));

const texts = {
  'one letter': 'a'.repeat(5_000),
  'letters and an end': `${'a'.repeat(4_999)}!`,
  'letters of another alphabet': 'é'.repeat(5_000),
  ideographs: '漢'.repeat(5_000),
  marks: '\u0301'.repeat(5_000),
  digits: '1'.repeat(5_000),
  mixed: 'aB漢1é-'.repeat(833),
};

const patterns = [
  '^(a+)+$',
  '(a|aa)+$',
  '(.*)*!',
  '(\\pL{0,900}[\\pL\\pN])+[\\pN]',
  '(\\pL{0,240}[\\pL\\pN])+[\\pN]',
  '(\\pL?){500}\\pN',
  '(\\pL?){120}\\pN',
  '((a?){0,30}a){0,30}!',
  '((a?){0,10}a){0,9}!',
  '(.{0,120}a){1,2}!',
  '(?i)(\\pL{0,120}é){0,2}!',
  '([\\pL\\pM\\pN\\pP]{0,240}\\pS?)+\\pZ$',
  '(?:[^\\pL]{0,120}|\\pL{0,120})+\\pZ$',
  '(a{0,50}){1,3}!',
  '[\\pL\\pN]{1,240}!',
  `(?:${'.?'.repeat(120)})*!`,
  `(${'a|'.repeat(120)}b)*!`,
];

it.each(patterns)('the pattern %s is refused, or takes less than 100 ms on 5,000 characters', (pattern) => {
  expect(leastOf(2, () => void patternProblem(pattern))).toBeLessThan(100);
  if (patternProblem(pattern) !== undefined) return;
  for (const text of Object.values(texts)) {
    expect(leastOf(3, () => void patternFound(pattern, text))).toBeLessThan(100);
    expect(leastOf(3, () => void patternCovers(pattern, text))).toBeLessThan(100);
  }
});

it.each(['(\\pL{0,900}[\\pL\\pN])+[\\pN]', '(\\pL?){500}\\pN', '((a?){0,30}a){0,30}!', '(a{1,100}){1,9}'])(
  'the pattern %s is refused by validation, with its compiled size',
  (pattern) => {
    expect(patternProblem(pattern)).toMatch(/^must be a simpler pattern: it compiles to \d+ instructions/);
  },
);

it.each([
  '^\\d{5}(-\\d{4})?$',
  '^[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9.-]{1,100}$',
  `^(${'90001|'.repeat(42)}90002)$`,
])('the ordinary pattern %s is accepted', (pattern) => {
  expect(patternProblem(pattern)).toBeUndefined();
});

describe('many patterns on many texts in one decision', () => {
  const facts = (texts: readonly string[]) => ({
    leadId: 'lead_1',
    campaignId: 'C',
    isTest: false,
    data: { questionnaire: { answers: texts } },
    files: [],
    valueSets: new Map(),
    now: new Date(),
  });
  const group = (operator: 'matches' | 'not_matches', value: string[]): ConditionGroup => ({
    logicalOperator: 'AND',
    subRules: [{ logicalOperator: 'AND', conditions: [{ field: 'answers', operator, value }] }],
  });
  const costly = Array.from({ length: 200 }, (_, n) =>
    `(\\pL{0,${200 + (n % 40)}}[\\pL\\pN])+[\\pZ]{${n + 1}}`.slice(0, 256),
  );

  it('take less than 100 ms; a pattern left unevaluated matches neither the condition nor its negation', () => {
    const lead = () => facts(Array.from({ length: 50 }, () => 'aé'.repeat(2_500)));
    for (const operator of ['matches', 'not_matches'] as const) {
      evaluateGroup(group(operator, costly), lead());
      expect(leastOf(3, () => void evaluateGroup(group(operator, costly), lead()))).toBeLessThan(100);
      const { matched, trace } = evaluateGroup(group(operator, costly), lead());
      expect(matched).toBe(false);
      expect(JSON.stringify(trace)).toContain('pattern_work_spent');
    }
  });

  it('are all evaluated when they and the texts are of usual size', () => {
    const usual = Array.from({ length: 200 }, (_, n) => `^case-\\d{4}-${n}$`);
    const { matched } = evaluateGroup(group('matches', usual), facts(['something else', 'case-2026-199']));
    expect(matched).toBe(true);
  });
});
