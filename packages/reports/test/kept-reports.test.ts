/** Reports from kept rows: the same as counted from the leads and the ledger, whatever happens in between. */
import { reportNumbers } from '@sluice/contracts';
import { accepted, aSubmission, duringTests } from '@sluice/testing';
import { openWorld } from '@sluice/testing/core';
import type { Collection } from 'mongodb';
import type { KeptSpanDocument } from '@sluice/store';
import { KeptSpans } from '../src/counting/kept-spans.js';
import type { LeadReportAsk } from '../src/counting/report-ask.js';
import type { CountedReport } from '../src/counting/sum-rows.js';
import { ageMarks, daysFrom, inKathmandu, inUtc } from './report-days.js';

const world = duringTests(openWorld);
beforeEach(() => world.emptyDatabase());

const tenantId = 'demo';
const of = () => world.stores.forTenant(tenantId);
const at = new Date('2026-10-05T09:20:00Z');
const later = new Date('2026-10-06T09:20:00Z');
const lead = { leadId: 'lead_a', submissionId: 'sub_a' };
const sale = {
  entryId: 'sub_a.sale',
  type: 'sale',
  minor: 4_000,
  currency: 'USD',
  ...lead,
  campaignId: 'ACMRU',
  placedCampaignId: 'BB',
  clientId: 'cli_b',
  occurredAt: later,
  receivedAt: at,
} as const;

const accept = (n: string, receivedAt = at) =>
  world.stores.accept(
    accepted(aSubmission({ submissionId: `sub_${n}`, leadId: `lead_${n}`, acceptedAt: receivedAt })),
  );
const end = (status: 'delivered' | 'rejected', endedAt = later, reason?: string) =>
  of().conclusions.close('sub_a', {
    end: { status, endedAt, reason },
    lead: { ...lead, status, ended: true, at: endedAt, reason },
    ledger: status === 'delivered' ? [sale] : undefined,
    receivedAt: at,
  });
const qualify = () => of().journal.record(lead, 'qualification', 0, { kind: 'qualified', trace: [] }, at);

const usual: LeadReportAsk = {
  groupBy: ['day', 'placedCampaign'],
  from: new Date('2026-10-01T00:00:00Z'),
  before: new Date('2026-11-01T00:00:00Z'),
  basis: 'received',
  ...inUtc,
};
/** The sums of a report by row, without the numbers that are 0. */
function sumsOf({ leads, money }: CountedReport): Readonly<Record<string, number>> {
  const sums: Record<string, number> = {};
  const add = (keys: object, name: string, value: number) => {
    const id = `${Object.values(keys)
      .map((key) => (key instanceof Date ? key.toISOString() : String(key)))
      .join()} ${name}`;
    if (value !== 0) sums[id] = (sums[id] ?? 0) + value;
  };
  for (const { keys, numbers } of leads) for (const name of reportNumbers) add(keys, name, numbers[name]);
  for (const { keys, currency, revenue, cost } of money) add(keys, currency, revenue - cost);
  return sums;
}
const report = async (more: Partial<LeadReportAsk> = {}) =>
  sumsOf(await world.core.reports.forTenant(tenantId).counted.count({ ...usual, ...more }));
const spans = () => world.db.collection('reportSpans');
/** The report from the leads and the ledger alone. */
async function recounted(more: Partial<LeadReportAsk> = {}) {
  await spans().deleteMany({});
  return report(more);
}
/** Makes a report once nothing is on its way any more, so that its rows are kept. */
async function keep(more: Partial<LeadReportAsk> = {}) {
  await ageMarks(world.db);
  return report(more);
}

it('rows are kept of days that nobody changes, and answer without a lead being read', async () => {
  await accept('a');
  await end('delivered');
  const kept = await keep();
  expect(kept).toMatchObject({
    '2026-10-05T00:00:00.000Z,BB delivered': 1,
    '2026-10-05T00:00:00.000Z,BB USD': 4_000,
  });
  await world.db.collection('ledger').deleteMany({});
  await world.db.collection('submissions').deleteMany({});
  expect(await report()).toEqual(kept);
});

it('a day that was changed a moment ago is counted for each reader', async () => {
  await accept('a');
  await end('delivered');
  await report();
  await world.db.collection('ledger').deleteMany({});
  expect(await report()).not.toHaveProperty(['2026-10-05T00:00:00.000Z,BB USD']);
});

it('a lead that has not passed qualification keeps its day from being kept, as nothing marks that', async () => {
  await accept('a');
  await keep();
  await qualify();
  expect(await report()).toMatchObject({ '2026-10-05T00:00:00.000Z,null qualified': 1 });
});

describe.each([
  ['received', inUtc],
  ['received', inKathmandu],
  ['occurred', inUtc],
  ['occurred', inKathmandu],
] as const)('by what was %s, in the zone of case %#,', (basis, zone) => {
  const more = { basis, ...zone };

  it.each([
    ['an acceptance', () => accept('b')],
    [
      'a lead that the sweep writes',
      async () => {
        const { newLead } = accepted(
          aSubmission({ submissionId: 'sub_b', leadId: 'lead_b', acceptedAt: at }),
        );
        await of().leads.ensure(newLead);
      },
    ],
    ['an end', () => end('delivered')],
    ['an end without a sale', () => end('rejected', later, 'no')],
    [
      'an entry of the ledger',
      () => of().ledger.book({ ...sale, entryId: 'adj_1', type: 'adjustment', minor: -5 }),
    ],
  ])('%s shows in rows that were kept before', async (_name, change) => {
    await accept('a');
    await qualify();
    const before = await keep(more);
    await change();
    const after = await report(more);
    expect(after).not.toEqual(before);
    expect(await keep(more)).toEqual(after);
    expect(await recounted(more)).toEqual(after);
  });

  it.each([
    [
      'a further submission',
      async () => {
        const again = aSubmission({
          submissionId: 'sub_a2',
          leadId: 'lead_a',
          acceptedAt: later,
          first: false,
        });
        await world.stores.accept({ submission: again });
        expect(await of().leads.addSubmission('lead_a', 0, 'sub_a2', { status: 'pending' })).toBe(true);
      },
    ],
    [
      'a return',
      async () => {
        await of().ledger.book({ ...sale, entryId: 'sub_a.return', type: 'return', minor: -4_000 });
        await of().leads.recordReturned('lead_a', 'sub_a', later);
      },
    ],
    [
      'a status that a person sets',
      () =>
        of().leadUpdates.apply(['lead_a'], (one) => ({
          lead: { ...one, status: 'returned' },
          search: [],
          statusSetAt: later,
        })),
    ],
  ])('%s of a sold lead shows in rows that were kept before', async (_name, change) => {
    await accept('a');
    await end('delivered');
    const before = await keep(more);
    await change();
    const after = await report(more);
    expect(after).not.toEqual(before);
    expect(await keep(more)).toEqual(after);
    expect(await recounted(more)).toEqual(after);
  });

  it('the resolution of an unknown outcome shows in rows that were kept before', async () => {
    await accept('a');
    await qualify();
    await of().conclusions.close('sub_a', {
      end: { status: 'error', reason: 'unknown_outcome', endedAt: at },
      lead: { ...lead, status: 'error', reason: 'unknown_outcome', ended: true, at },
      receivedAt: at,
    });
    await keep(more);
    await of().leads.recordResolvedStatus('lead_a', {
      status: 'delivered',
      ended: true,
      submissionId: 'sub_a',
      at: later,
    });
    await of().conclusions.close('sub_a', {
      end: { status: 'delivered', endedAt: later, isResolution: true },
      ledger: [sale],
      receivedAt: at,
    });
    const after = await report(more);
    expect(Object.keys(after).filter((key) => key.endsWith(' delivered'))).toHaveLength(1);
    expect(await keep(more)).toEqual(after);
    expect(await recounted(more)).toEqual(after);
  });
});

describe('a writer that stops between its mark and its write', () => {
  const stopped = async () => {
    let goOn = (): void => undefined;
    let reached = (): void => undefined;
    const isThere = new Promise<void>((resolve) => (reached = resolve));
    const stores = await world.openStores({
      failpointHook: () => {
        reached();
        return new Promise((resolve) => (goOn = resolve));
      },
    });
    return { store: stores.forTenant(tenantId).leads, isThere, goOn: () => goOn() };
  };

  it('and writes after the hour was kept without it, is counted at once', async () => {
    await accept('a');
    await end('delivered');
    const { store, isThere, goOn } = await stopped();
    const writing = store.recordReturned('lead_a', 'sub_a', later);
    await isThere;
    const before = await keep();
    expect(before).not.toHaveProperty(['2026-10-05T00:00:00.000Z,BB returned']);
    expect(await spans().countDocuments({ n: { $gt: 0 } })).toBe(1);
    goOn();
    await writing;
    expect(await report()).toMatchObject({ '2026-10-05T00:00:00.000Z,BB returned': 1 });
  });

  it('and dies, leaves an hour that is kept again once the mark has settled', async () => {
    await accept('a');
    await end('delivered');
    const before = await keep();
    const { store, isThere } = await stopped();
    void store.recordReturned('lead_a', 'sub_a', later);
    await isThere;
    expect(await report()).toEqual(before);
    expect(await keep()).toEqual(before);
    await world.db.collection('ledger').deleteMany({});
    expect(await report()).toEqual(before);
  });
});

it.each(['day in UTC', 'hour'] as const)(
  'a reader that was frozen while it counted a %s does not replace newer rows',
  async (name) => {
    await accept('a');
    await end('delivered');
    await report();
    const kept = await keep();
    const store = new KeptSpans(spans() as unknown as Collection<KeptSpanDocument>, tenantId);
    const n = Number((await spans().findOne({ span: 'day in UTC' }))?.['n']);
    const from = new Date(name === 'hour' ? '2026-10-05T09:00:00Z' : '2026-10-05T00:00:00Z');
    for (const late of [n - 1, n]) await store.keep(name, [{ from, leads: [], money: [], n: late }]);
    await of().ledger.book({ ...sale, entryId: 'adj_1', type: 'adjustment', minor: -5 });
    expect(await report()).toEqual({ ...kept, '2026-10-05T00:00:00.000Z,BB USD': 3_995 });
  },
);

it('a day whose leads are counted as a whole is the same as the sum of its hours', async () => {
  const hours = [0, 1, 5, 14, 15, 30];
  for (const n of hours) {
    await accept(`d${n}`, new Date(Date.parse('2026-10-05T00:00:00Z') + n * 3_600_000));
    const of_ = { submissionId: `sub_d${n}`, leadId: `lead_d${n}` };
    await of().journal.record(of_, 'qualification', 0, { kind: 'qualified', trace: [] }, at);
  }
  for (const zone of [inUtc, inKathmandu, { zone: 'Asia/Tokyo', daysBetween: daysFrom(15 * 60) }])
    for (const basis of ['received', 'occurred'] as const) {
      const asked = { ...zone, basis };
      // Young marks have it counted by hours.
      await accept(`young-${zone.zone}-${basis}`);
      const byHours = await recounted(asked);
      await ageMarks(world.db);
      expect(await recounted(asked)).toEqual(byHours);
    }
});

it('of a day that was kept before, the hours that have not changed since are not counted again', async () => {
  const other = new Date('2026-10-05T11:00:00Z');
  await accept('a');
  await end('delivered');
  await accept('b', other);
  const [leads, ledger] = ['leads', 'ledger'].map((name) => world.db.collection(name));
  await of().journal.record(
    { submissionId: 'sub_b', leadId: 'lead_b' },
    'qualification',
    0,
    { kind: 'qualified', trace: [] },
    at,
  );
  await keep();
  // The first change has its hours counted and kept, the second those of its own hour only.
  await of().ledger.book({ ...sale, entryId: 'adj_1', type: 'adjustment', minor: -5 });
  await keep();
  await leads!.deleteMany({ createdAt: other });
  await ledger!.deleteMany({ type: 'sale' });
  await of().ledger.book({ ...sale, entryId: 'adj_2', type: 'adjustment', minor: -7, receivedAt: other });
  expect(await report()).toMatchObject({ '2026-10-05T00:00:00.000Z,BB USD': 3_988 });
});

it('a report by subId1 counts the same leads and money', async () => {
  await accept('a');
  await end('delivered');
  await accept('b');
  await qualify();
  await keep();
  expect(await report({ groupBy: ['subId1'] })).toEqual({
    'null received': 2,
    'null qualified': 1,
    'null delivered': 1,
    'null pending': 1,
    'null USD': 4_000,
  });
});

it('an erasure changes no report', async () => {
  await accept('a');
  await end('delivered');
  const before = await keep();
  await of().removal.erase('lead_a');
  expect(await report()).toEqual(before);
  expect(await recounted()).toEqual(before);
});
