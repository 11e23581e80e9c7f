import { problemsIn } from '../../test/problems-in.js';
import { leadStatuses } from '../words.js';
import { bulkUpdateLeadsInputSchema } from './lead-updates.js';
import { readBody } from '../reading/read-body.js';

const problems = (updates: unknown, leadIds: unknown = ['lead_1']) =>
  problemsIn(bulkUpdateLeadsInputSchema, { leadIds, updates });

describe('updating several leads', () => {
  it.each(leadStatuses.map((status) => [status]))('may set the status %s', (status) => {
    expect(problems({ status })).toEqual([]);
  });

  it('accepts every field that can be updated', () => {
    const updates = {
      status: 'contacted',
      approvalStatus: 'approved',
      firstName: 'A',
      lastName: 'B',
      email: 'a@example.com',
      phone: '4155550132',
      address: { city: 'Oakland' },
      dateOfBirth: '1984-05-17',
      country: 'US',
      timezone: 'UTC',
      questionnaire: { a: 1 },
      customFields: { b: null },
      attribution: { captureUrl: 'https://x.example' },
      compliance: {},
      flags: {},
      notes: 'n',
      isTest: false,
      'questionnaire.injury': 'no',
      'customFields.a_1': { deep: true },
      'flags.vip': null,
    };
    const read = readBody(bulkUpdateLeadsInputSchema, { leadIds: ['lead_1'], updates });
    expect(read).toEqual({ kind: 'valid', value: { leadIds: ['lead_1'], updates } });
  });

  it.each<[unknown, string]>([
    [{ status: 'sold' }, 'updates.status: must be one of new, '],
    [{ approvalStatus: 'maybe' }, 'updates.approvalStatus: must be one of pending, approved, rejected'],
    [{ email: 'x' }, 'updates.email: must be an email address'],
    [{ leadId: 'x' }, 'updates.leadId: is not a field that can be updated'],
    [{ tenantId: 'x' }, 'updates.tenantId: is not a field that can be updated'],
    [{ campaignId: 'x' }, 'updates.campaignId: is not a field that can be updated'],
    [{ toString: 'x' }, 'updates.toString: is not a field that can be updated'],
    [{ 'address.zip': '1' }, 'updates.address.zip: is not a field that can be updated'],
    [{ 'questionnaire.Injury': '1' }, 'updates.questionnaire.Injury: is not a field that can be updated'],
    [{ 'questionnaire.a.b': '1' }, 'updates.questionnaire.a.b: is not a field that can be updated'],
    [{ 'questionnaire.': '1' }, 'updates.questionnaire.: is not a field that can be updated'],
    [{ 'questionnaire.$set': '1' }, 'updates.questionnaire.$set: is not a field that can be updated'],
    [{ 'customFields.__proto__': '1' }, 'updates.customFields.__proto__: is not a field that can be updated'],
    [
      { 'questionnaire._bsontype': 'a' },
      'updates.questionnaire._bsontype: is not a field that can be updated',
    ],
    [{ 'customFields._bsontype': 'a' }, 'updates.customFields._bsontype: is not a field that can be updated'],
    [{ 'flags._bsontype': 'a' }, 'updates.flags._bsontype: is not a field that can be updated'],
    [{ 'flags.constructor': '1' }, 'updates.flags.constructor: is not a field that can be updated'],
    [
      { [`flags.${'a'.repeat(65)}`]: 1 },
      `updates.flags.${'a'.repeat(65)}: is not a field that can be updated`,
    ],
    [{ address: { planet: 'x' } }, 'updates.address.planet: is not a known field'],
    [{}, 'updates: must name at least one field'],
    [[], 'updates: must be an object'],
    ['x', 'updates: must be an object'],
  ])('refuses %j', (updates, problem) => {
    const reported = problems(updates);
    expect(reported).toHaveLength(1);
    expect(reported[0]?.startsWith(problem)).toBe(true);
  });

  it('reports problems of known and of unknown fields together', () => {
    expect(problems({ email: 'x', colour: 'red' })).toEqual([
      'updates.email: must be an email address',
      'updates.colour: is not a field that can be updated',
    ]);
  });

  it('accepts 1 to 1,000 leads', () => {
    const ids = (count: number) => Array.from({ length: count }, (_, n) => `lead_${n}`);
    expect(problems({ isTest: true }, ids(1_000))).toEqual([]);
    expect(problems({ isTest: true }, ids(1_001))).toEqual(['leadIds: must have at most 1000 items']);
    expect(problems({ isTest: true }, [])).toEqual(['leadIds: must not be empty']);
    expect(problems({ isTest: true }, 'lead_1')).toEqual(['leadIds: must be an array']);
    expect(problems({ isTest: true }, [''])).toEqual(['leadIds.0: must not be empty']);
  });

  it('refuses a key beside leadIds and updates', () => {
    const read = readBody(bulkUpdateLeadsInputSchema, {
      leadIds: ['x'],
      updates: { isTest: true },
      dryRun: true,
    });
    expect(read).toEqual({ kind: 'invalid', problems: ['dryRun: is not a known field'] });
  });
});
