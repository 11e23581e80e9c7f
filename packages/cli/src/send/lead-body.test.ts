import { submitLeadInputSchema } from '@sluice/contracts';
import { fieldProblem, leadBody } from './lead-body.js';

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
      '{"campaignId":"ACMRU","questionnaire":{"__proto__":"x"},"customFields":{"constructor":{"prototype":"y"}}}',
    );
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });
});

describe('a column of a lead file', () => {
  it('may be any field of a lead', () => {
    const fields = Object.keys(submitLeadInputSchema.shape).filter((name) => name !== 'campaignId');
    const containers = new Set(['address', 'questionnaire', 'attribution', 'compliance', 'customFields']);
    for (const name of fields) {
      expect(fieldProblem(containers.has(name) ? `${name}.x` : name)).toBeUndefined();
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
    ['', /is not a field of a lead/],
    ['__proto__', /is not a field of a lead/],
  ])('may not be %j', (column, problem) => {
    expect(fieldProblem(column)).toMatch(problem);
  });
});
