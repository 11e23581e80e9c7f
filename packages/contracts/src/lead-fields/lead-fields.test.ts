import { createLeadInputSchema, submitLeadInputSchema } from '../resources/lead-input.js';
import { modifiedPayloadSchema } from '../resources/lead-placement.js';
import { bulkUpdateLeadsInputSchema } from '../resources/lead-updates.js';
import { dataFields } from './data-fields.js';
import { buyerFields, keptFields, respelledFields } from './orders.js';
import { trackingNames } from './tracking-fields.js';
import { dataMaps, dataParts, dataValues, mapsThat } from './values.js';
import { neededByNewLead } from './ways.js';

const contact = ['firstName', 'lastName', 'email', 'phone'];
const created = [
  ...[...contact, 'address', 'country', 'questionnaire', 'attribution', 'compliance', 'timezone'],
  ...['dateOfBirth', 'files', 'isTest'],
];
/** Without fields that were added later. */
const among = (names: readonly string[], expected: readonly string[]) =>
  names.filter((name) => expected.includes(name));

it.each<[string, readonly string[], readonly string[]]>([
  [
    'submit',
    Object.keys(submitLeadInputSchema.shape),
    ['campaignId', 'leadId', ...created, 'notes', 'customFields'],
  ],
  [
    'direct create',
    Object.keys(createLeadInputSchema.shape),
    ['campaignId', ...created, 'timezoneSource', 'flags', 'notes'],
  ],
  [
    'repost',
    Object.keys(modifiedPayloadSchema.shape),
    [
      ...[...contact, 'dateOfBirth', 'address', 'country', 'timezone', 'questionnaire', 'attribution'],
      ...['compliance', 'customFields', 'files', 'notes'],
    ],
  ],
  [
    'bulk update',
    Object.keys(bulkUpdateLeadsInputSchema.shape.updates.shape),
    [
      ...['status', 'approvalStatus', ...contact, 'address', 'dateOfBirth', 'country', 'timezone'],
      ...['questionnaire', 'customFields', 'attribution', 'compliance', 'flags', 'notes', 'isTest'],
    ],
  ],
  [
    'a stored lead',
    [...respelledFields, ...keptFields],
    [
      ...[...contact, 'address', 'dateOfBirth', 'country', 'timezone', 'timezoneSource', 'files'],
      ...['questionnaire', 'attribution', 'compliance', 'flags', 'customFields', 'notes'],
    ],
  ],
  [
    'the body of a delivery',
    buyerFields,
    [
      ...[...contact, 'dateOfBirth', 'country', 'timezone', 'address', 'questionnaire', 'unmatchedAnswers'],
      ...['customFields', 'attribution', 'compliance', 'files'],
    ],
  ],
])('the fields of %s keep their order', (_of, names, expected) => {
  expect(among(names, expected)).toEqual(expected);
});

it('what direct create requires is required by submit of a new lead', () => {
  expect(neededByNewLead).toEqual(contact);
});

it('every field is a value, a field of parts, a map or a list', () => {
  const plain = dataValues.flatMap(({ path }) => (path.includes('.') ? [] : [path]));
  const lists = Object.entries(dataFields).flatMap(([name, { kind }]) => (kind === 'list' ? [name] : []));
  const all = [...plain, ...dataParts, ...dataMaps.map(({ name }) => name), ...lists];
  expect([...all].sort()).toEqual(Object.keys(dataFields).sort());
});

it('no two values have one name or one key, nor do two columns of files', () => {
  const names = [...dataValues.map(({ name }) => name), ...trackingNames];
  const keys = dataValues.flatMap(({ says }) => says.keys);
  const columns = dataValues.flatMap(({ says }) =>
    says.columns === false ? [] : says.columns.people.split(' '),
  );
  for (const each of [names, keys, columns])
    expect(each.filter((one, at) => each.indexOf(one) < at)).toEqual([]);
});

it('a change merges answers and custom fields by key, and an update sets an entry of flags too', () => {
  expect(mapsThat('mergedByKey')).toEqual(['questionnaire', 'customFields']);
  expect(mapsThat('updatedByEntry')).toEqual(['questionnaire', 'customFields', 'flags']);
});
