/** A counter of a tenant with very many leads in progress, which two processes want to found at once. */
import { setTimeout as pause } from 'node:timers/promises';
import { MongoClient } from 'mongodb';
import { aSubmission, testBackends, type TestBackends } from '@sluice/testing';
import { openStores, type Stores } from '../src/index.js';
import { submissionDocument } from '../src/submissions.js';

const LEADS = 5_000;
/** Much shorter than reading all those leads takes. */
const LEASE_MS = 100;
const LEADS_ASKING = 4;

let backends: TestBackends;
let processes: readonly Stores[] = [];
beforeAll(async () => {
  backends = await testBackends({ prepares: true });
  const open = () =>
    openStores(backends.mongodbUrl, { slots: { knownEverywhereMs: 0, foundingLeaseMs: LEASE_MS } });
  processes = [await open(), await open()];
  await processes[0]?.prepare();
  const client = await MongoClient.connect(backends.mongodbUrl);
  const dueAt = new Date(Date.now() + 3600_000);
  const documents = Array.from({ length: LEADS }, (_, n) =>
    submissionDocument({ ...aSubmission({ submissionId: `sub_${n}` }), dueAt }),
  );
  await client
    .db()
    .collection('submissions')
    .insertMany(documents as never);
  await client.close();
}, 60_000);
afterAll(async () => {
  await Promise.all(processes.map((stores) => stores.close()));
  await backends.stop();
});

it('slots are granted although founding their counter takes longer than its lease and leads of two processes keep asking', async () => {
  const ask = {
    counter: 'campaign.SLOW.lifetime.all',
    cap: 2 * LEADS_ASKING,
    owner: { campaignId: 'SLOW' },
    since: new Date(0),
  };
  const granted = async (stores: Stores, name: string) => {
    const { slots } = stores.forTenant('demo');
    while (!(await slots.reserve(name, [ask])).granted) await pause(20);
  };
  await Promise.all(
    processes.flatMap((stores, index) =>
      Array.from({ length: LEADS_ASKING }, (_, n) => granted(stores, `sub_x.routing.${index}${n}`)),
    ),
  );
  expect(await processes[0]?.forTenant('demo').slots.taken([ask.counter])).toEqual([2 * LEADS_ASKING]);
}, 30_000);
