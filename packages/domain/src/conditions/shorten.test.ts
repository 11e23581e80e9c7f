import { dataValues, trackingFields, type Personal } from '@sluice/contracts';
import { shortened } from './shorten.js';

test.each([
  ['email', 'josephine@gmail.com', 'j…@gmail.com'],
  ['email', '@gmail.com', '@gmail.com'],
  ['contact.Email', 'no address', 'n…'],
  ['phone', '+14155551212', '…1212'],
  ['mobilePhone', '(415) 555-1212', '…1212'],
  ['spouse_name', 'Josephine', 'J…'],
  ['dateOfBirth', '1984-05-17', '1984…'],
  ['dob', '1984-05-17', '1984…'],
  ['street', '12 Elm Row', '…'],
  ['ipAddress', '203.0.113.7', '…'],
  ['ssn', '123456789', '…6789'],
  ['anything', 'write to josephine@gmail.com', 'w…@gmail.com'],
  ['anything', 'call me on 415-555-1212 please', '…1212'],
  ['anything', '123-45-6789', '…6789'],
  ['anything', 4155551212, '…1212'],
])('the trace shortens the field %s with %j to %j', (key, value, shown) => {
  expect(shortened(key, value)).toBe(shown);
});

test.each([
  ['state', 'CA'],
  ['zip', '94607'],
  ['injury', 'yes'],
  ['injury_date', '2026-01-02'],
  ['seen_at', '2026-01-02 12:00:00'],
  ['amount', 250],
  ['vip', true],
])('the trace shows the field %s with %j unchanged', (key, value) => {
  expect(shortened(key, value)).toBe(value);
});

const shownWhole: readonly Personal[] = ['nothing', 'place'];
const saying = [
  ...dataValues.flatMap(({ says: { keys, personal } }) => keys.map((key) => [key, personal] as const)),
  ...Object.entries(trackingFields).map(([key, { personal }]) => [key, personal] as const),
];

test.each(saying.filter(([, personal]) => !shownWhole.includes(personal)))(
  'the trace does not show the field %s, which says a %s, whole, also under another part of a lead',
  (key) => {
    const text = 'quentin 1984 xavier';
    for (const each of [key, `questionnaire.${key}`]) expect(shortened(each, text)).not.toContain('xavier');
  },
);

it('the trace cuts long texts and lists, and shows no content of objects', () => {
  expect(shortened('story', 'x'.repeat(100))).toBe(`${'x'.repeat(60)}…`);
  expect(shortened('states', ['a', 'b', 'c', 'd', 'e', 'f'])).toEqual([
    'a',
    'b',
    'c',
    'd',
    'e',
    '… 6 in all',
  ]);
  expect(shortened('reach', ['415-555-1212'])).toEqual(['…1212']);
  expect(shortened('reach', ['４１５\u2011555\u200b1212'])).toEqual(['…1212']);
  expect(shortened('more', { email: 'ada@example.com' })).toBe('{…}');
});

it('shortening takes linear time on a hostile text', () => {
  // Processor time of the fastest of several runs, because other work on the machine slows down single runs.
  const spentMs = () => {
    const before = process.cpuUsage();
    shortened('story', 'a'.repeat(250_000));
    shortened('story', '1 '.repeat(125_000));
    return process.cpuUsage(before).user / 1_000;
  };
  expect(Math.min(spentMs(), spentMs(), spentMs())).toBeLessThan(200);
});
