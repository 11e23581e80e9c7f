import {
  submitLead,
  submitLeadInputSchema,
  type DisqualificationGroup,
  type FieldLibraryEntry,
} from '@sluice/contracts';
import { libraryEntries } from '../lead/library-entries.js';
import { postingInstructions, type PostingFacts } from './posting-instructions.js';

const at = '2026-01-01T00:00:00.000Z';
const entry = (key: string, said: Partial<FieldLibraryEntry> = {}): FieldLibraryEntry => ({
  key,
  label: `About ${key}`,
  category: 'question',
  dataType: 'string',
  isStandard: false,
  active: true,
  createdAt: at,
  updatedAt: at,
  ...said,
});
const group = (value: string, said: Partial<DisqualificationGroup> = {}): DisqualificationGroup => ({
  name: 'Ours',
  logicalOperator: 'AND',
  public: true,
  subRules: [
    { logicalOperator: 'AND', conditions: [{ field: 'state', operator: 'equals', value: [value] }] },
  ],
  ...said,
});
const instructions = (said: Partial<PostingFacts> = {}) =>
  postingInstructions({
    publicUrl: 'https://leads.example',
    campaignId: 'ACMRU',
    supplier: { answerDetail: 'reason' },
    offer: undefined,
    groups: [],
    valueSets: [],
    library: libraryEntries([]),
    ...said,
  });
const field = (name: string, own: readonly FieldLibraryEntry[] = []) =>
  instructions({ library: libraryEntries(own) }).fields.find((one) => one.name === name);

describe('the fields of posting instructions', () => {
  it('are all that the body of a submit takes, but the id of a lead, and exactly those that a new lead needs are required', () => {
    const named = instructions().fields.map(({ name }) => name);
    const taken = Object.keys(submitLeadInputSchema.shape).filter((name) => name !== 'leadId');
    expect(named).toEqual(expect.arrayContaining(taken));
    expect(named).not.toContain('leadId');
    expect(new Set(named).size).toBe(named.length);
    const required = instructions().fields.filter((one) => one.required);
    expect(required.map(({ name }) => name)).toEqual([
      'campaignId',
      'firstName',
      'lastName',
      'email',
      'phone',
    ]);
  });

  it('say what the declarations say: types, patterns, lengths, and the one campaign that is allowed', () => {
    expect(field('campaignId')).toMatchObject({ allowed: ['ACMRU'] });
    expect(field('email')).toMatchObject({ type: 'email', maxLength: 320 });
    expect(field('phone')).toMatchObject({ type: 'string', minLength: 10 });
    expect(field('country')).toMatchObject({ pattern: '^[A-Z]{2}$' });
    expect(field('address.state')).toMatchObject({ description: 'State or province.' });
    expect(field('attribution.subId1')).toMatchObject({ type: 'string' });
    expect(field('attribution.params.utm_source')).toMatchObject({ description: 'UTM source' });
  });

  it.each([
    ['questionnaire.injury', entry('injury', { validationRules: { required: true, pattern: 'yes|no' } })],
    [
      'customFields.plan',
      entry('plan', { category: 'custom', validationRules: { required: true, pattern: 'A|B' } }),
    ],
    [
      'compliance.consent',
      entry('consent', { category: 'compliance', validationRules: { required: true, pattern: 'y' } }),
    ],
    [
      'address.zip',
      entry('zip', { category: 'contact', validationRules: { required: true, pattern: '\\d{5}' } }),
    ],
  ])('have an entry of the field library where a body has it: %s', (place, own) => {
    const { pattern } = own.validationRules!;
    expect(field(place, [own])).toMatchObject({ required: true, pattern });
    expect(field(place, [{ ...own, active: false }])?.required).not.toBe(true);
  });

  it('leave out what nobody sends: the source, the status, files', () => {
    const own = [entry('contract', { category: 'file' }), entry('score', { category: 'system' })];
    const named = instructions({ library: libraryEntries(own) }).fields.map(({ name }) => name);
    expect(named.filter((name) => /contract|score|supplierId|status/.test(name))).toEqual([]);
  });
});

describe('the example of posting instructions', () => {
  it('is a test lead that the interface takes, with a value for each field that the library requires', () => {
    const needs = (dataType: FieldLibraryEntry['dataType'], rules = {}) => ({
      dataType,
      validationRules: { required: true, ...rules },
    });
    const own = [
      entry('age', needs('number', { min: 21 })),
      entry('hurt', needs('boolean')),
      entry('answer', needs('string', { pattern: 'yes|no' })),
      entry('story', needs('string', { minLength: 12 })),
      entry('odd', needs('string', { pattern: 'x{7}y' })),
      entry('plan', { category: 'custom', ...needs('string') }),
    ];
    const { body } = instructions({ library: libraryEntries(own) }).example;
    expect(submitLeadInputSchema.safeParse(body).success).toBe(true);
    expect(body).toMatchObject({
      campaignId: 'ACMRU',
      isTest: true,
      questionnaire: { age: 21, hurt: true, answer: 'yes', story: 'example exam', odd: '<odd>' },
      customFields: { plan: 'yes' },
    });
  });

  it('is one word of a shell, whatever stands in it', () => {
    const { curl } = instructions({ publicUrl: "https://it's.example" }).example;
    expect(curl).toContain(String.raw`'https://it'\''s.example/api/v1/leads/submit'`);
  });
});

describe('what posting instructions tell of a campaign', () => {
  it('are its public groups in words, without their names, and no other group', () => {
    const groups = [
      group('NV'),
      group('CA', { public: false }),
      group('TX', { public: undefined }),
      group('UT', { isActive: false }),
    ];
    expect(instructions({ groups }).notTaken).toEqual([{ text: 'A lead is not taken when state is “NV”.' }]);
  });

  it('are the values of a value set, or their number, and not what the set is called', () => {
    const listed = (values: readonly string[]) =>
      instructions({
        valueSets: [{ valueSetId: 'vs_acme', values: [...values] }],
        groups: [
          group('', {
            subRules: [
              {
                logicalOperator: 'AND',
                conditions: [
                  { field: 'zip', operator: 'not_in_value_set', value: [], valueSetId: 'vs_acme' },
                ],
              },
            ],
          }),
        ],
      }).notTaken[0]?.text;
    expect(listed(['94607', '94608'])).toBe('A lead is not taken when zip is none of “94607” or “94608”.');
    const many = Array.from({ length: 900 }, (_, n) => `vs_${n}`);
    expect(listed(many)).toBe('A lead is not taken when zip is not in the value set of 900 values.');
  });

  it('are no classes of reasons for a supplier that is not told them', () => {
    expect(instructions().outcome.reasons).toHaveProperty('capped');
    expect(instructions({ supplier: { answerDetail: 'minimal' } }).outcome).not.toHaveProperty('reasons');
  });
});

it('posting instructions have a meaning of their own for each answer that a submit may get', () => {
  const { answers } = instructions();
  const statuses = new Set(answers.map(({ status }) => status));
  expect([...statuses]).toEqual(
    expect.arrayContaining([202, 400, 401, 403, 409, 413, 415, 422, 429, 500, 503]),
  );
  for (const code of submitLead.errors) expect(answers.map((one) => one.code)).toContain(code);
  expect(new Set(answers.map(({ meaning }) => meaning)).size).toBe(answers.length);
});
