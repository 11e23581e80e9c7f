import { standardFields } from '@sluice/contracts';
import { allFieldValues, canonicalFieldKey, fieldValue, type FieldSource } from './field-value.js';

const source: FieldSource = {
  leadId: 'lead_1',
  campaignId: 'ACMRU',
  isTest: true,
  data: {
    firstName: 'Ada',
    lastName: 'Ortiz',
    email: 'ada@example.com',
    phone: '+14155550132',
    phoneValid: true,
    dateOfBirth: '1984-05-17',
    country: 'US',
    timezone: 'America/Los_Angeles',
    address: { street: '1 Elm', city: 'Oakland', state: 'CA', zip: '94607' },
    questionnaire: { injury: 'yes', both: 'questionnaire', blank: ' \u200b\u3164' },
    customFields: { tier: 'gold', both: 'custom', blank: 'custom' },
    attribution: { captureUrl: 'https://a.example', params: { utm_source: 'news', fbclid: 'f1' } },
    compliance: { trustedForm: 'cert' },
    flags: { vip: true },
  },
  files: [{ fileKey: 'retainer', status: 'signed' }],
};

test.each([
  ['firstName', 'Ada'],
  ['first_name', 'Ada'],
  ['email', 'ada@example.com'],
  ['phone_valid', true],
  ['date_of_birth', '1984-05-17'],
  ['state', 'CA'],
  ['zip', '94607'],
  ['zip_code', '94607'],
  ['address.zip', '94607'],
  ['country', 'US'],
  ['is_test', true],
  ['lead_id', 'lead_1'],
  ['campaignId', 'ACMRU'],
  ['injury', 'yes'],
  ['questionnaire.injury', 'yes'],
  ['tier', 'gold'],
  ['customFields.tier', 'gold'],
  ['custom_fields.tier', 'gold'],
  ['captureUrl', 'https://a.example'],
  ['attribution.captureUrl', 'https://a.example'],
  ['utm_source', 'news'],
  ['attribution.params.utm_source', 'news'],
  ['trustedForm', 'cert'],
  ['flags.vip', true],
  ['vip', true],
  ['file.retainer', 'signed'],
])('the field %s of a lead is found', (key, value) => {
  expect(fieldValue(source, key)).toEqual(value);
});

test.each([
  'nothing',
  'file.other',
  'retainer',
  'flags.injury',
  'constructor',
  '__proto__',
  'questionnaire.toString',
  '.',
  'address.',
  '',
])('the field %j of a lead is missing', (key) => {
  expect(fieldValue(source, key)).toBeUndefined();
});

it('a field is read from the first place that has a value, and blank values are skipped', () => {
  expect(fieldValue(source, 'both')).toBe('questionnaire');
  expect(fieldValue(source, 'blank')).toBe('custom');
});

describe("what is known of a lead's source", () => {
  const sent = { supplier: 'sup_mine', supplierId: 'sup_mine', subId1: 'mine', sub_id_2: 'mine' };
  const claimed = { ...source, data: { questionnaire: sent, attribution: sent } };
  const known = { ...claimed, supplierId: 'sup_north', subIds: { subId1: 'site-17', subId2: 'click' } };

  test.each([
    ['supplier', 'sup_north'],
    ['supplierId', 'sup_north'],
    ['supplier_id', 'sup_north'],
    ['sub_id_1', 'site-17'],
    ['subId1', 'site-17'],
    ['sub_id_2', 'click'],
    ['sub_id_3', undefined],
  ])('is found under %s, and never what was sent under that name', (key, value) => {
    expect(fieldValue(known, key)).toBe(value);
    expect(allFieldValues(known)[key]).toBe(value);
    expect(fieldValue(claimed, key)).toBeUndefined();
    expect(allFieldValues(claimed)).not.toHaveProperty([key]);
  });

  it('is beside what was sent, which its section still names', () => {
    expect(fieldValue(known, 'attribution.supplier')).toBe('sup_mine');
  });
});

it('a standard field is read from the questionnaire when the lead has no value of its own', () => {
  expect(fieldValue({ ...source, data: { questionnaire: { email: 'a@b.example' } } }, 'email')).toBe(
    'a@b.example',
  );
});

it('both spellings of a standard field have one canonical key', () => {
  expect(canonicalFieldKey('first_name')).toBe('firstName');
  expect(canonicalFieldKey('injury_date')).toBe('injury_date');
});

it('every standard contact field of the field library can be read', () => {
  const contact = standardFields.filter(({ category }) => category === 'contact').map(({ key }) => key);
  expect(contact.filter((key) => fieldValue(source, key) === undefined)).toEqual([]);
});
