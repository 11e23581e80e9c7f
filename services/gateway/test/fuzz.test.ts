/**
 * Generated and mutated requests over the whole route table. Every answer is an envelope with a status below 500: no
 * request may break the service. A failure prints its seed.
 */
import { endpoints } from '@sluice/contracts';
import { duringTests } from '@sluice/testing';
import fc from 'fast-check';
import { aLead, openGateway } from './gateway.js';

const world = duringTests(openGateway);
let leadId: string;
beforeAll(async () => {
  leadId = (await world.call('createLead', { body: aLead() })).data.leadId;
});

const nasty = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    '',
    ' ',
    0,
    -1,
    1e308,
    -0,
    Number.MAX_SAFE_INTEGER,
    true,
    [],
    {},
    '\u0000',
    '\ud800',
    'a/b',
    'alpha/x',
    '../..',
    '$gt',
    { $gt: '' },
    JSON.parse('{"__proto__":1}'),
    [[[[]]]],
    'x'.repeat(5_000),
    '${jndi:x}',
    '{{7*7}}',
    '2026-02-30',
    '🦑',
  ),
  fc.string(),
  fc.jsonValue({ maxDepth: 4 }),
);

/** A body of some endpoint with a few of its values, at any depth, replaced, removed or added. */
const mutated = (body: unknown): fc.Arbitrary<unknown> =>
  fc
    .array(
      fc.tuple(
        fc.array(fc.nat(20), { maxLength: 5 }),
        fc.constantFrom('set', 'drop', 'add'),
        nasty,
        fc.string(),
      ),
      {
        maxLength: 4,
      },
    )
    // Each change is cloned: a later change may modify the value that an earlier one inserted, and a constant inserted
    // into itself would form a cycle.
    .map((changes) =>
      changes.reduce((value, change) => change_(value, structuredClone(change)), structuredClone(body)),
    );

type Change = readonly [path: readonly number[], what: string, value: unknown, name: string];

function change_(value: unknown, [path, what, replacement, name]: Change): unknown {
  if (typeof value !== 'object' || value === null) return replacement;
  const keys = Object.keys(value);
  const [step, ...rest] = path;
  const key = keys[(step ?? 0) % Math.max(1, keys.length)];
  const target = value as Record<string, unknown>;
  if (key === undefined || what === 'add') add(target, name, replacement);
  else if (rest.length > 0) target[key] = change_(target[key], [rest, what, replacement, name]);
  else if (what === 'drop') delete target[key];
  else target[key] = replacement;
  return value;
}

/** Adds a field to an object, or an item to an array: JSON carries no named fields of an array. */
function add(target: Record<string, unknown> | unknown[], name: string, value: unknown): void {
  if (Array.isArray(target)) target.push(value);
  // Defined rather than assigned, so that `__proto__` becomes an ordinary key.
  else Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });
}

const anyId = () =>
  fc.oneof(
    fc.constantFrom(leadId, 'ACMRU', 'off_alpha', 'x', 'a/b', '%00', '\u0000', '🦑'),
    fc.string({ minLength: 1 }),
  );
const headerText = fc.string({ maxLength: 40 }).map((text) => text.replaceAll(/[^\x20-\x7e]/g, ''));

// firePixel waits for a platform that does not exist here and would only slow the test down.
const quick = endpoints.filter(({ operationId }) => operationId !== 'firePixel');

const requests = () =>
  fc.constantFrom(...quick).chain((endpoint) =>
    fc.record({
      operationId: fc.constant(endpoint.operationId),
      params: fc.dictionary(fc.constantFrom('leadId', 'campaignId', 'offerId', 'interactionId'), anyId()),
      query: fc.dictionary(
        fc.oneof(
          fc.constantFrom('limit', 'cursor', 'status', 'search', 'page', 'startDate', 'status[$ne]'),
          fc.string(),
        ),
        fc.oneof(fc.string(), anyId()),
      ),
      body: 'body' in endpoint ? fc.oneof(mutated(endpoint.examples.body), nasty) : fc.constant(undefined),
      headers: fc.option(fc.record({ 'Idempotency-Key': headerText, 'X-Request-Id': headerText }), {
        nil: {},
      }),
    }),
  );

const BATCH = 50;
/** Every run makes new requests. */
const BATCHES = 24;
/** Leaves room for other suites that keep the processors busy. */
const BATCH_WITHIN_MS = 5_000;

test(
  'the gateway answers no random request with a 5xx or without an envelope',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(requests(), { minLength: BATCH, maxLength: BATCH }), async (batch) => {
        const answers = await Promise.all(
          batch.map(({ operationId, body, ...asked }) => world.call(operationId, { ...asked, body })),
        );
        for (const answer of answers) expect(answer.status).toBeLessThan(500);
      }),
      { numRuns: BATCHES },
    );
  },
  BATCHES * BATCH_WITHIN_MS,
);
