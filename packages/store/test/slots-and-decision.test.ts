import type { RoutingDecision } from '@sluice/contracts';
import { setTimeout as pause } from 'node:timers/promises';
import type { SlotAsk } from '../src/index.js';
import { daily } from './a-daily-limit.js';
import { openRawWorld, type RawWorld } from './world.js';

let world: RawWorld;
beforeAll(async () => {
  world = await openRawWorld();
});
afterAll(() => world.close());

const mine = () => world.stores.forTenant('demo');
const found = async (...asks: SlotAsk[]) => {
  for (const ask of asks) {
    await mine().slots.reserve('founder', [ask]);
    await mine().slots.release('founder', [ask.counter]);
  }
};
const decision = (campaignId: string): RoutingDecision => ({
  kind: 'routed',
  campaignId,
  clientId: 'cli',
  slots: [],
  reservedAt: new Date(),
  trace: [],
});
const ref = (id: string) => ({ submissionId: `sub_${id}`, leadId: `lead_${id}` });
const record = (id: string, asks: readonly SlotAsk[], campaignId = 'C') =>
  mine().journal.reserveAndRecord(
    ref(id),
    mine().slots.wanted(id, asks),
    0,
    decision(campaignId),
    new Date(),
  );
const recordAll = (ids: readonly string[], asks: readonly SlotAsk[]) =>
  Promise.all(ids.map((id) => record(id, asks)));
const recorded = async (id: string) => (await mine().journal.find(`sub_${id}`, 'routing', 0)) !== undefined;
const ids = (count: number, prefix: string) => Array.from({ length: count }, (_, n) => `${prefix}${n}`);

describe('routing decisions that are recorded with their slots', () => {
  it('take a slot of every counter each', async () => {
    const asks = [daily('A1', 64), daily('A2', 100)];
    await found(...asks);
    expect(new Set(await recordAll(ids(64, 'a'), asks))).toEqual(new Set([true]));
    expect(await mine().slots.taken(asks.map(({ counter }) => counter))).toEqual([64, 64]);
    expect(await recorded('a63')).toBe(true);
  });

  it('are not recorded when a counter lacks room for one of them, and none of them takes a slot of it', async () => {
    const ask = daily('B', 10);
    await found(ask);
    expect(await recordAll(ids(11, 'b'), [ask])).toEqual(Array(11).fill([]));
    expect(await mine().slots.taken([ask.counter])).toEqual([0]);
    expect(await recorded('b0')).toBe(false);
  });

  it('are not recorded, and create no counter, while their counter is not founded', async () => {
    const ask = daily('C', 10);
    expect(await record('c', [ask])).toEqual([]);
    expect(await recorded('c')).toBe(false);
    expect(await world.db.collection('counters').countDocuments({ _id: /campaign\.C\./ as never })).toBe(0);
  });

  it.each([
    ['for another period', { periodStart: new Date('2026-11-20T00:00:00Z') }],
    ['before a change of its limit', { since: new Date() }],
  ])('are not recorded where the counter was founded %s', async (why, change) => {
    const ask = daily(why.split(' ')[0] ?? '', 10);
    await found(ask);
    expect(await record(`of ${why}`, [{ ...ask, ...change }])).toEqual([]);
  });

  it('ask a counter without room again after a second, and not before', async () => {
    const ask = daily('AGAIN', 1);
    await found(ask);
    await mine().slots.reserve('taken', [ask]);
    expect(await record('early', [ask])).toEqual([]);
    await mine().slots.release('taken', [ask.counter]);
    expect(await record('soon', [ask])).toEqual([]);
    await pause(1_100);
    expect(await record('later', [ask])).toBe(true);
  });

  it('are recorded beside those of a full counter, in the same moment', async () => {
    const [full, free] = [daily('D1', 1), daily('D2', 9)];
    await found(full, free);
    await mine().slots.reserve('other', [full]);
    const outcomes = await Promise.all([
      record('d1', [full]),
      record('d2', [free]),
      record('d3', [free, full]),
      record('d4', [free]),
    ]);
    // The third lead has a slot of the free counter, for its worker to release.
    expect(outcomes).toEqual([[], true, [free.counter], true]);
    expect([await recorded('d3'), await recorded('d4')]).toEqual([false, true]);
    await mine().slots.release('d3', [free.counter]);
    expect(await mine().slots.taken([free.counter, full.counter])).toEqual([2, 1]);
  });

  it('are not recorded where another decision is, and those behind it are', async () => {
    const ask = daily('E', 9);
    await found(ask);
    await mine().journal.record(ref('e1'), 'routing', 0, decision('ELSEWHERE'), new Date());
    expect(await recordAll(['e0', 'e1', 'e2'], [ask])).toEqual([true, [ask.counter], true]);
    expect((await mine().journal.find('sub_e1', 'routing', 0)) as { campaignId?: string }).toMatchObject({
      campaignId: 'ELSEWHERE',
    });
    await mine().slots.release('e1', [ask.counter]);
    expect(await mine().slots.taken([ask.counter])).toEqual([2]);
  });

  it('never exceed a cap, however many leads ask in both ways at once', async () => {
    const ask = daily('F', 40);
    await found(ask);
    const [together, single] = await Promise.all([
      Promise.all(
        ids(60, 'f').map(async (id, n) => {
          // Several commands, of different sizes.
          await pause((n % 6) * 5);
          return record(id, [ask]);
        }),
      ),
      Promise.all(ids(60, 'g').map((id) => mine().slots.reserve(id, [ask]))),
    ]);
    const granted = [...together, ...single.map((grant) => grant.granted)].filter(
      (one) => one === true,
    ).length;
    expect(granted).toBe(40);
    expect(await mine().slots.taken([ask.counter])).toEqual([40]);
  });
});
