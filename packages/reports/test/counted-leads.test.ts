import { reportNumbers, type QualificationDecision, type ReportNumber } from '@sluice/contracts';
import { openWorld } from '@sluice/testing/core';
import type { Collection } from 'mongodb';
import { LeadReports } from '../src/counting/lead-report.js';
import type { LeadFilter } from '../src/index.js';
import type { LeadReportAsk } from '../src/counting/report-ask.js';
import { accepted, aSale, aSubmission, duringTests } from '@sluice/testing';
import { ageMarks, inKathmandu, inUtc } from './report-days.js';

const world = duringTests(openWorld);
beforeAll(() => write());

const tenantId = 'reports';
const of = (tenant = tenantId) => world.stores.forTenant(tenant);
const day = (n: number, time = '12:00:00') => new Date(`2026-11-${String(n).padStart(2, '0')}T${time}Z`);
const trace = [] as const;

interface Made {
  readonly n: string;
  readonly at: Date;
  readonly end?: { readonly status: string; readonly reason?: string; readonly at?: Date };
  readonly campaignId?: string;
  readonly isTest?: boolean;
  readonly tenant?: string;
}

async function make({ n, at, end, campaignId = 'AA', isTest = false, tenant = tenantId }: Made) {
  const submission = aSubmission({
    tenantId: tenant,
    submissionId: `sub_${n}`,
    leadId: `lead_${n}`,
    campaignId,
    isTest,
    acceptedAt: at,
    dueAt: day(30),
  });
  const written = accepted(submission);
  const { newLead } = written;
  await world.stores.accept({
    ...written,
    newLead: { ...newLead, lead: { ...newLead.lead, createdAt: at } },
  });
  if (end) await finish(n, end, tenant);
}

async function finish(
  n: string,
  { status, reason, at = day(10) }: NonNullable<Made['end']>,
  tenant?: string,
) {
  const because = reason !== undefined && { reason };
  const end = { status: status as 'delivered', endedAt: at, ...because };
  const ofLead = { leadId: `lead_${n}`, submissionId: `sub_${n}` };
  // The status of an imported lead is what its sender says.
  const lead = status !== 'imported' && { lead: { ...ofLead, status, ended: true, at, ...because } };
  await of(tenant).conclusions.close(`sub_${n}`, { end, ...lead });
}

const qualify = (n: string, at: Date) =>
  of().journal.record(
    { submissionId: `sub_${n}`, leadId: `lead_${n}` },
    'qualification',
    0,
    { kind: 'qualified', trace },
    at,
  );

const ofB = { campaignId: 'AA', placedCampaignId: 'BB', clientId: 'cli_b', offerId: 'off_b' };
const sale = (n: string, at: Date, receivedAt: Date, minor = 4_000) =>
  of().ledger.book(aSale(n, { minor, ...ofB, occurredAt: at, receivedAt }));

// Leads of 1 and 2 November, of every end. Their marks are young, so that every report is counted from the leads.
async function write(): Promise<void> {
  await make({ n: '1', at: day(1), end: { status: 'delivered', at: day(3) } });
  await sale('1', day(3), day(1));
  await make({ n: '2', at: day(1), end: { status: 'rejected', reason: 'no' } });
  await make({ n: '3', at: day(1), end: { status: 'duplicate', reason: 'duplicate_phone' } });
  // The buyer's words, which may read like ours.
  await make({ n: '4', at: day(1), end: { status: 'duplicate', reason: 'duplicate_lead' } });
  await qualify('4', day(1));
  await make({ n: '5', at: day(1), end: { status: 'disqualified', reason: 'age' } });
  await make({ n: '6', at: day(1), end: { status: 'failed', reason: 'timeout' } });
  await make({ n: '7', at: day(2), end: { status: 'error', reason: 'no_route' } });
  await qualify('7', day(2));
  await make({ n: '8', at: day(2), end: { status: 'error', reason: 'quarantined' } });
  await make({ n: '9', at: day(2) });
  await make({ n: 't', at: day(2), end: { status: 'delivered' }, isTest: true });
  await make({ n: 'i', at: day(2), end: { status: 'imported' } });
  // As many of one instant as no piece or page has room for.
  const rejected = { status: 'rejected', reason: 'no', at: day(8) };
  for (let n = 0; n < 12; n += 1) await make({ n: `same${n}`, at: day(8), end: rejected });
  // A return of lead 1, booked later.
  await of().ledger.book({
    entryId: 'sub_1.return',
    type: 'return',
    minor: -4_000,
    currency: 'USD',
    leadId: 'lead_1',
    submissionId: 'sub_1',
    campaignId: 'AA',
    placedCampaignId: 'BB',
    clientId: 'cli_b',
    offerId: 'off_b',
    occurredAt: day(5),
    receivedAt: day(1),
  });
  // A tenant of its own sees none of this.
  await world.stores.forTenant('others').ledger.book({
    entryId: 'sub_1.sale',
    type: 'sale',
    minor: 1,
    currency: 'USD',
    leadId: 'lead_1',
    submissionId: 'sub_1',
    campaignId: 'AA',
    occurredAt: day(1),
    receivedAt: day(1),
  });
}

const count = (more: Partial<LeadReportAsk> = {}, tenant = tenantId) =>
  world.core.reports.forTenant(tenant).counted.count({
    groupBy: ['day'],
    from: day(1, '00:00:00'),
    before: day(3, '00:00:00'),
    basis: 'received',
    ...inUtc,
    ...more,
  });
const byKey = async (more: Partial<LeadReportAsk> = {}, tenant = tenantId) => {
  const { leads } = await count(more, tenant);
  const rows = new Map<string, Record<ReportNumber, number>>();
  for (const { keys, numbers } of leads) {
    const { day: at, ...others } = keys;
    const name = [...(at ? [at.toISOString().slice(0, 10)] : []), ...Object.values(others)].join(' ');
    const row = rows.get(name);
    const sums = reportNumbers.map((number) => [number, (row?.[number] ?? 0) + numbers[number]]);
    rows.set(name, Object.fromEntries(sums) as Record<ReportNumber, number>);
  }
  return rows;
};

it('a report counts each lead once, by what its last submission came to', async () => {
  const rows = await byKey();
  expect(rows.get('2026-11-01')).toEqual({
    received: 6,
    qualified: 4,
    disqualified: 1,
    duplicate: 2,
    delivered: 1,
    rejected: 1,
    failed: 1,
    error: 0,
    pending: 0,
    returned: 1,
  });
  expect(rows.get('2026-11-02')).toMatchObject({
    received: 3,
    qualified: 1,
    error: 2,
    pending: 1,
    delivered: 0,
  });
});

it('a lead about which checks asked one after another counts as qualified by the last decision alone', async () => {
  const decide = (n: string, generation: number, decision: QualificationDecision) =>
    of().journal.record(
      { submissionId: `sub_${n}`, leadId: `lead_${n}` },
      'qualification',
      generation,
      decision,
      day(22),
    );
  const ends = { c1: 'qualified', c2: 'awaiting_action', c3: undefined, c4: 'disqualified' } as const;
  for (const [n, end] of Object.entries(ends)) {
    await make({ n, at: day(22) });
    for (const generation of [0, 1, 2])
      await decide(n, generation, { kind: 'asking', check: 'llm', criteria: [], trace });
    if (end) await decide(n, 3, { kind: end, reason: 'age', trace });
  }
  const rows = await byKey({ from: day(22, '00:00:00'), before: day(23, '00:00:00') });
  expect(rows.get('2026-11-22')).toMatchObject({ received: 4, qualified: 2, pending: 4 });
});

it('a lead that its certificate ends counts as qualified if that is decided right before its delivery', async () => {
  const end = { status: 'disqualified', reason: 'consent_failed' };
  await make({ n: 'd1', at: day(17), end });
  await make({ n: 'd2', at: day(17), end });
  await qualify('d2', day(17));
  const rows = await byKey({ from: day(17, '00:00:00'), before: day(18, '00:00:00') });
  expect(rows.get('2026-11-17')).toMatchObject({ received: 2, qualified: 1, disqualified: 2 });
});

it('the days of a zone that needs quarters of an hour begin at the quarter', async () => {
  const end = { status: 'rejected', reason: 'no', at: day(29) };
  await make({ n: 'q1', at: new Date('2026-11-25T18:14:59.999Z'), end });
  await make({ n: 'q2', at: new Date('2026-11-25T18:15:00Z'), end });
  const [from, before] = [new Date('2026-11-24T18:15:00Z'), new Date('2026-11-26T18:15:00Z')];
  const { leads } = await count({ from, before, ...inKathmandu });
  expect(leads.map(({ keys }) => keys.day?.toISOString()).toSorted()).toEqual([
    '2026-11-24T18:15:00.000Z',
    '2026-11-25T18:15:00.000Z',
  ]);
});

it('a report groups by the campaign submitted to, the one that placed the lead, and its client', async () => {
  const rows = await byKey({ groupBy: ['campaign', 'placedCampaign', 'client'] });
  expect(rows.get('AA BB cli_b')).toMatchObject({ received: 1, delivered: 1 });
  expect([...rows.values()].reduce((sum, { received }) => sum + received, 0)).toBe(9);
});

it('money counts on the day on which its lead came in, or on its own', async () => {
  // What was earned, and what was given back on another day.
  const { money } = await count({ groupBy: ['placedCampaign'] });
  expect(money.map(({ keys, currency }) => [keys.placedCampaign, currency])).toEqual([
    ['BB', 'USD'],
    ['BB', 'USD'],
  ]);
  expect(money.reduce((sum, { revenue }) => sum + revenue, 0)).toBe(0);
  const occurred = await count({ basis: 'occurred', before: day(30, '00:00:00') });
  expect(occurred.money).toEqual(
    expect.arrayContaining([
      { keys: { day: day(3, '00:00:00') }, currency: 'USD', revenue: 4_000, cost: 0 },
      { keys: { day: day(5, '00:00:00') }, currency: 'USD', revenue: -4_000, cost: 0 },
    ]),
  );
});

it('leads count on the day on which they ended with the basis occurred', async () => {
  const rows = await byKey({ basis: 'occurred', before: day(30, '00:00:00') });
  expect(rows.get('2026-11-03')).toMatchObject({ received: 1, delivered: 1 });
  expect(rows.get('2026-11-10')).toMatchObject({ received: 7 });
  expect(rows.get('2026-11-02')).toMatchObject({ received: 1, pending: 1 });
});

it('filters leave out other campaigns, clients, offers and suppliers', async () => {
  expect((await byKey({ campaignIds: ['ZZ'] })).size).toBe(0);
  expect((await byKey({ clientIds: ['cli_b'] })).get('2026-11-01')).toMatchObject({ received: 1 });
  expect((await byKey({ offerIds: ['off_b'] })).get('2026-11-01')).toMatchObject({ received: 1 });
  expect((await byKey({ supplierIds: ['sup_1'] })).size).toBe(0);
});

it('a lead counts the same whether its status or its submission says what became of it', async () => {
  const before = await byKey();
  const leads = world.db.collection('leads');
  const { matchedCount } = await leads.updateMany(
    { tenantId, ended: true },
    { $set: { statusSetAt: day(6) } },
  );
  expect(matchedCount).toBeGreaterThan(6);
  expect(await byKey()).toEqual(before);
  await leads.updateMany({ tenantId }, { $unset: { statusSetAt: '' } });
});

it('a lead whose sale was taken back is returned, whatever status a person sets afterwards', async () => {
  await world.db.collection('leads').updateOne({ _id: `${tenantId}/lead_1` } as never, {
    $set: { status: 'contacted', statusSetAt: day(6) },
  });
  expect((await byKey()).get('2026-11-01')).toMatchObject({ received: 6, delivered: 1, returned: 1 });
});

it('a lead that ends while a report is counted is in it once', async () => {
  const ask = { from: day(8, '00:00:00'), before: day(9, '00:00:00') };
  const ids = Array.from({ length: 300 }, (_, n) => `race${n}`);
  const tenant = 'race';
  await Promise.all(ids.map((n) => make({ n, at: day(8), tenant })));
  const ending = (async () => {
    for (const n of ids) await finish(n, { status: 'rejected', reason: 'no', at: day(8) }, tenant);
  })();
  let isDone = false;
  void ending.finally(() => (isDone = true));
  let reports = 0;
  for (; !isDone; reports += 1)
    expect((await byKey(ask, tenant)).get('2026-11-08')).toMatchObject({ received: ids.length });
  await ending;
  expect(reports).toBeGreaterThan(2);
}, 60_000);

it('a last day in the far future takes no longer', async () => {
  const asked: [Date, Date][] = [];
  await count({
    before: new Date('9999-12-31T00:00:00Z'),
    daysBetween: (from, before) => {
      asked.push([from, before]);
      return inUtc.daysBetween(from, before);
    },
  });
  const latest = Math.max(...asked.map(([, before]) => before.getTime()));
  expect(latest).toBeLessThan(Date.now() + 7 * 86_400_000);
});

type Counted = Awaited<ReturnType<LeadReports['count']>>;

function summedUp({ leads, money }: Counted): Readonly<Record<string, number>> {
  const sums: Record<string, number> = {};
  const add = (name: string, value: number) => (sums[name] = (sums[name] ?? 0) + value);
  for (const { keys, numbers } of leads)
    for (const [name, value] of Object.entries(numbers))
      add(`leads.${Object.values(keys).map(String).join()}.${name}`, value);
  for (const { keys, currency, revenue, cost } of money)
    add(`money.${Object.values(keys).map(String).join()}.${currency}`, revenue - cost);
  return sums;
}

it('a further submission of a lead replaces what the one before came to', async () => {
  await make({ n: 'x', at: day(20), end: { status: 'rejected', reason: 'no' } });
  const again = aSubmission({
    tenantId,
    submissionId: 'sub_x2',
    leadId: 'lead_x',
    campaignId: 'AA',
    acceptedAt: day(21),
  });
  await world.db.collection('submissions').insertOne({
    ...again,
    _id: `${tenantId}/sub_x2`,
    status: 'delivered',
    endedAt: day(21),
  } as never);
  await world.db.collection('leads').updateOne({ _id: `${tenantId}/lead_x` } as never, {
    $set: { lastSubmissionId: 'sub_x2', status: 'returned' },
  });
  const rows = await byKey({ from: day(20, '00:00:00'), before: day(21, '00:00:00') });
  expect(rows.get('2026-11-20')).toMatchObject({ received: 1, delivered: 1, rejected: 0, returned: 1 });
});

it.each(['campaign', 'placedCampaign', 'client', 'offer'] as const)(
  'the leads listed behind each number of a report by %s are just as many as it says, page by page',
  async (key) => {
    // A person has set other statuses since, which reports do not count by.
    await world.db
      .collection('leads')
      .updateMany({ _id: { $in: [`${tenantId}/lead_2`, `${tenantId}/lead_5`] } } as never, {
        $set: { status: 'contacted', statusSetAt: day(6) },
      });
    const rows = (await count({ groupBy: [key], before: day(30, '00:00:00') })).leads.filter(
      ({ keys }) => typeof keys[key] === 'string',
    );
    expect(rows.length).toBeGreaterThan(0);
    const summed = new Map<string, number>();
    for (const { keys, numbers } of rows)
      for (const number of reportNumbers) {
        const name = `${String(keys[key])} ${number}`;
        summed.set(name, (summed.get(name) ?? 0) + numbers[number]);
      }
    for (const [name, said] of summed) {
      const [value = '', number] = name.split(' ') as [string, ReportNumber];
      const isOwn = key === 'campaign';
      const filter = {
        ...(isOwn && { campaignIds: [value] }),
        counted: { number, rows: isOwn ? {} : { [key]: [value] } },
        createdFrom: day(1, '00:00:00'),
        createdTo: new Date(day(30, '00:00:00').getTime() - 1),
      };
      expect([name, (await listed(filter)).length]).toEqual([name, said]);
    }
  },
  60_000,
);

async function listed(filter: LeadFilter): Promise<readonly string[]> {
  const { leads } = world.core.reports.forTenant(tenantId);
  const found: string[] = [];
  for (let cursor: string | undefined; ;) {
    const page = await leads.page(filter, 5, cursor);
    found.push(...page.leads.map(({ leadId }) => leadId));
    if (page.nextCursor === null) break;
    cursor = page.nextCursor;
  }
  expect(new Set(found).size).toBe(found.length);
  return found;
}

// The last tests here, because rows are kept from now on.
it.each(['received', 'occurred'] as const)(
  'a report by what was %s is the same however small the pieces are in which it is counted',
  async (basis) => {
    const ask = {
      groupBy: ['campaign', 'client'],
      from: day(1, '00:00:00'),
      before: day(30, '00:00:00'),
      basis,
      ...inUtc,
    } as const;
    const summed = async (piece: number) => {
      const of = <T extends object>(name: string) => world.db.collection(name) as unknown as Collection<T>;
      // Nothing is kept from one piece size to the next.
      await world.db.collection('reportSpans').deleteMany({});
      const collections = { leads: of('leads'), ledger: of('ledger'), kept: of('reportSpans') } as never;
      const counted = await new LeadReports(
        collections,
        world.stores.forTenant(tenantId).reportMarks,
        tenantId,
        piece,
      ).count(ask);
      return summedUp(counted);
    };
    const whole = await summed(1_000_000);
    expect(whole['leads.AA,null.received']).toBeGreaterThan(1);
    for (const piece of [1, 2, 5]) expect(await summed(piece)).toEqual(whole);
    // Days whose marks are settled are not counted by their hours.
    await ageMarks(world.db);
    for (const piece of [1_000_000, 1, 2, 5]) expect(await summed(piece)).toEqual(whole);
  },
);
