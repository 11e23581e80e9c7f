/** Look-ups, from the interface to the buyer, over every service; among them the examples, asked of a stand-in. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '@sluice/local';
import type { Behaviour } from '@sluice/sink';
import { MongoClient } from 'mongodb';
import { parse } from 'yaml';
import { group, startTenant, type TestTenant } from '../installation/tenant.js';

type Fields = Readonly<Record<string, unknown>>;

/** A look-up of a path of its own, so that the calls of each can be told apart. */
const own = (lookupId: string, more: Fields = {}) => ({
  lookupId,
  method: 'POST',
  url: `\${SINK_URL}/lookups/own/${lookupId}`,
  body: '{ "phone": "{{ phone_national }}", "story": "{{ story }}" }',
  map: [
    { field: 'code', jsonPath: '$.code' },
    { field: 'score', jsonPath: '$.score' },
  ],
  ...more,
});
const after = (lookupId: string, operator: string, value: unknown) => ({
  name: `after ${lookupId}`,
  afterLookups: true,
  ...group({ field: `lookup.${lookupId}.code`, operator, value: [value] }),
});
const asking = (campaignId: string, lookups: readonly string[], more: Fields = {}) => ({
  campaignId,
  lookups: lookups.map((lookupId) => ({ lookupId })),
  disqualificationConditionals: lookups.map((lookupId) => after(lookupId, 'not_equals', 'C')),
  ...more,
});

const examples = readdirSync(join(projectRoot, 'examples', 'lookups'))
  .filter((name) => name.endsWith('.yaml'))
  .map((name, n) => {
    const vendor = name.replace(/(-lookup)?\.yaml$/, '').replaceAll('-', '');
    const text = readFileSync(join(projectRoot, 'examples', 'lookups', name), 'utf8');
    const { lookups, campaigns } = parse(text) as Record<'lookups' | 'campaigns', readonly Fields[]>;
    const stands = (url: string) => url.replace(/^https:\/\/[^/]+/, `\${SINK_URL}/lookups/${vendor}`);
    return {
      ...{ name, vendor, campaignId: `EX${n}` },
      lookups: lookups.map((one) => ({ ...one, url: stands(String(one['url'])) })),
      campaign: { ...campaigns[0], campaignId: `EX${n}` },
      secrets: [...text.matchAll(/secrets\.(\w+)/g)].map(([, secret = '']) => secret),
    };
  });

let tenant: TestTenant;
beforeAll(async () => {
  tenant = await startTenant(
    {
      settings: {},
      secrets: Object.fromEntries(
        examples.flatMap(({ secrets }) => secrets).map((name) => [name, 'vendor-key']),
      ),
      lookups: [
        ...['lk_a', 'lk_b', 'lk_free'].map((id) => own(id)),
        own('lk_hold'),
        own('lk_pass', { onError: 'pass' }),
        own('lk_stop', { onError: 'disqualify' }),
        own('lk_test', { testToo: true }),
        own('lk_kept', { cacheDays: 1 }),
        ...examples.flatMap(({ lookups }) => lookups),
      ],
      campaigns: [
        asking('BOTH', ['lk_a', 'lk_b']),
        asking('FREE', ['lk_free'], {
          disqualificationConditionals: [group({ field: 'story', operator: 'contains', value: ['free'] })],
        }),
        asking('HOLD', ['lk_a', 'lk_hold']),
        asking('PASS', ['lk_pass']),
        asking('STOP', ['lk_stop']),
        asking('TESTS', ['lk_a', 'lk_test'], { disqualificationConditionals: [] }),
        asking('KEPT', ['lk_kept']),
        asking('PRICE', ['lk_a'], {
          disqualificationConditionals: [],
          routingRules: [
            {
              ...group({ field: 'lookup.lk_a.code', operator: 'equals', value: ['D'] }),
              routeTo: { campaignId: 'OTHER' },
            },
          ],
          price: {
            currency: 'USD',
            amount: 10,
            rules: [
              {
                when: group({ field: 'lookup.lk_a.score', operator: 'greater_than', value: [50] }),
                amount: 90,
              },
            ],
          },
        }),
        { campaignId: 'OTHER' },
        ...examples.map(({ campaign }) => campaign),
      ],
    },
    { services: ['gateway', 'qualification', 'routing', 'delivery', 'webhook'] },
  );
}, 120_000);
afterAll(() => tenant?.stop());

let count = 0;
/** Submits a lead with a marker of its own, about which these look-ups answer so. */
async function submit(
  campaignId: string,
  answers: Readonly<Record<string, Partial<Behaviour>>>,
  more: Fields = {},
) {
  const marker = `marker-${(count += 1)}-x`;
  for (const [lookupId, script] of Object.entries(answers))
    tenant.installation.sink.script({ path: `/lookups/own/${lookupId}`, contains: marker, ...script });
  const receipt = await tenant.submit(campaignId, {
    questionnaire: { story: `${marker} ${(more['story'] as string | undefined) ?? ''}` },
    ...more,
  });
  return { marker, receipt };
}
const says = (codeOf: string, more: Fields = {}) => ({ status: 200, body: { code: codeOf, ...more } });
const calls = (lookupId: string, marker: string) =>
  tenant.received(`/lookups/own/${lookupId}`).filter(({ body }) => body.includes(marker)).length;
const kinds = async (receipt: Parameters<TestTenant['decisions']>[0]) =>
  (await tenant.decisions(receipt)).map(({ decision }) =>
    decision.kind === 'asking' ? `asking ${decision.check}` : decision.kind,
  );

describe('a lead of a campaign with look-ups', () => {
  it.concurrent('is asked about once by each, one after another, and sold', async () => {
    const { marker, receipt } = await submit('BOTH', { lk_a: says('C'), lk_b: says('C') });
    expect(await tenant.fate(receipt)).toBe('delivered');
    expect(await kinds(receipt)).toEqual([
      'asking lookup.lk_a',
      'asking lookup.lk_b',
      'qualified',
      'routed',
      'delivered',
    ]);
    expect([calls('lk_a', marker), calls('lk_b', marker)]).toEqual([1, 1]);
  });

  it.concurrent('is disqualified by a group that reads an answer', async () => {
    const { receipt } = await submit('BOTH', { lk_a: says('C'), lk_b: says('D') });
    expect(await tenant.atRest(receipt)).toMatchObject({
      status: 'disqualified',
      reason: 'disqualifying_condition',
    });
    expect((await tenant.decisions(receipt)).at(-1)?.decision.lookups).toMatchObject({
      lk_a: { fields: { code: 'C' } },
      lk_b: { fields: { code: 'D' } },
    });
  });

  it.concurrent('that a group refuses which costs nothing is asked about by nobody', async () => {
    const { marker, receipt } = await submit('FREE', { lk_free: says('C') }, { story: 'free' });
    expect(await tenant.fate(receipt)).toBe('disqualified');
    expect(calls('lk_free', marker)).toBe(0);
  });

  it.concurrent('waits without an answer, and goes on by a person, who repeats every look-up but that one', async () => {
    const { marker, receipt } = await submit('HOLD', { lk_a: says('C'), lk_hold: { status: 404 } });
    expect(await tenant.atRest(receipt)).toMatchObject({
      status: 'pending_action',
      reason: 'lookup_unavailable',
    });
    expect(calls('lk_hold', marker)).toBe(1);
    const delivered = await tenant.call('POST', `/leads/${receipt.leadId}/deliver`, { campaignId: 'HOLD' });
    const again = { leadId: receipt.leadId, submissionId: String(delivered.data['newSubmissionId']) };
    expect(await tenant.fate(again)).toBe('delivered');
    expect([calls('lk_a', marker), calls('lk_hold', marker)]).toEqual([2, 1]);
    const { trace } = (await tenant.decisions(again)).findLast(
      ({ stage }) => stage === 'qualification',
    )!.decision;
    expect(trace).toContainEqual({
      looked: 'lookup',
      at: 'lk_hold',
      verdict: 'skipped',
      because: 'by_person',
    });
  });

  it.concurrent('whose vendor held it is not asked about by that one again when two people let it go on at once', async () => {
    const { marker, receipt } = await submit('HOLD', { lk_a: says('C'), lk_hold: { status: 404 } });
    await tenant.atRest(receipt);
    // Both are under way together.
    const slow = { ...says('C'), delayMs: 1_500 };
    tenant.installation.sink.script({ path: '/lookups/own/lk_a', contains: marker, ...slow });
    const press = async () => {
      const { data } = await tenant.call('POST', `/leads/${receipt.leadId}/deliver`, { campaignId: 'HOLD' });
      return { leadId: receipt.leadId, submissionId: String(data['newSubmissionId']) };
    };
    const [, second] = [await press(), await press()];
    expect(await tenant.fate(second)).toBe('delivered');
    expect(calls('lk_hold', marker)).toBe(1);
  });

  it.concurrent.each([
    ['PASS', 'lk_pass', 'delivered', undefined],
    ['STOP', 'lk_stop', 'disqualified', 'lookup_failed'],
  ])('of campaign %s follows onError without an answer', async (campaignId, lookupId, status, reason) => {
    const { receipt } = await submit(campaignId, { [lookupId]: { status: 401 } });
    const lead = await tenant.atRest(receipt);
    expect([lead.status, lead.reason]).toEqual([status, reason]);
  });

  it.concurrent('that is a test is asked about only where the look-up says so', async () => {
    const { marker, receipt } = await submit('TESTS', { lk_test: says('C') }, { isTest: true });
    expect(await tenant.fate(receipt)).toBe('delivered');
    expect([calls('lk_a', marker), calls('lk_test', marker)]).toEqual([0, 1]);
  });

  it.concurrent('is routed and priced by what they answered', async () => {
    const sold = await submit('PRICE', { lk_a: says('C', { score: 80 }) });
    expect(await tenant.fate(sold.receipt)).toBe('delivered');
    expect((await tenant.decisions(sold.receipt)).at(-1)?.decision).toMatchObject({
      price: 90,
      campaignId: 'PRICE',
    });
    const moved = await submit('PRICE', { lk_a: says('D') });
    expect(await tenant.fate(moved.receipt)).toBe('delivered');
    expect((await tenant.decisions(moved.receipt)).at(-1)?.decision).toMatchObject({ campaignId: 'OTHER' });
  });
});

it('an erasure leaves nothing of what vendors said, the answers kept for others included', async () => {
  const { receipt } = await submit('KEPT', { lk_kept: says('C', { score: 4_711_001 }) });
  expect(await tenant.fate(receipt)).toBe('delivered');
  const mongo = await MongoClient.connect(tenant.installation.backends.mongodbUrl);
  const everywhere = async () => {
    const names = (await mongo.db().listCollections().toArray()).map(({ name }) => name);
    const all = await Promise.all(names.map(async (name) => mongo.db().collection(name).find().toArray()));
    return JSON.stringify(all);
  };
  try {
    expect(await everywhere()).toContain('4711001');
    await tenant.installation.sluice(['erase', '--tenant', 'acme', receipt.leadId]);
    expect(await everywhere()).not.toContain('4711001');
  } finally {
    await mongo.close();
  }
}, 60_000);

it('a simulation goes through the whole chain and asks nobody', async () => {
  const before = tenant.received('/lookups/*').length;
  const folder = mkdtempSync(join(tmpdir(), 'sluice-simulated-'));
  const file = join(folder, 'lead.json');
  writeFileSync(
    file,
    JSON.stringify({ firstName: 'A', lastName: 'B', email: 'a@b.example', phone: '+14155550132' }),
  );
  const { output } = await tenant.installation.sluice([
    'simulate',
    file,
    '--tenant',
    'acme',
    '--campaign',
    'BOTH',
    '--json',
  ]);
  rmSync(folder, { recursive: true });
  const { decisions } = JSON.parse(output) as {
    decisions: readonly { decision: { kind: string; check?: string } }[];
  };
  expect(decisions.map(({ decision: { kind, check } }) => [kind, check ?? []].flat().join(' '))).toEqual([
    'asking lookup.lk_a',
    'asking lookup.lk_b',
    'qualified',
    'routed',
  ]);
  expect(tenant.received('/lookups/*').length).toBe(before);
});

it.each(examples)(
  'examples/lookups/$name takes a good answer, and refuses a bad one',
  async ({ vendor, campaignId }) => {
    const person = (last: number) => ({
      phone: `+1415555020${last}`,
      compliance: { jornayaLeadId: last === 1 ? 'short' : 'A1B2C3D4-E5F6-7890-ABCD-EF1234567890' },
    });
    const good = await tenant.submit(campaignId, person(2));
    expect(await tenant.fate(good)).toBe('delivered');
    const bad = await tenant.submit(campaignId, person(1));
    expect(await tenant.atRest(bad)).toMatchObject({
      status: 'disqualified',
      reason: 'disqualifying_condition',
    });
    expect(tenant.received(`/lookups/${vendor}/*`)).toHaveLength(2);
  },
);
