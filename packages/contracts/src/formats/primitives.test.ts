import type { z } from 'zod';
import {
  campaignCodeSchema,
  chosenIdSchema,
  currencySchema,
  dateSchema,
  e164Schema,
  emailSchema,
  endOfHoursSchema,
  httpUrlSchema,
  sentTimestampSchema,
  timeOfDaySchema,
  timeZoneSchema,
} from './primitives.js';
import { problemsOf } from '../reading/problems.js';

const forms: [string, z.ZodType, readonly unknown[], readonly unknown[]][] = [
  [
    'campaign code',
    campaignCodeSchema,
    ['AB', 'ACMRU', 'A1', '12345'],
    ['A', 'ACMRUX', 'acm', 'AC-M', '', ' AB', 'AB\n'],
  ],
  [
    'chosen id',
    chosenIdSchema,
    ['off_roundup', 'a', 'A-1', 'x'.repeat(64)],
    ['', 'a/b', 'a.b', 'a b', 'x'.repeat(65), 'é'],
  ],
  [
    'date',
    dateSchema,
    ['2024-02-29', '1984-05-17'],
    ['2023-02-29', '2024-13-01', '2024-00-10', '24-01-01', '2024-1-1', '2024-01-01T00:00:00Z', ''],
  ],
  [
    'time of day',
    timeOfDaySchema,
    ['00:00', '23:59', '09:30'],
    ['24:00', '9:30', '12:60', '12', '12:00:00', ''],
  ],
  ['end of hours', endOfHoursSchema, ['00:00', '24:00', '17:00'], ['24:01', '25:00', '5:00']],
  [
    'time zone',
    timeZoneSchema,
    ['America/New_York', 'UTC', 'Europe/Kyiv', 'Etc/GMT+5'],
    ['', 'Mars/Olympus', '+05:00', 'America', 'new york', '../etc/passwd'],
  ],
  [
    'e164',
    e164Schema,
    ['+14155550132', '+4915112345678'],
    ['4155550132', '+0415555013', '+1 415 555 0132', '+1234567890123456', '+'],
  ],
  [
    'email',
    emailSchema,
    [
      'a@b.co',
      'ada.ortiz+x@mail.example.com',
      ' ada@example.com ',
      "o'neil@example.org",
      'jörg@müller.example',
      'x@xn--bcher-kva.example',
    ],
    [
      '',
      'ada',
      'ada@',
      '@example.com',
      'ada@example',
      'a b@example.com',
      'ada@@example.com',
      'ada@-x.com',
      '.ada@example.com',
      'a..b@example.com',
      'ada@example..com',
      'ada@example.com, b@example.com',
      `${'a'.repeat(320)}@example.com`,
    ],
  ],
  [
    'http URL',
    httpUrlSchema,
    ['https://files.example/a.pdf', 'http://127.0.0.1/private-is-fine'],
    [
      'ftp://x.example',
      'files.example/a.pdf',
      'data:text/plain,x',
      '',
      `https://x.example/${'a'.repeat(2048)}`,
    ],
  ],
];

describe.each(forms)('the schema of a value: %s', (_name, schema, accepted, refused) => {
  it.each(accepted.map((value) => [value]))('accepts %p', (value) => {
    expect(schema.safeParse(value).success).toBe(true);
  });
  it.each([...refused, 5, null, undefined].map((value) => [value]))('refuses %p', (value) => {
    expect(schema.safeParse(value).success).toBe(false);
  });
});

it('the schema of a sent timestamp converts it to UTC with milliseconds', () => {
  expect(sentTimestampSchema.parse('2024-05-01T10:00+02:00')).toBe('2024-05-01T08:00:00.000Z');
  expect(problemsOf(sentTimestampSchema.safeParse('2024-05-01').error!, 'at')).toEqual([
    'at: must be an ISO 8601 timestamp',
  ]);
});

describe('the schema of a currency', () => {
  it.each(['USD', 'eur', 'XCG', 'XXX', 'VED'])('accepts %s and converts it to upper case', (code) => {
    expect(currencySchema.parse(code)).toBe(code.toUpperCase());
  });

  it.each(['US', 'US$', 'ZZZ', 'DOLLAR', ''])('refuses %p, which is not an ISO 4217 code', (code) => {
    expect(problemsOf(currencySchema.safeParse(code).error!, 'currency')).toEqual([
      'currency: must be an ISO 4217 currency code',
    ]);
  });
});

it('email addresses built to make the check slow are refused at once', () => {
  // Processor time of the fastest of several runs, because other work on the machine slows down single runs.
  const spentMs = () => {
    const before = process.cpuUsage();
    for (const hostile of [
      ' '.repeat(200_000),
      'a.'.repeat(100_000),
      `a@${'a-'.repeat(150)}`,
      `${'a.'.repeat(159)}@`,
    ]) {
      expect(emailSchema.safeParse(hostile).success).toBe(false);
    }
    return process.cpuUsage(before).user / 1_000;
  };
  expect(Math.min(spentMs(), spentMs(), spentMs())).toBeLessThan(200);
});
