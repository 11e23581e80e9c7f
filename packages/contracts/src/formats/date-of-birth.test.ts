import { bulkUpdateLeadsInputSchema } from '../resources/lead-updates.js';
import { createLeadInputSchema, submitLeadInputSchema } from '../resources/lead-input.js';
import { modifiedPayloadSchema } from '../resources/lead-placement.js';
import { birthProblem, dateOfBirthSchema } from './date-of-birth.js';

const outside = 'must be between 1900-01-01 and today';

// On Kiritimati (UTC+14) the day began at 10:00 UTC of the day before.
it.each([
  ['1899-12-31', '2026-08-01T12:00:00Z', outside],
  ['1900-01-01', '2026-08-01T12:00:00Z', undefined],
  ['2026-08-01', '2026-07-31T10:00:00Z', undefined],
  ['2026-08-01', '2026-07-31T09:59:59Z', outside],
  ['2026-08-02', '2026-08-01T09:59:59Z', outside],
  ['0001-01-01', '2026-08-01T12:00:00Z', outside],
  ['9999-12-31', '2026-08-01T12:00:00Z', outside],
])('a birth on %s is, at %s: %s', (date, now, problem) => {
  expect(birthProblem(date, new Date(now))).toBe(problem);
});

it('a text that is no date has one problem', () => {
  for (const sent of ['1899-02-30', 'x', '2999-13-01'])
    expect(dateOfBirthSchema.safeParse(sent).error?.issues).toHaveLength(1);
});

describe('a birth that cannot be is refused by', () => {
  const contact = { firstName: 'Kim', lastName: 'Roe', email: 'kim@example.com', phone: '+14155552603' };
  it.each([
    ['submit', submitLeadInputSchema, (born: object) => ({ campaignId: 'ACMRU', ...contact, ...born })],
    [
      'direct create',
      createLeadInputSchema,
      (born: object) => ({ campaignId: 'ACMRU', ...contact, ...born }),
    ],
    ['bulk update', bulkUpdateLeadsInputSchema, (updates: object) => ({ leadIds: ['lead_1'], updates })],
    ['repost', modifiedPayloadSchema, (born: object) => born],
  ] as const)('%s', (_way, schema, bodyOf) => {
    expect(schema.safeParse(bodyOf({ dateOfBirth: '1984-05-17' })).success).toBe(true);
    for (const dateOfBirth of ['1899-12-31', '2999-01-01']) {
      const { issues = [] } = schema.safeParse(bodyOf({ dateOfBirth })).error ?? {};
      expect(issues.map(({ path, message }) => [path.at(-1), message])).toEqual([['dateOfBirth', outside]]);
    }
  });
});
