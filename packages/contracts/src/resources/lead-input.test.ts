import { problemsIn as problems } from '../../test/problems-in.js';
import { createLeadInputSchema, submitLeadInputSchema } from './lead-input.js';
import { readBody } from '../reading/read-body.js';

const person = { firstName: 'Ada', lastName: 'Ortiz', email: 'ada@example.com', phone: '(415) 555-0132' };
const fresh = { campaignId: 'ACMRU', ...person };

describe('submitting a lead', () => {
  it('accepts a new lead with its contact fields, and an omitted questionnaire is empty', () => {
    expect(submitLeadInputSchema.parse(fresh)).toEqual({ ...fresh, questionnaire: {} });
  });

  it('accepts an existing lead without contact fields', () => {
    expect(submitLeadInputSchema.parse({ campaignId: 'A', leadId: 'lead_1' })).toEqual({
      campaignId: 'A',
      leadId: 'lead_1',
      questionnaire: {},
    });
  });

  it('reports every problem of a new lead at once, each field once', () => {
    expect(problems(submitLeadInputSchema, { email: 'no', phone: 5, lastName: '', isTest: 'yes' })).toEqual([
      'campaignId: is required',
      'lastName: must not be empty',
      'email: must be an email address',
      'phone: must be a string',
      'isTest: must be true or false',
      'firstName: is required for a new lead',
    ]);
    expect(problems(submitLeadInputSchema, {})).toEqual([
      'campaignId: is required',
      'firstName: is required for a new lead',
      'lastName: is required for a new lead',
      'email: is required for a new lead',
      'phone: is required for a new lead',
    ]);
  });

  it.each([null, 'text', 5, []])('refuses %j as a body', (body) => {
    expect(problems(submitLeadInputSchema, body)).toEqual(['body: must be an object']);
  });

  it('keeps the content of open objects and drops unknown fields', () => {
    const sent = {
      ...fresh,
      address: { street: '1 Main St', city: 'Oakland', state: 'CA', zip: '94607', planet: 'Earth' },
      attribution: {
        params: { utm_source: 'x', n: 1 },
        fbclid: 'AbC',
        ttclid: null,
        campaign: { deep: [1] },
      },
      compliance: { consent: true, certificate: { url: 'https://x.example' } },
      questionnaire: [{ label: 'Injured?', answer: 'yes', extra: 1 }],
      customFields: { any: { thing: [1, null] } },
      files: [{ fileKey: 'id', documentUrl: 'https://files.example/id.png' }, 'https://files.example/b.png'],
      notes: 'call back',
      isTest: true,
      timezone: 'America/Los_Angeles',
      country: 'US',
      dateOfBirth: '1984-05-17',
      unknown: 1,
      flags: { vip: true },
      status: 'delivered',
    };
    const { unknown, flags, status, ...kept } = sent;
    const { planet, ...address } = sent.address;
    expect([unknown, flags, status, planet]).toHaveLength(4);
    expect(submitLeadInputSchema.parse(sent)).toEqual({ ...kept, address });
  });

  it.each<[string, unknown, string]>([
    ['campaignId', '', 'campaignId: must not be empty'],
    ['campaignId', { $ne: 1 }, 'campaignId.$ne: is not an allowed key'],
    ['leadId', '', 'leadId: must not be empty'],
    ['email', 'ada@', 'email: must be an email address'],
    ['phone', '555-0132', 'phone: must have at least 10 characters'],
    ['phone', '          ', 'phone: is required, and holds nothing visible'],
    ['phone', '\u200b'.repeat(10), 'phone: is required, and holds nothing visible'],
    ['phone', '555-0132\u200b\u200b', 'phone: must have at least 10 characters'],
    ['phone', 'tel:555-0132', 'phone: must have at least 10 characters'],
    ['phone', '4.9302E+11', 'phone: is in scientific notation, which loses digits; send it as text'],
    ['phone', '4,93023125555e+11', 'phone: is in scientific notation, which loses digits; send it as text'],
    ...['="493023125555"', "'493023125555", 'fax:+493023125555', '3023125555,0', '415-555-0132x5'].map(
      (phone): [string, unknown, string] => [
        'phone',
        phone,
        'phone: must contain only digits, spaces, hyphens, parentheses, periods and plus',
      ],
    ),
    ['firstName', ' ', 'firstName: is required, and holds nothing visible'],
    ['lastName', '\u200b\u00ad', 'lastName: is required, and holds nothing visible'],
    ['lastName', '\u3164', 'lastName: is required, and holds nothing visible'],
    ['campaignId', '\u2060', 'campaignId: is required, and holds nothing visible'],
    [
      'phone',
      '415-555-0132 ext 5',
      'phone: must contain only digits, spaces, hyphens, parentheses, periods and plus',
    ],
    ['dateOfBirth', '05/17/1984', 'dateOfBirth: must be a date YYYY-MM-DD'],
    ['dateOfBirth', '1983-02-29', 'dateOfBirth: must be a date YYYY-MM-DD'],
    ['country', 'us', 'country: must be two upper-case letters'],
    ['country', 'USA', 'country: must be two upper-case letters'],
    ['timezone', 'PST8', 'timezone: must be an IANA time zone name'],
    ['questionnaire', 'yes', 'questionnaire: must be an object or an array'],
    ['questionnaire', null, 'questionnaire: must be an object or an array'],
    ['questionnaire', ['yes'], 'questionnaire.0: must be an object'],
    ['questionnaire', [{ label: 5 }], 'questionnaire.0.label: must be a string'],
    ['attribution', 'x', 'attribution: must be an object'],
    ['attribution', ['x'], 'attribution: must be an object'],
    ['compliance', 5, 'compliance: must be an object'],
    ['customFields', [], 'customFields: must be an object'],
    ['files', {}, 'files: must be an array'],
    ['files', [5], 'files.0: must be an object or a URL'],
    ['notes', ['a'], 'notes: must be a string'],
    ['address', { zip: 94607 }, 'address.zip: must be a string'],
  ])('refuses %s %j', (field, value, problem) => {
    expect(problems(submitLeadInputSchema, { ...fresh, [field]: value })).toEqual([problem]);
  });

  // Each such character takes two units of a text; a limit counts it once.
  it.each<[string, string, string]>([
    ['email', '😀'.repeat(161), 'email: must be an email address'],
    ['email', '😀'.repeat(321), 'email: must have at most 320 characters'],
    [
      'phone',
      '😀'.repeat(33),
      'phone: must contain only digits, spaces, hyphens, parentheses, periods and plus',
    ],
    ['phone', '😀'.repeat(65), 'phone: must have at most 64 characters'],
    ['phone', '\u{e0041}'.repeat(33), 'phone: is required, and holds nothing visible'],
    ['phone', '\u{e0041}'.repeat(5), 'phone: must have at least 10 characters'],
    ['firstName', '\u{e0041}'.repeat(251), 'firstName: is required, and holds nothing visible'],
    ['firstName', '\u{e0041}'.repeat(501), 'firstName: must have at most 500 characters'],
  ])(
    'judges a %s of characters outside the first plane by its rules, however long it is',
    (field, value, problem) => {
      expect(problems(submitLeadInputSchema, { ...fresh, [field]: value })).toEqual([problem]);
    },
  );

  it.each([
    { fbclid: ['a', 'b'], ttclid: 5, fbp: { a: 1 }, fbc: false, ttp: null },
    { params: 'fbclid=a&utm_source=b' },
    { params: [{ fbclid: 'a' }] },
    { captureUrl: 5, ipAddress: 3_405_803_783, userAgent: ['x'] },
    { fbclid: 'x'.repeat(100_000) },
  ])('keeps tracking as it came, whatever it is: %.100j', (attribution) => {
    const compliance = { ipAddress: [attribution], userAgent: 5 };
    expect(submitLeadInputSchema.parse({ ...fresh, attribution, compliance })).toMatchObject({
      attribution,
      compliance,
    });
  });

  it.each([null, []])('reads %j as no tracking', (none) => {
    const read = submitLeadInputSchema.parse({ ...fresh, attribution: none, compliance: none });
    expect([read.attribution, read.compliance]).toEqual([undefined, undefined]);
  });

  it.each(['4155550132', '+1 415.555.0132', '(415) 555-0132', '(((((((((('])(
    'accepts the phone number %j',
    (phone) => {
      expect(problems(submitLeadInputSchema, { ...fresh, phone })).toEqual([]);
    },
  );

  it('validates 1,000 leads in well under a second', () => {
    // Processor time of the fastest of several runs, because other work on the machine slows down single runs.
    const spentMs = () => {
      const before = process.cpuUsage();
      for (let n = 0; n < 1_000; n += 1)
        readBody(submitLeadInputSchema, { ...fresh, questionnaire: { n }, timezone: 'UTC' });
      return process.cpuUsage(before).user / 1_000;
    };
    expect(Math.min(spentMs(), spentMs(), spentMs())).toBeLessThan(500);
  });
});

describe('creating a lead directly', () => {
  it('requires the campaign and the contact fields', () => {
    expect(problems(createLeadInputSchema, {})).toEqual(
      ['campaignId', 'firstName', 'lastName', 'email', 'phone'].map((field) => `${field}: is required`),
    );
  });

  it('accepts the same lead fields as a submission', () => {
    const sent = {
      ...fresh,
      dateOfBirth: '1984-05-17',
      isTest: true,
      files: ['https://files.example/a.pdf'],
    };
    expect(createLeadInputSchema.parse(sent)).toEqual({ ...sent, questionnaire: {} });
    expect(problems(createLeadInputSchema, { ...fresh, dateOfBirth: '1984', isTest: 1, files: {} })).toEqual([
      'dateOfBirth: must be a date YYYY-MM-DD',
      'files: must be an array',
      'isTest: must be true or false',
    ]);
  });

  it('accepts a list of notes, flags and the source of the time zone, and drops other fields', () => {
    const sent = {
      ...fresh,
      notes: ['a', { text: 'b' }],
      flags: { vip: 1 },
      timezoneSource: 'zip',
      timezone: 'UTC',
    };
    expect(createLeadInputSchema.parse({ ...sent, customFields: {}, leadId: 'x' })).toEqual({
      ...sent,
      questionnaire: {},
    });
    expect(problems(createLeadInputSchema, { ...fresh, notes: 'text' })).toEqual(['notes: must be an array']);
    expect(problems(createLeadInputSchema, { ...fresh, country: 'Us' })).toEqual([
      'country: must be two upper-case letters',
    ]);
  });
});
