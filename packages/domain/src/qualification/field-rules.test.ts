import { type FieldLibraryEntry, fieldLibraryEntrySchema } from '@sluice/contracts';
import type { LeadFacts } from '../conditions/lead-facts.js';
import { checkFieldRules } from './field-rules.js';

const at = '2026-08-01T00:00:00.000Z';
const entry = (sent: Partial<FieldLibraryEntry>): FieldLibraryEntry =>
  fieldLibraryEntrySchema.parse({
    key: 'x',
    label: 'X',
    category: 'question',
    createdAt: at,
    updatedAt: at,
    ...sent,
  });
const factsOf = (questionnaire: Record<string, unknown>, files: LeadFacts['files'] = []): LeadFacts => ({
  leadId: 'lead_1',
  campaignId: 'ACMRU',
  isTest: false,
  data: { questionnaire },
  files,
  valueSets: new Map(),
  now: new Date(at),
});
const problem = (sent: Partial<FieldLibraryEntry>, x: unknown) =>
  checkFieldRules([entry(sent)], factsOf({ x })).of?.[0]?.because;

test.each<[FieldLibraryEntry['validationRules'], FieldLibraryEntry['dataType'], unknown, string | undefined]>(
  [
    [{ required: true }, 'string', undefined, 'required'],
    [{ required: true }, 'string', ' ', 'required'],
    [{ required: true }, 'string', [], 'required'],
    [{ required: true }, 'string', 'a', undefined],
    [{ required: true }, 'boolean', false, undefined],
    [{ required: false, pattern: '\\d+' }, 'string', undefined, undefined],
    [{ pattern: '\\d{4}-\\d{2}-\\d{2}' }, 'string', '2026-01-02', undefined],
    [{ pattern: '\\d{4}-\\d{2}-\\d{2}' }, 'string', 'on 2026-01-02', 'pattern'],
    [{ pattern: '^\\d+$' }, 'string', ['1', 'b'], 'pattern'],
    [{ pattern: '^\\d+$' }, 'string', 12, undefined],
    [{ pattern: '.*' }, 'string', { a: 1 }, 'not_text'],
    [{ minLength: 3 }, 'string', 'ab', 'too_short'],
    [{ minLength: 3 }, 'string', 'abc', undefined],
    [{ maxLength: 3 }, 'string', 'abcd', 'too_long'],
    [{ maxLength: 2 }, 'string', '👍👍', undefined],
    [{ min: 18 }, 'number', 17, 'too_small'],
    [{ min: 18 }, 'number', '18', undefined],
    [{ max: 65 }, 'number', 65.5, 'too_large'],
    [{ max: 9007199254740991 }, 'number', '9007199254740991.1', 'too_large'],
    [{ min: 9007199254740991 }, 'number', '9007199254740990.9', 'too_small'],
    [{ max: 9007199254740991 }, 'number', '9007199254740991', undefined],
    [{ required: true }, 'string', '\u200b\u3164', 'required'],
    [{ pattern: '\\d{5}' }, 'string', '\u200b94607\u00ad', undefined],
    [{ maxLength: 1 }, 'string', 'e\u0301\u200b', undefined],
    [{ required: true }, 'boolean', 'yes\u200b', undefined],
    [{ required: true }, 'date', '\u200b2026-02-28', undefined],
    [{ min: 1 }, 'string', 'many', 'not_a_number'],
    [{ required: true }, 'number', 'many', 'not_a_number'],
    [{ min: 10_000 }, 'number', '$15,000', undefined],
    [{ max: 10_000 }, 'number', '15 000', 'too_large'],
    [{ required: true }, 'date', '05/01/2023', undefined],
    [{ required: true }, 'date', '1.5.2023', undefined],
    [{ required: true }, 'date', '2026-02-30', 'not_a_date'],
    [{ required: true }, 'date', '2026-02-28', undefined],
    [{ required: true }, 'boolean', 'maybe', 'not_a_boolean'],
    [{ required: true }, 'boolean', 'Yes', undefined],
    [undefined, 'number', 'many', undefined],
  ],
)('the field rules %j of a %s on the value %j give: %s', (validationRules, dataType, value, because) => {
  expect(problem({ validationRules, dataType }, value)).toBe(because);
});

it('a stored pattern that does not compile is no rule', () => {
  const stored = { ...entry({}), validationRules: { pattern: '[' } };
  expect(checkFieldRules([stored], factsOf({ x: 'anything' })).verdict).toBe('passed');
});

it('an inactive field library entry has no rules', () => {
  expect(
    checkFieldRules([entry({ active: false, validationRules: { required: true } })], factsOf({})).verdict,
  ).toBe('passed');
});

it('a required file has to be among the files of the lead', () => {
  const retainer = entry({ key: 'retainer', category: 'file', validationRules: { required: true } });
  expect(checkFieldRules([retainer], factsOf({ retainer: 'yes' })).verdict).toBe('failed');
  expect(checkFieldRules([retainer], factsOf({}, [{ fileKey: 'retainer', status: 'pending' }])).verdict).toBe(
    'passed',
  );
});

it('every violated field rule is reported, with its value shortened', () => {
  const library = [
    entry({ key: 'reach_at', validationRules: { maxLength: 5 } }),
    entry({ key: 'fine', validationRules: { required: true } }),
    entry({ key: 'gone', validationRules: { required: true } }),
  ];
  expect(checkFieldRules(library, factsOf({ reach_at: 'ada@example.com', fine: 'a' }))).toEqual({
    looked: 'field_rules',
    verdict: 'failed',
    values: { fields: 3 },
    of: [
      {
        looked: 'field_rule',
        at: 'reach_at',
        verdict: 'failed',
        because: 'too_long',
        values: { found: 'a…@example.com' },
      },
      { looked: 'field_rule', at: 'gone', verdict: 'failed', because: 'required' },
    ],
  });
});
