/** Every body of the interface, made wrong in several places at once: each place is reported, and nothing else is. */
import fc from 'fast-check';
import type { z } from 'zod';
import { completeBodies } from '../../test/complete-bodies.js';
import { problemsIn } from '../../test/problems-in.js';
import { takenBy } from '../lead-fields/orders.js';
import { createCampaignInputSchema } from '../resources/campaign/campaign.js';
import { submitLeadInputSchema } from '../resources/lead-input.js';
import { repostLeadInputSchema } from '../resources/lead-placement.js';
import { endpoints } from './endpoints.js';

const MISSING = Symbol('missing');
const ADDED = Symbol('added');

/** What may stand in place of a value: wrong for most fields, harmless for some. */
const replacements: readonly unknown[] = [
  MISSING,
  ADDED,
  null,
  '',
  'x'.repeat(25_000),
  'no such word',
  'a\u0000b',
  '\ud83d',
  1.5,
  -7,
  12_345_678_901_234_567_890,
  true,
  [],
  ['x', 5],
  {},
  { length: 7 },
  { length: { toString: '' } },
  JSON.parse('{"__proto__":{"a":1}}'),
  { $ne: 1 },
  Array.from({ length: 1_001 }, () => 5),
  JSON.parse('['.repeat(200) + ']'.repeat(200)),
];

interface Change {
  readonly path: readonly string[];
  readonly to: unknown;
}

function changed(value: unknown, { path, to }: Change): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return to;
  const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) }) as Record<
    string,
    unknown
  >;
  if (rest.length > 0) copy[name] = changed(copy[name], { path: rest, to });
  else if (to === ADDED && Array.isArray(copy)) copy[name] = [{ $added: 1 }];
  else if (to === ADDED) copy['$added'] = 1;
  else if (to === MISSING && Array.isArray(copy)) copy.splice(Number(name), 1);
  else if (to === MISSING) delete copy[name];
  else copy[name] = to;
  return copy;
}

function placesIn(value: unknown, at: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => [
    [...at, name],
    ...placesIn(member, [...at, name]),
  ]);
}

const pathOf = (line: string): string => line.slice(0, line.indexOf(': '));

const startsWith = (path: readonly string[], beginning: readonly string[]): boolean =>
  beginning.every((name, index) => path[index] === name);

const within = (path: string, other: string): boolean => other === '' || `${path}.`.startsWith(`${other}.`);

const like = (pattern: RegExp): unknown => expect.stringMatching(pattern);

const apart = (one: Change, other: Change): boolean =>
  !startsWith(one.path, other.path) && !startsWith(other.path, one.path);

/**
 * Fields by which the meaning of others is decided. Which values an operator takes cannot be said before it is one, whether
 * a lead is new is said by its id, and a value is not required beside its hash; a change of them is tried alone only.
 */
const deciding = new Set([
  ...['operator', 'leadId', 'action', 'enabled', 'modifiedPayload', 'routeTo', 'phoneSha256', 'emailSha256'],
]);

const decides = ({ path, to }: Change): boolean =>
  // The place of an item is its name, so an item that is taken out renames the others.
  (to === MISSING && /^\d+$/.test(path.at(-1) ?? '')) ||
  path.some((name) => deciding.has(name)) ||
  // The end of a period is compared with its beginning, and a campaign's code with those it names next.
  ['startDate', 'endDate', 'campaignId', 'id', 'value'].includes(path.at(-1) ?? '');

const bodies = endpoints.flatMap((endpoint) =>
  'body' in endpoint ? [[endpoint.operationId, endpoint.body as z.ZodType] as const] : [],
);

describe.each(bodies)('the body of %s', (operationId, schema) => {
  const body = completeBodies[operationId]!;
  const changes = placesIn(body).flatMap((path) => replacements.map((to): Change => ({ path, to })));

  it('is valid when it is complete', () => {
    expect(problemsIn(schema, body)).toEqual([]);
  });

  it('is refused for one wrong or missing value with lines about that value only', () => {
    for (const change of changes) {
      const lines = problemsIn(schema, changed(body, change));
      const about = (change.to === ADDED ? change.path.slice(0, -1) : change.path).join('.');
      const elsewhere = lines.filter((line) => !within(pathOf(line), about) && !within(about, pathOf(line)));
      if (!decides(change)) expect({ change, elsewhere }).toEqual({ change, elsewhere: [] });
      // A text may be too long and no address either; whatever else is wrong with a value is one fault.
      const paths = lines.map(pathOf);
      const twice = typeof change.to === 'string' ? [] : paths.filter((path, at) => paths.indexOf(path) < at);
      expect({ change, twice }).toEqual({ change, twice: [] });
      const missing = change.to === MISSING && lines.length > 0;
      if (missing && !decides(change)) expect(lines).toEqual([like(/^[\w.]+: is required( (for|by) .+)?$/)]);
    }
  });

  it('is refused for several of them with the lines of each', () => {
    const alone = changes.filter((change) => !decides(change));
    if (alone.length === 0) return;
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...alone), { minLength: 2, maxLength: 8 }), (drawn) => {
        const apartOnes = drawn.filter((one, at) => drawn.slice(0, at).every((other) => apart(one, other)));
        const expected = apartOnes.flatMap((change) => problemsIn(schema, changed(body, change)));
        const wrong = apartOnes.reduce<unknown>(changed, body);
        expect(new Set(problemsIn(schema, wrong))).toEqual(new Set(expected));
      }),
      { numRuns: 200 },
    );
  });
});

describe('the complete body of a lead', () => {
  it.each([
    ['submitLead', takenBy('submit'), completeBodies['submitLead']],
    ['createLead', takenBy('create'), completeBodies['createLead']],
    ['repostLead', takenBy('repost'), completeBodies['repostLead']?.['modifiedPayload']],
    ['bulkUpdateLeads', takenBy('update'), completeBodies['bulkUpdateLeads']?.['updates']],
  ])('of %s has every field that it takes', (_operationId, taken, body) => {
    const sent = Object.keys(body as object).map((key) => key.split('.')[0]);
    // The id of a lead that exists decides what else a body needs.
    expect(taken.filter((name) => name !== 'leadId' && !sent.includes(name))).toEqual([]);
  });
});

describe('a field that decides about others', () => {
  const contact = ['firstName', 'lastName', 'email', 'phone'];

  it.each([
    { country: 'usa' },
    { timezone: 'Mars' },
    { dateOfBirth: '1984' },
    { isTest: 'yes' },
    { questionnaire: 5 },
    { notes: 'a\u0000b' },
    { customFields: { $a: 1 } },
    { files: { length: { toString: '' } } },
  ])('makes the fields of a new lead required whatever else is wrong: %j', (wrong) => {
    const lines = problemsIn(submitLeadInputSchema, { campaignId: 'ACMRU', ...wrong });
    expect(lines.map(pathOf)).toEqual(expect.arrayContaining(contact));
    expect(lines).toHaveLength(5);
  });

  it('makes the campaign of a repost required whatever else is wrong', () => {
    expect(
      problemsIn(repostLeadInputSchema, {
        modifiedPayload: { country: 'usa', email: 'a\u0000', phone: 5 },
        deliveryInfo: {},
      }),
    ).toEqual([
      'modifiedPayload.email: holds a NUL character',
      'deliveryInfo.url: is required',
      'modifiedPayload.phone: must be a string',
      'modifiedPayload.country: must be two upper-case letters',
      'campaignId: is required with modifiedPayload',
    ]);
  });

  it('is judged beside the problems of the same rule of a campaign', () => {
    expect(
      problemsIn(createCampaignInputSchema, {
        ...completeBodies['createCampaign'],
        deliveryLimits: [
          { cap: 0.5, action: 'route' },
          { type: 'never', startDate: '2026-02-01', endDate: '2026-01-01' },
        ],

        firstSubmissionAction: { action: 'webhook', webhook: { retries: 9 } },
        disqualificationConditionals: [
          {
            subRules: [
              {
                conditions: [
                  { operator: 'between', value: ['x', 1, 2] },
                  { field: 'a', operator: 'in_value_set', value: 'x' },
                ],
              },
            ],
          },
        ],

        pixelRules: [{ id: 'a' }, { id: 'a', platform: 'radio' }],
        fallbackCampaigns: ['ACMRU', 5],
      }),
    ).toEqual([
      'disqualificationConditionals.0.subRules.0.conditions.0.field: is required',
      'disqualificationConditionals.0.subRules.0.conditions.0.value: must hold [min, max] for between',
      'disqualificationConditionals.0.subRules.0.conditions.1.value: must be an array',
      'disqualificationConditionals.0.subRules.0.conditions.1.valueSetId: is required by in_value_set',
      'fallbackCampaigns.1: must be a string',
      'deliveryLimits.0.cap: must be a whole number',
      'deliveryLimits.0.routeToCampaignId: is required by the action route',
      'deliveryLimits.1.type: must be one of lifetime, monthly, weekly, daily, hourly',
      'deliveryLimits.1.cap: is required',
      'deliveryLimits.1.endDate: must not be before startDate',
      'firstSubmissionAction.webhook.retries: must be at most 5',
      'firstSubmissionAction.webhook.url: is required by the action webhook',
      'pixelRules.0.triggerPoint: is required',
      'pixelRules.0.pixelId: is required',
      'pixelRules.0.platform: is required',
      'pixelRules.0.eventName: is required',
      'pixelRules.1.triggerPoint: is required',
      'pixelRules.1.pixelId: is required',
      'pixelRules.1.platform: must be one of facebook, tiktok',
      'pixelRules.1.eventName: is required',
      'pixelRules.1.id: is used by another rule',
      'fallbackCampaigns.0: must not be the campaign itself',
    ]);
  });
});
