import { submitLeadInputSchema } from '@sluice/contracts';
import fc from 'fast-check';
import { fieldProblem, leadBody, type Fields } from './lead-body.js';

describe('the request body of a row', () => {
  it('nests the fields of dotted names', () => {
    const body = leadBody(
      {
        firstName: 'Ada',
        'address.city': 'Oakland',
        'address.zip': '94607',
        'questionnaire.injury': 'yes',
        'attribution.params.gclid': 'g',
        'customFields.source': 'fair',
        'compliance.ipAddress': '198.51.100.1',
      },
      'ACMRU',
    );
    expect(body).toEqual({
      campaignId: 'ACMRU',
      firstName: 'Ada',
      address: { city: 'Oakland', zip: '94607' },
      questionnaire: { injury: 'yes' },
      attribution: { params: { gclid: 'g' } },
      customFields: { source: 'fair' },
      compliance: { ipAddress: '198.51.100.1' },
    });
  });

  it('omits empty cells, and the reasons of an earlier refusal', () => {
    const fields = {
      firstName: '',
      lastName: '  ',
      'address.city': '',
      email: ' a@b.example ',
      reasons: 'phone: is required',
    };
    expect(leadBody(fields, 'ACMRU')).toEqual({ campaignId: 'ACMRU', email: ' a@b.example ' });
  });

  it.each<[unknown, unknown]>([
    ['true', true],
    ['Yes', true],
    ['1', true],
    ['false', false],
    [' no ', false],
    ['0', false],
    [true, true],
    ['perhaps', 'perhaps'],
    [7, 7],
  ])('has isTest %j as %j', (isTest, expected) => {
    expect(leadBody({ isTest }, 'ACMRU')).toEqual({ campaignId: 'ACMRU', isTest: expected });
  });

  it('keeps the nested objects of NDJSON, together with dotted names', () => {
    const fields = {
      address: { city: 'Oakland' },
      'address.zip': '94607',
      questionnaire: [{ label: 'Hurt?', answer: 'yes' }],
    };
    expect(leadBody(fields, 'ACMRU')).toEqual({
      campaignId: 'ACMRU',
      address: { city: 'Oakland', zip: '94607' },
      questionnaire: [{ label: 'Hurt?', answer: 'yes' }],
    });
  });

  it('treats __proto__ and the like as ordinary names', () => {
    const body = leadBody(
      { 'questionnaire.__proto__': 'x', 'customFields.constructor.prototype': 'y' },
      'ACMRU',
    );
    expect(JSON.stringify(body)).toBe(
      '{"campaignId":"ACMRU","customFields":{"constructor":{"prototype":"y"}},"questionnaire":{"__proto__":"x"}}',
    );
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });
});

describe('two rows with the same content', () => {
  const bytes = (fields: Fields): string => JSON.stringify(leadBody(fields, 'ACMRU'));

  it.each<[string, Fields, Fields]>([
    [
      'in another order',
      { email: 'a@b.example', firstName: 'Ada' },
      { firstName: 'Ada', email: 'a@b.example' },
    ],
    ['with another empty cell', { firstName: 'Ada', notes: '' }, { firstName: 'Ada' }],
    ['with an invisible cell', { firstName: 'Ada', notes: ' \u200b\u00a0' }, { firstName: 'Ada' }],
    ['with null', { firstName: 'Ada', notes: null }, { firstName: 'Ada' }],
    ['with other line ends', { notes: 'a\r\nb\rc' }, { notes: 'a\nb\nc' }],
    [
      'nested instead of dotted',
      { address: { zip: '1', city: 'x' } },
      { 'address.city': 'x', 'address.zip': '1' },
    ],
    ['with another word for a test', { isTest: 'Yes' }, { isTest: true }],
  ])('have the same body when one is written %s', (_how, one, other) => {
    expect(bytes(one)).toBe(bytes(other));
  });

  it('have the same body in any order of their columns, and another one if any cell differs', () => {
    const fields = fc.dictionary(
      fc.constantFrom('firstName', 'notes', 'customFields.a', 'address.city'),
      word,
      {
        minKeys: 1,
      },
    );
    fc.assert(
      fc.property(fields, word, (row, cell) => {
        expect(bytes(Object.fromEntries(Object.entries(row).reverse()))).toBe(bytes(row));
        const [changed = ''] = Object.keys(row);
        expect(bytes({ ...row, [changed]: `${cell}${row[changed] ?? ''}` })).not.toBe(bytes(row));
      }),
    );
  });
});

const word = fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => /[a-z]/.test(text));

describe('a column of a lead file', () => {
  it('may be any field of a lead', () => {
    const fields = Object.keys(submitLeadInputSchema.shape).filter((name) => name !== 'campaignId');
    const containers = new Set(['address', 'questionnaire', 'attribution', 'compliance', 'customFields']);
    for (const name of fields) {
      const part = name === 'address' ? 'city' : 'x';
      expect(fieldProblem(containers.has(name) ? `${name}.${part}` : name)).toBeUndefined();
      if (containers.has(name))
        expect(fieldProblem(name)).toBe(`${name}: needs a part, such as ${name}.<key>`);
      else expect(fieldProblem(`${name}.x`)).toBe(`${name}.x: ${name} has no parts`);
    }
  });

  it.each([
    ['emial', /^emial: is not a field of a lead/],
    ['injury', /questionnaire\.<key>/],
    ['campaignId', /is set by --campaign/],
    ['address.', /has an empty part/],
    ['address.zipcode', /is not a part of an address \(did you mean address\.zip\?\)/],
    ['address.floor', /is not a part of an address \(street, city, state, zip\)/],
    ['', /is not a field of a lead/],
    ['__proto__', /is not a field of a lead/],
  ])('may not be %j', (column, problem) => {
    expect(fieldProblem(column)).toMatch(problem);
  });

  it('may not be an address with a part that the interface would drop', () => {
    expect(fieldProblem('address', { city: 'x', postcode: '1' })).toMatch(
      /^address\.postcode: .*address\.zip\?/,
    );
    expect(fieldProblem('address', { city: 'x', zip: '1' })).toBeUndefined();
  });
});
