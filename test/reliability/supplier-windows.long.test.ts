/**
 * A process dies at every window that a supplier opens: its count, its costs and their reversal. Whatever a process leaves
 * there, of six leads at once at a limit of two, two are taken, each costs once, and a return gives one cost back once.
 */
import { auditCounts } from '@sluice/pipeline';
import { createMetrics, silentLogger } from '@sluice/process';
import { newKey } from '@sluice/store';
import { aLead, eventually } from '@sluice/testing';
import { buyerServices, projectRoot, type ServiceName } from '@sluice/local';
import { MongoClient, type Db } from 'mongodb';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { call, submit, type Receipt } from '../installation/affiliate.js';
import { startTenant, type TestTenant } from '../installation/tenant.js';

/** Where a process dies: before a write of the store, or at a failpoint. */
interface Window {
  readonly name: string;
  readonly service: ServiceName;
  readonly env: { readonly DIES_BEFORE: string } | { readonly FAILPOINT: string };
}

const before = (write: string) => ({ DIES_BEFORE: write });
const windows: readonly Window[] = [
  {
    name: 'between opening and decision',
    service: 'qualification',
    env: before('decisions:1:"kind":"qualified"'),
  },
  {
    name: 'between the decisions of two leads',
    service: 'qualification',
    env: before('decisions:2:"kind":"qualified"'),
  },
  {
    name: 'between decision and count',
    service: 'qualification',
    env: before('counts:1:/supplier\\..*"known"'),
  },
  { name: 'between count and cost', service: 'qualification', env: before('ledger:1:"type":"cost"') },
  { name: 'between two costs', service: 'qualification', env: before('ledger:2:"type":"cost"') },
  {
    name: 'between cost and hand-over',
    service: 'qualification',
    env: { FAILPOINT: 'after-decision-before-advance' },
  },
  { name: 'between sale and its cost', service: 'delivery', env: before('ledger:1:"type":"cost"') },
  { name: 'between cost and end of a sale', service: 'delivery', env: before('submissions:1:"delivered"') },
  { name: 'between return and reversal', service: 'gateway', env: before('ledger:1:"cost_reversal"') },
  { name: 'between reversal and end', service: 'gateway', env: { FAILPOINT: 'after-return-booked' } },
];
const supplierOf = (index: number) => `sup_${index}`;
const mode = ({ service }: Window) => (service === 'qualification' ? 'per_lead' : 'per_sale');
const AT_ONCE = 6;
const CAP = 2;
const DIES_WITHIN_MS = 60_000;

let tenant: TestTenant;
let mongo: MongoClient;
let db: Db;
/** The leads of each window. */
const sent: (readonly Receipt[])[] = [];
beforeAll(async () => {
  const hook = join(projectRoot, 'scripts', 'testing', 'dist', 'dies-writing.js');
  tenant = await startTenant(
    {
      suppliers: windows.map((window, index) => ({
        supplierId: supplierOf(index),
        name: window.name,
        limits: [{ type: 'lifetime', cap: CAP }],
        cost: { mode: mode(window), amount: 12, currency: 'USD' },
      })),
      campaigns: [
        { campaignId: 'SELLS', price: { currency: 'USD', amount: 40 }, returns: { autoApprove: true } },
      ],
    },
    {
      services: buyerServices,
      apart: ['gateway', 'qualification', 'delivery'],
      env: { SWEEP_AFTER_SECONDS: '5' },
      nodeArguments: ['--import', pathToFileURL(hook).href],
    },
  );
  mongo = await MongoClient.connect(tenant.installation.backends.mongodbUrl);
  db = mongo.db();
  for (const [index, window] of windows.entries()) await play(window, index);
}, 1_500_000);
afterAll(async () => {
  await mongo?.close();
  await tenant?.stop();
}, 60_000);

async function play({ name, service, env }: Window, index: number): Promise<void> {
  const { installation } = tenant;
  const startAnew = async (more: Readonly<Record<string, string>>) => {
    installation.signal(service, 'SIGKILL');
    await installation.ended(service);
    await installation.restart(service, more);
  };
  const dies = async () => {
    const waited = pause(DIES_WITHIN_MS, { signal: 'none in time' }, { ref: false });
    const end = await Promise.race([installation.firstEnded(service), waited]);
    expect({ name, ...end }).toMatchObject({ name, signal: 'SIGKILL' });
  };
  if (service !== 'gateway') await startAnew(env);
  // They meet in one worker.
  installation.signal('qualification', 'SIGSTOP');
  const leads = await sendAtOnce(supplierOf(index));
  sent.push(leads);
  installation.signal('qualification', 'SIGCONT');
  if (service !== 'gateway') {
    await dies();
    await installation.restart(service, { FAILPOINT: '', DIES_BEFORE: '' });
  }
  const statuses = await Promise.all(leads.map((lead) => tenant.fate(lead, 120_000)));
  if (service === 'gateway') await startAnew(env);
  const { leadId = '' } = leads.find((_, n) => statuses[n] === 'delivered') ?? {};
  const giveBack = () => call(installation, 'POST', '/returns', { leadId, reason: 'wrong_number' });
  const asked = giveBack().catch(() => undefined);
  if (service !== 'gateway') return void (await asked);
  await dies();
  await asked;
  await installation.restart(service, { FAILPOINT: '', DIES_BEFORE: '' });
  await eventually('the return is complete', async () => {
    const found = await db.collection('returns').findOne({ leadId, dueAt: { $exists: false } });
    return found !== null;
  });
}

async function sendAtOnce(supplierId: string): Promise<readonly Receipt[]> {
  const { stores, url } = tenant.installation;
  const apiKey = newKey('slk_');
  await stores.apiKeys.add(apiKey, { tenantId: 'acme', name: 'test', createdAt: new Date(), supplierId });
  return Promise.all(
    Array.from({ length: AT_ONCE }, () => submit({ url, apiKey }, aLead({ campaignId: 'SELLS' }))),
  );
}

it.each(windows.map(({ name, service }, index) => ({ name, service, index })))(
  'of six at once at a limit of two, two are taken and cost once, and one return is given back once, when $service dies $name',
  async ({ index }) => {
    const leads = sent[index] ?? [];
    const statuses = await Promise.all(leads.map((lead) => tenant.fate(lead)));
    // Of the two that were delivered, one was given back.
    expect(statuses.toSorted()).toEqual(['delivered', ...Array<string>(4).fill('rejected'), 'returned']);
    const supplierId = supplierOf(index);
    const { entries } = await tenant.stores.ledger.page({ supplierId }, 50);
    const costs = entries.filter(({ type }) => type.startsWith('cost'));
    const bookedTo = (status: string) =>
      leads
        .filter((_, n) => statuses[n] === status)
        .flatMap(({ leadId }) =>
          costs.filter((cost) => cost.leadId === leadId).map(({ type, minor }) => [type, minor]),
        );
    expect(bookedTo('delivered')).toEqual([['cost', 1200]]);
    expect(bookedTo('returned').toSorted()).toEqual([
      ['cost', 1200],
      ['cost_reversal', -1200],
    ]);
    expect(costs).toHaveLength(3);
    const count = await db.collection('counts').findOne({ _id: `acme/supplier.${supplierId}` as never });
    expect(count).toMatchObject({ lifetime: { placed: CAP }, daily: { placed: CAP }, open: [] });
  },
);

it('the audit finds nothing left over', async () => {
  const { stores } = tenant.installation;
  const core = { stores, log: silentLogger, metrics: createMetrics('test') };
  expect(await auditCounts(core, { youngMs: -1_000 })).toBe(0);
  const counts = await db
    .collection('counts')
    .find({ _id: /^acme\/supplier\./ })
    .toArray();
  expect(counts).toHaveLength(windows.length);
  expect(counts.filter(({ open, taken }) => [open, taken].flat().length > 0)).toEqual([]);
});
