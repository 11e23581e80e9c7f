/**
 * Odd requests among ordinary ones: any JSON in any open part of any endpoint's body is accepted or refused on its own,
 * and concurrent requests are not affected.
 */
import { endpoints } from '@sluice/contracts';
import { duringTests } from '@sluice/testing';
import fc from 'fast-check';
import { z } from 'zod';
import { aLead, openGateway, type Answered, type OperationId } from './gateway.js';

const world = duringTests(openGateway);
let leadId: string;
beforeAll(async () => {
  leadId = (await world.call('createLead', { body: aLead() })).data.leadId;
});

const GOOD = 63;

interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly type?: string;
  readonly $defs?: Readonly<Record<string, Schema>>;
}

type Place = readonly (string | number)[];

/** The places in a body of `schema` that take any JSON: open objects and values of no type. */
function openPlaces(schema: Schema, definitions: Readonly<Record<string, Schema>>, at: Place = []): Place[] {
  const name = schema.$ref?.replace('#/$defs/', '');
  if (name === 'AnyValue') return [at];
  if (name !== undefined) return openPlaces(definitions[name]!, definitions, at);
  if (schema.anyOf) return schema.anyOf.flatMap((each) => openPlaces(each, definitions, at));
  if (schema.type === 'array') return openPlaces(schema.items ?? {}, definitions, [...at, 0]);
  if (schema.type !== 'object') return [];
  const fields = Object.entries(schema.properties ?? {}).flatMap(([field, each]) =>
    openPlaces(each, definitions, [...at, field]),
  );
  return schema.additionalProperties === false ? fields : [...fields, at];
}

interface Opening {
  readonly operationId: OperationId;
  readonly place: Place;
}

const openings: Opening[] = endpoints.flatMap((endpoint) => {
  if (!('body' in endpoint)) return [];
  const schema = z.toJSONSchema(endpoint.body, { io: 'output', unrepresentable: 'any' }) as Schema;
  const places = openPlaces(schema, schema.$defs ?? {});
  return places.map((place) => ({ operationId: endpoint.operationId, place }));
});

const bodyOf = (operationId: OperationId): Record<string, unknown> => {
  const endpoint = endpoints.find((one) => one.operationId === operationId)!;
  const example = structuredClone((endpoint.examples as { body?: Record<string, unknown> }).body ?? {});
  const ours = { clientId: 'cli_alpha', offerId: 'off_alpha', leadId, leadIds: [leadId] };
  const named = Object.entries(ours).filter(([field]) => field in example);
  return { ...example, ...Object.fromEntries(named) };
};

// Defined rather than assigned, so that `__proto__` becomes an ordinary key.
function put(value: unknown, [step, ...rest]: Place, odd: unknown): unknown {
  if (step === undefined) {
    return typeof odd === 'object' && odd !== null && !Array.isArray(odd) ? merged(value, odd) : odd;
  }
  if (typeof step === 'number') return [put(undefined, rest, odd)];
  const target = typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
  return merged(target, { [step]: put((target as Record<string, unknown>)[step], rest, odd) });
}

function merged(value: unknown, more: object): object {
  const target = typeof value === 'object' && value !== null ? { ...value } : {};
  for (const [key, member] of Object.entries(more)) {
    Object.defineProperty(target, key, {
      value: member,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return target;
}

const oddKeys = fc.oneof(
  fc.constantFrom(
    ...['_bsontype', 'toBSON', 'toJSON', 'then', 'valueOf', 'toString', 'length', 'constructor', '__proto__'],
    ...[
      '$where',
      '$oid',
      '$ref',
      '$id',
      'a.b',
      '.',
      '..',
      '',
      ' ',
      'a\0b',
      '\0',
      '\ud800',
      '\udc00x',
      '_id',
      'key',
    ],
    ...['label', 'answer', 'k'.repeat(128), 'k'.repeat(129), 'tenantId', '🦑', 'questionnaire.$x', 'flags.a'],
  ),
  fc.string({ unit: 'binary', maxLength: 12 }),
);
const oddValues = fc.oneof(
  fc.constantFrom<unknown>(
    ...[
      'ObjectId',
      'Code',
      'Binary',
      'Decimal128',
      'Long',
      'BSONRegExp',
      'DBRef',
      'MinKey',
      'Nothing',
      '$where',
    ],
    ...['\0', '\ud800', 'a\ud83d', '🦑', '{{x}}', ' $where', 'a\0b', '__proto__', 'x'.repeat(20_001)],
    ...[1e308, -0, 2 ** 53, 2 ** 31, -(2 ** 31) - 1, 5e-324, null, true, [], {}],
  ),
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);
const odd = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    oddValues,
    fc.array(tie('any'), { maxLength: 4 }),
    fc
      .array(fc.tuple(oddKeys, tie('any')), { maxLength: 5 })
      .map((entries) => merged({}, Object.fromEntries(entries))),
  ),
})).any;

// JSON can spell numbers that no double can hold.
const spelled = (body: unknown): string => JSON.stringify(body).replaceAll('5e-324', '1e999');

let sent = 0;
const innocent = () => {
  sent += 1;
  return world.call('submitLead', {
    body: aLead({ email: `good${sent}@example.com`, questionnaire: [{ key: 'injury', answer: 'yes' }] }),
  });
};

async function together(oddly: readonly Promise<Answered>[]): Promise<readonly Answered[]> {
  const good = Array.from({ length: GOOD }, innocent);
  const answers = await Promise.all(oddly);
  for (const { status } of await Promise.all(good)) expect(status).toBe(202);
  for (const { status } of answers) expect(status).toBeLessThan(500);
  return answers;
}

it('the test finds every endpoint with a body part of any JSON', () => {
  const names = new Set(openings.map(({ operationId }) => operationId));
  expect([...names].sort()).toEqual(
    ['bulkUpdateLeads', 'createCampaign', 'createLead', 'repostLead', 'submitLead', 'upsertFile'].sort(),
  );
  expect(openings.length).toBeGreaterThan(30);
});

it('any JSON in an open part of a body causes no 5xx, and 63 concurrent ordinary requests are accepted', async () => {
  const requests = fc.array(fc.tuple(fc.constantFrom(...openings), odd), { minLength: 12, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(requests, async (batch) => {
      await together(
        batch.map(([{ operationId, place }, value]) =>
          world.call(operationId, {
            params: { leadId },
            raw: spelled(put(bodyOf(operationId), place, value)),
          }),
        ),
      );
    }),
    { numRuns: 20 },
  );
}, 300_000);

const refused: [string, unknown, string][] = [
  ['a question whose key holds a null character', [{ key: 'a\0b', answer: '1' }], 'questionnaire.0.key'],
  ['a question whose key would be an operator', [{ key: ' $where', answer: '1' }], 'questionnaire.0.key'],
  ['a question whose key would be a path', [{ key: 'a.b', answer: '1' }], 'questionnaire.0.key'],
  [
    'a question whose key is what objects inherit',
    [{ key: '__proto__', answer: '1' }],
    'questionnaire.0.key',
  ],
  [
    'an answer that poses as a type of the database',
    [{ key: 'a', answer: { _bsontype: 'ObjectId', id: 'x' } }],
    'questionnaire.0.answer._bsontype',
  ],
  ['half of a character', { a: '\ud83d' }, 'questionnaire.a'],
];

it.each(refused)(
  '%s is refused with its path, and concurrent requests are accepted',
  async (_name, questionnaire, path) => {
    const [answer] = await together([world.call('submitLead', { body: aLead({ questionnaire }) })]);
    expect([answer!.status, answer!.error?.code]).toEqual([400, 'VALIDATION_ERROR']);
    expect(answer!.error?.details?.[0]).toMatch(new RegExp(`^${path.replaceAll(/[.$]/g, '\\$&')}: `));
  },
);

it('a number beyond a double is refused with its path', async () => {
  const raw = JSON.stringify(aLead({ customFields: { a: 5e-324 } })).replace('5e-324', '1e999');
  const [answer] = await together([world.request('POST', '/api/v1/leads/submit', { raw })]);
  expect(answer!.error?.details).toEqual(['customFields.a: is not a number that can be stored']);
});

it('keys that only have a meaning as functions are stored as plain data', async () => {
  const odd = { toBSON: 'x', toJSON: { then: 1 }, then: 'y', valueOf: 1, 'a.b': { 'c.d': -0 }, '': ' ' };
  const [answer] = await together([world.call('submitLead', { body: aLead({ customFields: { odd } }) })]);
  const { leadId: taken } = (answer as Answered<{ leadId: string }>).data;
  const stored = await world.stores.forTenant('alpha').leads.find(taken);
  expect(stored?.data.customFields).toEqual({ odd: { ...odd, 'a.b': { 'c.d': 0 } } });
  expect(Object.getPrototypeOf(stored?.data.customFields?.['odd'])).toBe(Object.prototype);
});

it('paths, queries and headers of any characters are answered below 500, and concurrent ordinary requests are not affected', async () => {
  const { url, alpha } = world;
  const paths = ['%00', '%ED%A0%80', '%F0%9F%A6%91', 'x'.repeat(5_000), '%2e%2e%2f', '$where', '_bsontype'];
  const statuses = paths.flatMap((path) => [
    fetch(`${url}/api/v1/campaigns/${path}`, { headers: { 'X-API-Key': alpha.key } }),
    fetch(`${url}/api/v1/leads?search=${path}&cursor=${path}&campaignIds=${path}`, {
      headers: { 'X-API-Key': alpha.key },
    }),
    fetch(`${url}/api/v1/leads/submit`, {
      method: 'POST',
      headers: {
        'X-API-Key': alpha.key,
        'Content-Type': 'application/json',
        'Idempotency-Key': `${path.slice(0, 200)} \u00ff$.{"_bsontype":1}`,
      },
      body: JSON.stringify(aLead()),
    }),
    fetch(`${url}/hooks/sms/twilio/${path}?message=${path}`, { method: 'POST', body: path }),
  ]);
  const [answers] = await Promise.all([Promise.all(statuses), together([])]);
  for (const { status } of answers) expect(status).toBeLessThan(500);
});
