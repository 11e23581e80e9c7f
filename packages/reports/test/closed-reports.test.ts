/** Retention changes no past report: what it deletes from is closed before. */
import { openWorld } from '@sluice/testing/core';
import type { Collection } from 'mongodb';
import { RemovalStore, RetentionStore, storeDb, ulidTime, type KeptSpanDocument } from '@sluice/store';
import { accepted, aSubmission, duringTests, endingAt, nextNumber } from '@sluice/testing';
import { KeptSpans } from '../src/counting/kept-spans.js';
import { ageMarks, inKathmandu, inUtc } from './report-days.js';

const world = duringTests(openWorld);
beforeEach(() => world.emptyDatabase());

const DAY_MS = 86_400_000;
const now = new Date('2026-11-21T12:00:00Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS);
const of = () => world.stores.forTenant('demo');
const reports = () => world.core.reports.forTenant('demo').counted;
const old = 110;
async function report(
  zone: typeof inUtc | typeof inKathmandu = inUtc,
  groupBy: readonly ['day'] | readonly ['subId1'] = ['day'],
) {
  const [first, last] = [5, -5].map((days) => zone.daysBetween(daysAgo(old + days), new Date())[0]);
  const range = { from: first!.from, before: last!.from };
  const { leads, money } = await reports().count({ groupBy, ...range, basis: 'received', ...zone });
  return {
    received: sum(leads.map(({ numbers }) => numbers.received)),
    delivered: sum(leads.map(({ numbers }) => numbers.delivered)),
    revenue: sum(money.map(({ revenue }) => revenue)),
  };
}
const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);

async function sold(days: number): Promise<void> {
  const { leadId, submissionId } = await aLead(days, 'delivered');
  await book(leadId, submissionId, 'sale', 4_000);
}
/** A lead that ended when it came in, so many days ago. */
async function aLead(days: number, status: 'delivered' | 'error') {
  const at = daysAgo(days);
  const ulid = ulidTime(at.getTime()) + String(nextNumber()).padStart(16, '0');
  const lead = { leadId: `lead_${ulid}`, submissionId: `sub_${ulid}` };
  await world.stores.accept(accepted(aSubmission({ ...lead, acceptedAt: at })));
  await of().conclusions.close(lead.submissionId, {
    end: { status, endedAt: at },
    lead: { ...lead, status, ended: true, at },
    receivedAt: at,
  });
  return lead;
}
/** Deletes the leads that are older than 100 days, as a pass of the sweep does. */
async function retain(store = of().retention): Promise<void> {
  while ((await store.finishMarked()).more);
  for (const { deleteSlice } of store.walks('leads')) {
    let after: string | undefined;
    do ({ after } = await deleteSlice(daysAgo(100), after, (receivedAt) => reports().close(receivedAt)));
    while (after !== undefined);
  }
}
const book = (leadId: string, submissionId: string, type: 'sale' | 'adjustment', minor: number) =>
  of().ledger.book({
    entryId: `${submissionId}.${type}`,
    type,
    minor,
    currency: 'USD',
    leadId,
    submissionId,
    campaignId: 'ACMRU',
    occurredAt: daysAgo(old),
    receivedAt: daysAgo(old),
  });

describe('a deletion of leads', () => {
  it.each([true, false])('changes no report, whether its rows were kept before: %s', async (wereKept) => {
    await Promise.all([sold(old), sold(old), aLead(old, 'error')]);
    await ageMarks(world.db);
    const before = await report();
    expect(before).toEqual({ received: 3, delivered: 2, revenue: 8_000 });
    if (!wereKept) await world.db.collection('reportSpans').deleteMany({});
    await retain();
    expect(await report()).toEqual(before);
    expect(await report(inKathmandu)).toEqual(before);
    expect(await report(inUtc, ['subId1'])).toEqual(before);
    await ageMarks(world.db);
    expect([await report(), await report(inKathmandu)]).toEqual([before, before]);
  });

  it('that is interrupted at any of its writes changes no report', async () => {
    for (let writes = 0; ; writes += 1) {
      await world.emptyDatabase();
      await Promise.all([sold(old), sold(old)]);
      const ending = endingAt(world.db, writes);
      const db = storeDb(ending.db);
      const removal = new RemovalStore(db, world.stores.clock, 'demo');
      const store = new RetentionStore({ db, removal }, 'demo');
      await retain(store).catch((error: unknown) => {
        if (!String(error).includes('killed')) throw error;
      });
      expect(await report()).toEqual({ received: 2, delivered: 2, revenue: 8_000 });
      if (!ending.reached()) return;
    }
  }, 120_000);
});

it('money that is booked about a deleted lead still counts', async () => {
  await sold(old);
  await retain();
  await book('lead_x', 'sub_x', 'adjustment', -500);
  expect(await report()).toEqual({ received: 1, delivered: 1, revenue: 3_500 });
  await ageMarks(world.db);
  expect(await report()).toEqual({ received: 1, delivered: 1, revenue: 3_500 });
  expect(await report()).toEqual({ received: 1, delivered: 1, revenue: 3_500 });
});

it('a reader or a second deletion that counted too late replaces nothing of a closed hour', async () => {
  await sold(old);
  await retain();
  const before = await report();
  const kept = new KeptSpans(
    world.db.collection('reportSpans') as unknown as Collection<KeptSpanDocument>,
    'demo',
  );
  const from = new Date(Math.floor(daysAgo(old).getTime() / 3_600_000) * 3_600_000);
  const late = [{ from, leads: [], money: [], n: 1_000 }];
  await kept.keep('hour', late);
  await kept.close('hour', late);
  expect(await report()).toEqual(before);
});

it('an hour from which nothing was deleted stays open', async () => {
  await sold(90);
  await sold(old);
  await retain();
  const closed = await world.db.collection('reportSpans').find({ closed: true, span: 'hour' }).toArray();
  expect(closed).toHaveLength(1);
});
