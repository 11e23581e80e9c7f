import type { Routed } from '@sluice/contracts';
import { accepted, aSubmission, testBackends, type TestBackends } from '@sluice/testing';
import { MongoClient, type Collection, type Document } from 'mongodb';
import { openStores, type SlotAsk, type Stores } from '../src/index.js';

let backends: TestBackends;
let client: MongoClient;
let stores: Stores;
beforeAll(async () => {
  backends = await testBackends();
  client = new MongoClient(backends.mongodbUrl);
  stores = await openStores(backends.mongodbUrl);
  const { campaigns, clients } = stores.forTenant('demo');
  for (const id of ['ACME', 'BOTH']) await campaigns.put(id, { campaignId: id } as never);
  for (const id of ['cli_acme', 'BOTH']) await clients.put(id, { clientId: id } as never);
});
afterAll(async () => {
  await Promise.all([client.close(), stores.close()]);
  await backends.stop();
});

const collection = (name: string) =>
  client
    .db(new URL(backends.mongodbUrl).pathname.slice(1) || 'sluice')
    .collection(name) as unknown as Collection<Document & { _id: string }>;

const period = { periodStart: new Date('2026-11-01T00:00:00Z'), periodEnd: new Date('2026-12-01T00:00:00Z') };
const at = new Date('2026-11-20T12:00:00Z');

/** A submission of an earlier version that was routed with a slot, and placed or not. */
async function routed(id: string, campaignId: string, clientId: string, placed: boolean): Promise<void> {
  const submission = aSubmission({ submissionId: id, campaignId });
  await stores.accept(accepted(submission));
  const { endings, journal } = stores.forTenant('demo');
  const slots = [`${campaignId}.monthly.2026-11`];
  const decision: Routed = { kind: 'routed', campaignId, clientId, slots, reservedAt: at, trace: [] };
  await journal.record(submission, 'routing', 0, decision, at);
  const placement = { campaignId, clientId, at };
  if (placed) await endings.write(id, { status: 'delivered', endedAt: at, placement });
}

const ask = (owner: SlotAsk['owner'], cap: number): SlotAsk => {
  const name = 'campaignId' in owner ? `campaign.${owner.campaignId}` : `client.${owner.clientId}`;
  return { counter: `${name}.monthly.2026-11`, owner, cap, ...period };
};

it('the migration of counters renames them after their owners, and counts placed leads and leads in progress', async () => {
  await routed('sub_1', 'ACME', 'cli_acme', true);
  await routed('sub_2', 'ACME', 'cli_acme', false);
  await routed('sub_3', 'BOTH', 'cli_acme', true);
  await routed('sub_4', 'BOTH', 'BOTH', true);
  const expiresAt = new Date('2027-01-01T00:00:00Z');
  const old = (name: string, confirmed: number, open: string[]) => ({
    ...{ _id: `demo/${name}.monthly.2026-11`, tenantId: 'demo', confirmed, open, expiresAt },
  });
  await collection('counters').insertMany([
    old('ACME', 1, ['sub_2.routing.0']),
    // A campaign and a client with this name had one counter together.
    old('BOTH', 3, []),
  ]);
  const held = aSubmission({ submissionId: 'sub_9' });
  await stores.accept(accepted(held));
  const waitsFor = ['ACME.monthly.2026-11', 'cli_acme.daily.2026-11-20', 'ACME.hours.open'];
  await stores.forTenant('demo').submissions.hold('sub_9', 0, new Date(), 'monthly_limit_full', waitsFor);

  // Twice concurrently, and once more.
  await Promise.all([stores.prepare(), stores.prepare()]);
  await stores.prepare();

  expect((await collection('counters').find().toArray()).map(({ _id }) => _id).sort()).toEqual([
    'demo/campaign.ACME.monthly.2026-11',
    'demo/campaign.BOTH.monthly.2026-11',
    'demo/client.BOTH.monthly.2026-11',
  ]);
  expect((await stores.forTenant('demo').submissions.find('sub_9'))?.waitsFor).toEqual([
    'campaign.ACME.monthly.2026-11',
    'client.cli_acme.daily.2026-11-20',
    'campaign.ACME.hours.open',
  ]);

  const { slots } = stores.forTenant('demo');
  const roomFor = async (owner: SlotAsk['owner'], cap: number) =>
    (await slots.reserve('sub_9.routing.0', [ask(owner, cap)])).granted;
  expect([await roomFor({ campaignId: 'ACME' }, 2), await roomFor({ campaignId: 'ACME' }, 3)]).toEqual([
    false,
    true,
  ]);
  expect([await roomFor({ campaignId: 'BOTH' }, 2), await roomFor({ campaignId: 'BOTH' }, 3)]).toEqual([
    false,
    true,
  ]);
  expect([await roomFor({ clientId: 'BOTH' }, 1), await roomFor({ clientId: 'BOTH' }, 2)]).toEqual([
    false,
    true,
  ]);
});
