/** One document per receiver: its answers, its circuit, an operator's order, and whether it is switched off. */
import { duringTests } from '@sluice/testing';
import { openWorld } from '@sluice/testing/core';
import { setTimeout as pause } from 'node:timers/promises';
import { CATALOG_STALENESS_MS, type ReceiverAnswer, type Stores } from '../src/index.js';

const world = duringTests(openWorld);
let one: Stores;
let other: Stores;
beforeAll(async () => {
  one = world.stores;
  other = await world.openStores();
});

async function flushBoth(): Promise<void> {
  await Promise.all([one, other].map(({ receivers }) => receivers.flush()));
}

const answer = (outcome: string, secondsAgo: number, more: Partial<ReceiverAnswer> = {}): ReceiverAnswer => ({
  at: new Date(Date.now() - secondsAgo * 1000),
  leadId: 'lead_1',
  submissionId: 'sub_1',
  n: 1,
  outcome,
  durationMs: 12,
  ...more,
});

const always = { failedSince: new Date(0), calledSince: new Date(0) };

describe('a receiver', () => {
  it('fails since the first call that failed after its last good answer', async () => {
    const { receivers } = one;
    receivers.noteAnswer('t1', 'end_a', answer('accepted', 100));
    receivers.noteAnswer('t1', 'end_a', answer('retry', 90, { status: 500 }));
    await flushBoth();
    const first = (await receivers.find('t1', 'end_a'))?.failingSince;
    expect(first?.getTime()).toBeCloseTo(Date.now() - 90_000, -4);
    other.receivers.noteAnswer('t1', 'end_a', answer('retry', 50, { failure: 'timeout' }));
    await flushBoth();
    expect((await receivers.find('t1', 'end_a'))?.failingSince).toEqual(first);
    expect((await receivers.inTrouble(10, always)).map(({ receiver }) => receiver)).toEqual(['end_a']);

    other.receivers.noteAnswer('t1', 'end_a', answer('rejected', 10, { status: 200 }));
    await flushBoth();
    const well = await receivers.find('t1', 'end_a');
    expect([well?.failingSince, well?.answers.map(({ outcome }) => outcome)]).toEqual([
      undefined,
      ['rejected', 'retry', 'retry', 'accepted'],
    ]);
    expect(await receivers.inTrouble(10, always)).toEqual([]);
  });

  it('accepts none once it refused or failed ten calls in a row, until it accepts one', async () => {
    const { receivers } = one;
    const since = async () => (await receivers.find('t4', 'end_n'))?.acceptsNoneSince?.getTime();
    receivers.noteAnswer('t4', 'end_n', answer('accepted', 200));
    for (let n = 0; n < 9; n += 1)
      receivers.noteAnswer('t4', 'end_n', answer(n % 2 ? 'failed' : 'rejected', 100 - n, { status: 400 }));
    await flushBoth();
    expect(await since()).toBeUndefined();
    expect(await receivers.inTrouble(10, { ...always, failedSince: new Date() })).toEqual([]);
    other.receivers.noteAnswer('t4', 'end_n', answer('duplicate', 50));
    await flushBoth();
    expect(await since()).toBeCloseTo(Date.now() - 100_000, -4);
    other.receivers.noteAnswer('t4', 'end_n', answer('rejected', 20));
    await flushBoth();
    expect(await since()).toBeCloseTo(Date.now() - 100_000, -4);
    const trouble = async (secondsAgo: number) =>
      receivers.inTrouble(10, {
        failedSince: new Date(),
        calledSince: new Date(Date.now() - secondsAgo * 1_000),
      });
    const [found] = await trouble(60);
    expect(found?.receiver).toBe('end_n');
    expect(found?.lastAcceptedAt?.getTime()).toBeCloseTo(Date.now() - 200_000, -4);
    expect(await trouble(1)).toEqual([]);
    receivers.noteAnswer('t4', 'end_n', answer('accepted', 10));
    await flushBoth();
    expect([await since(), await trouble(60)]).toEqual([undefined, []]);
  });

  it('that answers with what its rules cannot read is listed, and does not count as failing', async () => {
    const { receivers } = one;
    receivers.noteAnswer('t1', 'end_u', answer('accepted', 60, { status: 200, unreadable: true }));
    receivers.noteAnswer('t1', 'end_u', answer('unrecognised', 30, { status: 200, unreadable: true }));
    receivers.noteAnswer('t1', 'end_w', answer('accepted', 30, { status: 200 }));
    await flushBoth();
    const [found, ...others] = await receivers.unread(10, new Date(Date.now() - 60_000));
    expect([found?.receiver, others]).toEqual(['end_u', []]);
    expect(found?.lastUnreadableAt?.getTime()).toBeCloseTo(Date.now() - 30_000, -4);
    expect(found).not.toHaveProperty('failingSince');
    expect(await receivers.unread(10, new Date(Date.now() - 10_000))).toEqual([]);
  });

  it('keeps its twenty latest answers, and one that accepted counts even if many failed in the same second', async () => {
    const { receivers } = one;
    receivers.noteAnswer('t1', 'end_b', answer('accepted', 5));
    for (let n = 0; n < 200; n += 1) receivers.noteAnswer('t1', 'end_b', answer('retry', 4));
    await flushBoth();
    const health = await receivers.find('t1', 'end_b');
    expect(health?.answers).toHaveLength(20);
    expect(health?.lastAcceptedAt).toEqual(health?.lastGoodAt);
    expect(health?.lastGoodAt?.getTime()).toBeCloseTo(Date.now() - 5_000, -4);
  });

  it('has one circuit period per opening, whichever processes record it', async () => {
    const start = Date.now();
    const at = (seconds: number) => new Date(start + seconds * 1_000);
    for (const [seconds, stores] of [one, other, one, other].entries())
      await stores.forTenant('t1').openCircuits.note('end_c', at(30 + seconds * 10), at(seconds * 10));
    const health = await one.receivers.find('t1', 'end_c');
    expect(health?.circuit).toEqual([{ since: at(0), until: at(60) }]);
    expect(health?.openUntil).toEqual(at(60));
    await one.forTenant('t1').openCircuits.note('end_c', at(200), at(170));
    const later = await one.receivers.find('t1', 'end_c');
    expect(later?.circuit.slice(1)).toEqual([{ since: at(170), until: at(200) }]);
  });

  it('has its circuit closed by an order, whoever opened it, and a period that has ended stays as it was', async () => {
    const { circuitOrders, openCircuits } = one.forTenant('t2');
    const at = (seconds: number) => new Date(Date.UTC(2026, 0, 15) + seconds * 1_000);
    await openCircuits.note('end_d', at(30), at(0));
    await circuitOrders.give('end_d', { kind: 'open', token: '1', by: 'ada', reason: 'x', at: at(10) });
    expect(await openCircuits.open(at(1_000))).toMatchObject([
      { endpoint: 'end_d', since: at(10), order: { by: 'ada', reason: 'x' } },
    ]);
    expect(await openCircuits.isOpen('end_d', at(1_000))).toBe(true);
    await circuitOrders.give('end_d', { kind: 'closed', token: '2', by: 'bob', at: at(50) });
    await circuitOrders.give('end_d', { kind: 'closed', token: '3', by: 'bob', at: at(90) });
    expect(await openCircuits.open(at(51))).toEqual([]);
    expect(await openCircuits.isOpen('end_d', at(51))).toBe(false);
    expect((await one.receivers.find('t2', 'end_d'))?.circuit).toMatchObject([
      { since: at(0), until: at(10) },
      { since: at(10), until: at(50), by: 'ada', stands: false },
    ]);
  });

  it('stays as an operator keeps it, however late the order came, when a retry would have its circuit closed', async () => {
    const { circuitOrders, openCircuits } = one.forTenant('t2');
    const at = (seconds: number) => new Date(Date.UTC(2026, 0, 15) + seconds * 1_000);
    await openCircuits.note('end_f', at(30), at(0));
    const order = { kind: 'open', token: '1', by: 'ada', reason: 'x', at: at(10), until: at(60) } as const;
    await other.forTenant('t2').circuitOrders.give('end_f', order);
    const closed = (seconds: number) =>
      ({ kind: 'closed', token: `retry ${seconds}`, by: 'bob', at: at(seconds) }) as const;
    expect(await circuitOrders.giveUnlessOpen('end_f', closed(11))).toEqual(order);
    expect(await openCircuits.open(at(11))).toMatchObject([{ endpoint: 'end_f', order }]);
    expect(await circuitOrders.giveUnlessOpen('end_f', closed(60))).toBeUndefined();
    expect(await circuitOrders.giveUnlessOpen('end_f', closed(61))).toBeUndefined();
    expect((await one.receivers.find('t2', 'end_f'))?.order).toEqual(closed(61));
  });

  it('is known to other processes to be left alone within two seconds of an order', async () => {
    const now = one.clock.now();
    expect(await other.forTenant('t1').circuitOrders.cached('end_e')).toBeUndefined();
    const order = { kind: 'open', token: 'x', by: 'ada', at: now } as const;
    await one.forTenant('t1').circuitOrders.give('end_e', order);
    expect(await one.forTenant('t1').circuitOrders.cached('end_e')).toEqual(order);
    await pause(CATALOG_STALENESS_MS + 50);
    expect(await other.forTenant('t1').openCircuits.isOpen('end_e', now)).toBe(true);
    expect(await other.forTenant('t1').circuitOrders.cached('end_e')).toEqual(order);
  });

  it('keeps every part of its document when several processes write all of them at once', async () => {
    const names = Array.from({ length: 40 }, (_, n) => `https://buyer.example/${n}`);
    const now = one.clock.now();
    const until = new Date(now.getTime() + 60_000);
    const order = { kind: 'closed', token: 'latest', by: 'ada', at: now } as const;
    const ofAll = (write: (name: string, stores: Stores) => Promise<unknown> | void) =>
      names.flatMap((name) => [one, other].map((stores) => write(name, stores)));
    // The order is among the first writes: a circuit that was open before an order is not noted after it.
    await Promise.all([
      ...ofAll((name, stores) => stores.receivers.noteAnswer('t3', name, answer('retry', 5))),
      ...ofAll((name, stores) => stores.forTenant('t3').circuitOrders.give(name, order)),
      flushBoth(),
      ...ofAll((url, stores) => stores.forTenant('t3').webhookUrls.noteFailure({ url, headers: {} }, now)),
      ...ofAll((url, stores) =>
        stores.forTenant('t3').webhookUrls.disable({ url, headers: {} }, 'gone', now),
      ),
    ]);
    await Promise.all([
      ...ofAll((name, stores) => stores.receivers.noteAnswer('t3', name, answer('accepted', 1))),
      ...ofAll((name, stores) => stores.forTenant('t3').openCircuits.note(name, until, now, order)),
      flushBoth(),
    ]);
    await flushBoth();
    const buyers = await one.receivers.of('t3');
    expect(buyers.map(({ receiver }) => receiver).sort()).toEqual([...names].sort());
    for (const buyer of buyers) {
      expect(buyer.answers.map(({ outcome }) => outcome).sort()).toEqual([
        'accepted',
        'accepted',
        'retry',
        'retry',
      ]);
      expect(buyer).toMatchObject({ order, openUntil: until, circuit: [{ since: now, until }] });
    }
    // The same addresses as receivers of webhooks are others.
    const off = await one.forTenant('t3').webhookUrls.switchedOff();
    expect(off.map(({ url }) => url).sort()).toEqual([...names].sort());
  });

  it('is visible only to its own tenant', async () => {
    expect(await one.receivers.of('t')).toEqual([]);
    expect(await one.receivers.find('t2', 'end_a')).toBeUndefined();
  });
});
