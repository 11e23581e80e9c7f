/**
 * The queries that gauges, the sweep and the dashboard poll, or that run for every lead, on a store in which most leads
 * ended long ago and many wait: no query examines them all.
 */
import { localDaysBetween } from '@sluice/domain';
import { anyCollection, collections, entries, storeDb, type Awaited } from '@sluice/store';
import { duringTests, openNamesOf, openSlot, slot } from '@sluice/testing';
import { openExplained, type Examined } from '@sluice/testing/core';
import type { Document } from 'mongodb';
import type { Reports, TenantReports } from '../src/index.js';
import {
  fillStore,
  LEADS,
  HELD,
  WAITING,
  CAMPAIGNS,
  now,
  ago,
  HOUR_MS,
  pad,
  submission,
} from './grown-store.js';

/** What a query may examine beyond what it returns: the bounds of its ranges. */
const LITTLE = 40;

/** Some submissions, a few hundred of which are held. */
const waitedFor = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    tenantId: 'demo',
    submissionId: `sub_${pad(HELD - 300 + n)}`,
  }));

const world = duringTests(openExplained);
let reports: Reports;
beforeAll(async () => {
  ({ reports } = world.core);
  await fillStore(world.db);
}, 120_000);

const quarantined = { status: 'error', reason: 'quarantined', campaignId: `C${999 % CAMPAIGNS}` };
const demo = () => world.stores.forTenant('demo');
const shown = () => reports.forTenant('demo');
const due = () => world.stores.due;
const outbox = () => world.stores.outbox;
const releasable = (scope: 'submissions' | 'effects', holding: readonly string[]) =>
  world.stores.workOnHold.releasableTenants(scope, holding, { after: '', limit: 100 });

async function awaited({ stores }: typeof world): Promise<readonly Awaited[]> {
  const found: Awaited[] = [];
  for await (const one of stores.awaited()) found.push(one);
  return found;
}

const northern = { tenantId: 'demo', supplierId: 'sup_7' };
const sitesOfSupplier: Parameters<TenantReports['counted']['count']>[0] = {
  groupBy: ['subId1'],
  ...{ from: ago(30 * 24 * HOUR_MS), before: ago(-24 * HOUR_MS), basis: 'received', zone: 'UTC' },
  daysBetween: (from, before) => localDaysBetween('UTC', from, before),
  supplierIds: ['sup_1'],
};

const questions: [string, () => Promise<unknown>][] = [
  ['the outbox gauge', () => outbox().lag(50)],
  ['the gauge of the oldest in progress', () => outbox().oldestInProgressMs()],
  ['the gauge of what is held', () => outbox().held(50)],
  ['the gateway that counts the backlog', () => outbox().overdue(50)],
  ['every gateway for the size of the backlog', () => world.stores.backlog.overdue(50)],
  ['the sweep for tenants with overdue work', () => due().tenants()],
  ['the sweep for the next release', () => due().nextRelease()],
  ['the sweep for overdue submissions', () => due().submissions('late', 50)],
  ['the sweep for overdue submissions where there are none', () => due().submissions('demo', 256)],
  ['the sweep for overdue effects', () => due().effects('demo', 256)],
  ['the sweep for expired files', () => due().expiredFiles(200)],
  ['the sweep: files to notify of', () => due().filesToNotify(200)],
  ['the sweep for expired claims and answers', () => due().dropExpired()],
  ['the sweep for submissions whose hold has ended', () => releasable('submissions', ['quiet', 'silent'])],
  ['the sweep for effects whose hold has ended', () => releasable('effects', ['silent'])],
  ['a release of submissions', () => world.stores.workOnHold.release('submissions', 'quiet', 30)],
  [
    'the first page for rules that cannot read their values',
    () => world.stores.readings.unread(50, ago(HOUR_MS)),
  ],
  ['the kept answer of a look-up', () => demo().lookupAnswers.take('lk_1.x', 'lead_1', now)],
  ['the claims of a lead', () => demo().duplicateClaims.ofLead('lead_1', now)],
  ['the messages to a lead', () => demo().effects.messagesTo('lead_1')],
  [
    'the dashboard for certificates that could not be retained',
    () => demo().effects.notRetained({ newest: 5, most: 50, since: ago(HOUR_MS) }),
  ],
  ['a release of effects', () => world.stores.workOnHold.release('effects', 'quiet', 30)],
  ['the sweep for plans that were left', () => world.stores.configurations.unfinished(now, 20)],
  ['the sweep for changes that were left', () => world.stores.tenants.stillChanging(now, 20)],
  ['the audit of counts', () => openNamesOf(world.stores)],
  ['the sweep for what held leads wait for', () => awaited(world)],
  ['the gateway for the outcome that a request waits for', () => world.stores.atRest(waitedFor(10))],
  ['the sweep for its leader lease', () => world.stores.leaderLease.becomeLeader('one', 5_000)],
  [
    'the dashboard for the number of quarantined leads',
    () => shown().needsAttention.alerted('quarantined', { most: 50, failedSince: ago(HOUR_MS) }),
  ],
  [
    'the dashboard for the number of failed leads',
    () => shown().needsAttention.alerted('failed', { most: 50, failedSince: ago(HOUR_MS) }),
  ],
  ['the dashboard for the newest quarantined leads', () => shown().needsAttention.newest('quarantined', 50)],
  ['the dashboard for the number of unknown outcomes', () => shown().needsAttention.unknownCount()],
  ['the dashboard for the newest unknown outcomes', () => shown().needsAttention.unknown(50)],
  ['the dashboard for submissions whose workers die', () => shown().needsAttention.crashing(50)],
  ['the dashboard for open circuits', () => demo().openCircuits.open(now)],
  ['the first page for leads that wait for a person', () => reports.leadsAwaitingOperator(50)],
  [
    'the first page for leads that wait for a vendor',
    () => demo().leads.countWaiting({ reason: 'lookup_unavailable', campaignIds: ['C1', 'C7'] }, 50),
  ],
  [
    'the first page for buyers in trouble',
    () => world.stores.receivers.inTrouble(50, { failedSince: ago(HOUR_MS), calledSince: ago(HOUR_MS) }),
  ],
  ['the first page for receivers that are switched off', () => world.stores.webhooksSwitchedOff(50)],
  [
    'the first page for postbacks that fail',
    () => world.stores.failingPostbacks({ failingBefore: now, failedSince: ago(HOUR_MS) }, 50),
  ],
  ['the first page for what is held', () => world.stores.heldLeads()],
  ['the first page for the last minutes', () => reports.figures.leads('minute', ago(60_000))],
  ['the first page for leads on hold', () => world.stores.workOnHold.waiting(50)],
  ['the first page for holds', () => world.stores.tenantHolds.all()],
  ['the dashboard for the leads of a group', () => shown().attentionGroups.page(quarantined, 50)],
  ['a worker for what was ordered about a receiver', () => demo().circuitOrders.cached('r1')],
  ['the dashboard for disabled webhook URLs', () => demo().webhookUrls.switchedOff()],
  ['the dashboard for the audit log', () => world.stores.audit.page({}, 200)],
  ['a worker for a campaign', () => demo().campaigns.cached('C7')],
  ['the dashboard for a page of campaigns', () => demo().campaigns.page({}, 50)],
  ['the dashboard for a later page of campaigns', () => demo().campaigns.page({ after: 'C300' }, 50)],
  ['the dashboard for a page of suppliers', () => demo().suppliers.page({ inUse: true }, 50)],
  ['the dashboard for the keys of a tenant', () => world.stores.apiKeys.list('demo')],
  ['the gateway for a link to posting instructions', () => world.stores.postingLinks.find('x'.repeat(22))],
  ['the dashboard for the links of a supplier', () => world.stores.postingLinks.ofSupplier(northern, now)],
  ['a revocation of links', () => world.stores.postingLinks.revoke({ ...northern, campaignId: 'C7' })],
  ['a worker for a submission', () => demo().submissions.find(`sub_${pad(5_000)}`)],
  ['a worker for the decisions of a submission', () => demo().journal.history(`sub_${pad(5_000)}`)],
  ['delivery for the routing of a submission', () => demo().journal.findRouted(`sub_${pad(5_000)}`, 0)],
  ['a worker for the attempts of a submission', () => demo().attempts.of(`sub_${pad(5_000)}`)],
  ['a worker for the files of a lead', () => demo().files.ofLead(`lead_${pad(5_000)}`, now)],
  ['the leads of a supplier', () => shown().leads.page({ supplierIds: ['sup_1'] }, 50)],
  ['the leads of a site', () => shown().leads.page({ supplierIds: ['sup_1'], subId1: 'site-3' }, 50)],
  ['the leads of a site, whoever sent them', () => shown().leads.page({ subId1: 'site-3' }, 50)],
  ['a report of the sites of a supplier', () => shown().counted.count(sitesOfSupplier)],
  ['a page of the ledger', () => demo().ledger.page({}, 50)],
  ['a later page of the ledger', () => demo().ledger.page({}, 50, `sub_${pad(3_001)}.sale`)],
  ['the ledger of a day', () => demo().ledger.page({ from: ago(4_000_000), before: ago(3_000_000) }, 50)],
  ['the ledger of a type', () => demo().ledger.page({ type: 'adjustment' }, 50)],
  ['the ledger of sales', () => demo().ledger.page({ type: 'sale' }, 50)],
  ['the ledger of a lead', () => demo().ledger.page({ leadId: `lead_${pad(5_000)}` }, 50)],
  ['the ledger of a campaign', () => demo().ledger.page({ campaignId: 'C7' }, 50)],
  ['the ledger of a client', () => demo().ledger.page({ clientId: 'cli_7' }, 50)],
  ['the ledger of a supplier', () => demo().ledger.page({ supplierId: 'sup_1' }, 50)],
  ['an adjustment for the sale of its lead', () => demo().ledger.lastSale(`lead_${pad(5_001)}`)],
  [
    'a return for the sale of its lead to a client',
    () => demo().ledger.lastSale(`lead_${pad(5_001)}`, 'cli_7'),
  ],
  [
    'a comparison for the sales and corrections of a lead',
    () => demo().ledger.salesOfLead(`lead_${pad(5_001)}`),
  ],
  ['a bulk update for the sales of its leads', () => demo().ledger.lastSales([`lead_${pad(5_001)}`])],
  ['a return for the sale of a reference', () => demo().ledger.salesOf('ref_5001', undefined, 50)],
  [
    'a return for what its campaign has placed',
    () => demo().ledger.placed('C7', ago(4_000_000), ago(3_990_000)),
  ],
  ['a return for the one of its sale', () => demo().returns.ofSale(`sub_${pad(5_000)}`)],
  ['a decision for its return', () => demo().returns.find(`ret_${pad(5_000)}`)],
  ['a page of returns', () => demo().returns.page({}, 50)],
  ['a later page of returns', () => demo().returns.page({}, 50, `ret_${pad(3_001)}`)],
  ['the returns of two statuses', () => demo().returns.page({ status: ['approved', 'denied'] }, 50)],
  ['the requested returns', () => demo().returns.page({ status: 'requested' }, 50)],
  ['the returns of a client', () => demo().returns.page({ clientId: 'cli_7' }, 50)],
  ['the returns of a campaign', () => demo().returns.page({ placedCampaignId: 'C7' }, 50)],
  ['the returns of a lead', () => demo().returns.page({ leadId: `lead_${pad(5_000)}` }, 50)],
  ['the sweep for overdue returns', () => world.stores.due.overdueReturns(200)],
  [
    'a freed slot for the oldest held lead',
    () => demo().submissions.makeOldestDue('campaign.C1', now, { leads: 1 }),
  ],
];

it.each(questions)('the query of %s examines little more than it returns', async (_, ask) => {
  const examined = await world.examinedBy(ask);
  expect(examined.length).toBeGreaterThan(0);
  expect(examined.filter(looksAtMuch)).toEqual([]);
});

const ofOneLead = {
  tenantId: 'demo',
  leads: [`lead_${pad(5_000)}`],
  submissions: [`sub_${pad(5_000)}`],
  messages: [`msg_${pad(5_000)}`],
  ordered: [`evt_${pad(5_000)}`],
};
const owned = entries.flatMap(([name, { ofLeads }]) =>
  ofLeads === 'none' ? [] : [[name, ofLeads(ofOneLead)] as const],
);

it.each(owned)(
  'the removal of a lead finds its %s among all others by a key or an index',
  async (name, filters) => {
    expect(filters.length).toBeGreaterThan(0);
    for (const filter of filters) {
      const examined = await world.examinedBy(() =>
        anyCollection(storeDb(world.explainedDb), name).find(filter).toArray(),
      );
      expect(examined).toHaveLength(1);
      expect(examined.filter(looksAtMuch)).toEqual([]);
    }
  },
);

it('every collection that grows holds enough here that a query which reads it whole is noticed', async () => {
  const growing = entries.filter(([, { grows }]) => grows).map(([name]) => name);
  const few = await Promise.all(
    growing.map(async (name) => [name, await world.db.collection(name).estimatedDocumentCount()] as const),
  );
  expect(few.filter(([, count]) => count < 10 * LITTLE)).toEqual([]);
  expect(Object.keys(collections).length).toBeGreaterThan(growing.length);
});

it('the next slice of retention is chosen by keys and indexes', async () => {
  const { removal, retention } = demo();
  const announced = async () => undefined;
  const examined = await world.examinedBy(async () => {
    for (const kind of ['leads', 'messages'] as const)
      for (const { deleteSlice } of retention.walks(kind))
        await deleteSlice(new Date(0), undefined, announced);
    await retention.finishMarked();
    await removal.removeLate(`lead_${pad(5_000)}`);
  });
  expect(examined.length).toBeGreaterThan(4);
  expect(examined.filter(looksAtMuch)).toEqual([]);
});

it.each([
  ['a campaign', () => demo().campaigns.page({ search: 'AIGN 499' }, 50)],
  ['a supplier', () => demo().suppliers.page({ search: 'LIER 499', inUse: true }, 50)],
])('a search for %s reads names in an index, and only what it finds', async (_, search) => {
  const examined = await world.examinedBy(search);
  expect(examined.map(({ documents }) => documents).sort()).toEqual([0, 1]);
  expect(examined.filter(({ plan }) => !plan.includes('IXSCAN'))).toEqual([]);
});

function looksAtMuch({ keys, documents, returned, plan }: Examined): boolean {
  return plan.includes('COLLSCAN') || Math.max(keys, documents) > returned + LITTLE;
}

it('the first page examines a bounded number of index entries and no lead, however many leads wait for a person', async () => {
  const MOST = 500;
  let found: unknown;
  const examined = await world.examinedBy(async () => (found = await reports.leadsAwaitingOperator(MOST)));
  expect(found).toMatchObject({
    count: MOST,
    needingAttention: [{ tenantId: 'demo', reason: 'quarantined', count: LEADS / 1_000 }],
  });
  expect(examined.filter(({ keys, documents }) => documents > 0 || keys > MOST + LITTLE)).toEqual([]);
});

it('of 2,000 outcomes that requests wait for, one query finds those that are there by key, and examines no other', async () => {
  const MOST = 2_000;
  let found: readonly { readonly submissionId: string }[] = [];
  const examined = await world.examinedBy(async () => (found = await world.stores.atRest(waitedFor(MOST))));
  // The first of them are held, those behind them on their way, the others have ended.
  expect(found).toHaveLength(MOST - WAITING);
  expect(examined).toHaveLength(1);
  const [{ plan, keys, documents } = { plan: '', keys: Infinity, documents: Infinity }] = examined;
  expect(plan).toMatch(/IXSCAN$/);
  expect(documents).toBeLessThanOrEqual(MOST);
  // Between two keys it may have to seek.
  expect(keys).toBeLessThanOrEqual(2 * MOST);
});

it('a recount reads the placements of its periods from an index, and no lead in progress', async () => {
  const owner = { clientId: 'cli_a' };
  const start = ago(HOUR_MS);
  const starts = { hourly: start, daily: start, weekly: start, monthly: start };
  const ask = { owner, name: 'client.cli_a', limits: [], starts };
  await openSlot(demo(), slot('sub_one.routing.0'), now, [{ ...ask, zone: 'UTC' }]);
  const placed = Array.from({ length: LEADS }, (_, n) => submission(n)).filter(
    ({ placement }) => (placement as { at: Date } | undefined)?.at && (placement as { at: Date }).at >= start,
  ).length;
  const examined = await world.examinedBy(() =>
    openSlot(demo(), slot('sub_two.routing.0'), now, [{ ...ask, zone: 'Asia/Tokyo' }]),
  );
  const client = world.db.collection<Document>('counts');
  expect(await client.findOne({ _id: 'demo/client.cli_a' as never })).toMatchObject({
    zone: 'Asia/Tokyo',
    monthly: { placed },
  });
  const read = examined.filter(({ collection }) => collection === 'submissions');
  expect(read.filter(({ plan }) => !plan.includes('IXSCAN'))).toEqual([]);
  // The end of the step is found in the index alone, and the lead that is on its way is not placed.
  expect(read).toMatchObject([{ documents: 0 }, { documents: 0 }, {}]);
  expect(read.at(-1)?.documents).toBeLessThanOrEqual(placed + LITTLE);
});
