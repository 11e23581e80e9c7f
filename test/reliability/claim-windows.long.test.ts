/**
 * A process dies at every window that a claim on a person opens: of the whole tenant at qualification, of a client at
 * routing and at the end, and of a request at the gateway. Whatever it leaves there, of a person sent twice at once one
 * lead is sold in the tenant, one to each of two clients, and a lead keeps no claim of a client that did not buy it.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { setTimeout as pause } from 'node:timers/promises';
import { buyerServices, projectRoot, type ServiceName } from '@sluice/local';
import { aLead, eventually, testPhone } from '@sluice/testing';
import { MongoClient, type Db } from 'mongodb';
import { call, receiptIn, type Receipt } from '../installation/affiliate.js';
import { startTenant, type TestTenant } from '../installation/tenant.js';

/** Where a process dies: before a write of the store, or at a failpoint. */
interface Window {
  readonly name: string;
  readonly service: ServiceName;
  readonly env: { readonly DIES_BEFORE: string } | { readonly FAILPOINT: string };
}

const before = (write: string) => ({ DIES_BEFORE: write });
const at = (failpoint: string) => ({ FAILPOINT: failpoint });
const PEOPLE = 20;
const DIES_WITHIN_MS = 60_000;

const tenantWindows: readonly Window[] = [
  { name: 'before a claim', service: 'qualification', env: before('claims:3:') },
  { name: 'between claim and decision', service: 'qualification', env: before('decisions:2:"qualified"') },
  { name: 'before a duplicate is said', service: 'qualification', env: before('decisions:1:"duplicate"') },
  {
    name: 'between decision and hand-over',
    service: 'qualification',
    env: at('after-decision-before-advance:3'),
  },
];
const clientWindows: readonly Window[] = [
  { name: 'before a claim', service: 'routing', env: before('claims:2:') },
  { name: 'between claim and decision', service: 'routing', env: before('decisions:2:"routed"') },
  { name: 'between decision and hand-over', service: 'routing', env: at('after-decision-before-advance:3') },
  { name: 'after a call', service: 'delivery', env: at('after-call-before-outcome:2') },
  { name: 'before a sale is recorded', service: 'delivery', env: before('decisions:1:"delivered"') },
  { name: 'between a sale and its end', service: 'delivery', env: before('submissions:1:"delivered"') },
  { name: 'after the end of a sale', service: 'delivery', env: at('after-end:2') },
];
const endWindows: readonly Window[] = [
  { name: 'between outcome and decision', service: 'delivery', env: at('after-outcome-before-decision') },
  { name: 'before a refusal is recorded', service: 'delivery', env: before('decisions:1:"rejected"') },
  { name: 'before the claim is given back', service: 'delivery', env: before('claims:1:') },
  { name: 'after the end', service: 'delivery', env: at('after-end') },
];
const requestWindows: readonly Window[] = [
  { name: 'before the lead is written', service: 'gateway', env: at('before-write') },
  { name: 'before the lead is enqueued', service: 'gateway', env: at('after-write-before-enqueue') },
  { name: 'before the answer is kept', service: 'gateway', env: at('after-work-before-answer-kept') },
];

const client = (id: string) => ({
  ...{ clientId: `cli_${id}`, name: id, abbrev: id.toUpperCase() },
  settings: { defaultPostingUrl: `\${SINK_URL}/buyers/${id}`, postingMethod: 'http' },
});
const campaign = (campaignId: string, id: string, dedupeScope: string, more: object = {}) => ({
  ...{ campaignId, clientId: `cli_${id}` },
  settings: { dedupeEnabled: true, dedupeScope, dedupeFields: ['phone'] },
  ...more,
});

let tenant: TestTenant;
let mongo: MongoClient;
let db: Db;
let people = 0;
beforeAll(async () => {
  const hook = join(projectRoot, 'scripts', 'testing', 'dist', 'dies-writing.js');
  tenant = await startTenant(
    {
      settings: {},
      clients: ['aa', 'bb', 'no'].map(client),
      campaigns: [
        campaign('ONE', 'aa', 'tenant'),
        campaign('TWO', 'bb', 'tenant'),
        campaign('NEXT', 'bb', 'client'),
        campaign('FIRST', 'aa', 'client', { fallbackCampaigns: ['NEXT'] }),
        campaign('REFUS', 'no', 'client'),
        { campaignId: 'SAME', clientId: 'cli_aa', settings: { sameRequestSeconds: 600 } },
      ],
    },
    {
      services: buyerServices,
      apart: ['gateway', 'qualification', 'routing', 'delivery'],
      env: { SWEEP_AFTER_SECONDS: '5' },
      nodeArguments: ['--import', pathToFileURL(hook).href],
    },
  );
  tenant.installation.sink.script({ path: '/buyers/no', status: 422 });
  mongo = await MongoClient.connect(tenant.installation.backends.mongodbUrl);
  db = mongo.db();
}, 180_000);
afterAll(async () => {
  await mongo?.close();
  await tenant?.stop();
}, 60_000);

/** Sends what `send` sends while a process of the service dies at the window, and starts another one. */
async function dying<T>({ name, service, env }: Window, send: () => Promise<T>): Promise<T> {
  const { installation } = tenant;
  installation.signal(service, 'SIGKILL');
  await installation.ended(service);
  await installation.restart(service, env);
  const sending = send();
  const waited = pause(DIES_WITHIN_MS, { signal: 'none in time' }, { ref: false });
  const end = await Promise.race([installation.firstEnded(service), waited]);
  expect({ name, ...end }).toMatchObject({ name, signal: 'SIGKILL' });
  await installation.restart(service, { FAILPOINT: '', DIES_BEFORE: '' });
  return sending;
}

const newPerson = () => {
  people += 1;
  return { phone: testPhone(5_000 + people) };
};
/** New people, each sent twice at once to these campaigns. */
const twiceEach = (count: number, campaigns: readonly [string, string]) => {
  const all = Array.from({ length: count }, newPerson);
  return Promise.all(
    all.map((person) => Promise.all(campaigns.map((campaignId) => tenant.submit(campaignId, person)))),
  );
};
const fate = (receipt: Receipt) => tenant.fate(receipt, 120_000);
/** The claims of a lead, by scope and client. */
async function claimsOf({ leadId }: Receipt): Promise<readonly string[]> {
  const now = tenant.installation.stores.clock.now();
  const held = await tenant.stores.duplicateClaims.ofLead(leadId, now);
  return held.map(({ id }) =>
    id
      .split('.')
      .slice(0, id.startsWith('client.') ? 2 : 1)
      .join('.'),
  );
}
/** The campaign in which a lead was sold, or its status. */
async function soldIn(receipt: Receipt): Promise<string> {
  const status = await fate(receipt);
  if (status !== 'delivered') return status;
  const { decision } = (await tenant.decisions(receipt)).at(-1)!;
  return decision.kind === 'delivered' ? decision.campaignId : decision.kind;
}
const clientOf: Readonly<Record<string, string>> = { FIRST: 'client.cli_aa', NEXT: 'client.cli_bb' };

describe('scope tenant', () => {
  it.each(tenantWindows)(
    'of twenty people, each sent twice at once, twenty are sold and twenty are duplicates, when $service dies $name',
    async (window) => {
      const pairs = await dying(window, () => twiceEach(PEOPLE, ['ONE', 'TWO']));
      for (const pair of pairs) {
        expect((await Promise.all(pair.map(fate))).toSorted()).toEqual(['delivered', 'duplicate']);
        expect((await Promise.all(pair.map(claimsOf))).flat()).toEqual(['tenant']);
      }
    },
    240_000,
  );
});

describe('scope client', () => {
  it.each(clientWindows)(
    'of two leads of a person at once each of two clients gets one, and keeps only its claim, when $service dies $name',
    async (window) => {
      const pairs = await dying(window, () => twiceEach(PEOPLE / 2, ['FIRST', 'FIRST']));
      for (const pair of pairs) {
        const sold = await Promise.all(pair.map(soldIn));
        expect(sold.toSorted()).toEqual(['FIRST', 'NEXT']);
        for (const [n, receipt] of pair.entries())
          expect(await claimsOf(receipt)).toEqual([clientOf[sold[n]!]]);
      }
    },
    240_000,
  );

  it.each(endWindows)(
    'a client that refused the lead has no claim on the person, when $service dies $name',
    async (window) => {
      const person = newPerson();
      const receipt = await dying(window, () => tenant.submit('REFUS', person));
      expect(await fate(receipt)).toBe('rejected');
      await eventually('the claim is given back', async () => (await claimsOf(receipt)).length === 0);
      const again = await tenant.submit('REFUS', person);
      const { reason } = await tenant.atRest(again, 120_000);
      expect(reason).not.toBe('no_buyer');
      expect(await claimsOf(again)).toEqual([]);
    },
    180_000,
  );
});

describe('equal requests', () => {
  it.each(requestWindows)(
    'of eight at once one is a new lead, and each that asks again gets its ids, when the gateway dies $name',
    async (window) => {
      const body = aLead({ campaignId: 'SAME', ...newPerson() });
      const ask = async () => {
        const answer = await call(tenant.installation, 'POST', '/leads/submit', body).catch(() => undefined);
        return answer && answer.status !== 503 && answer.status !== 409 ? answer : undefined;
      };
      const receipts = await dying(window, () =>
        Promise.all(
          Array.from({ length: 8 }, async () =>
            receiptIn(await eventually('the gateway answers', ask, 120_000)),
          ),
        ),
      );
      expect(new Set(receipts.map(({ submissionId }) => submissionId)).size).toBe(1);
      expect(await fate(receipts[0]!)).toBe('delivered');
      expect(await db.collection('submissions').countDocuments({ 'data.phone': body['phone'] })).toBe(1);
    },
    240_000,
  );
});
