import { duringTests, openSlot, slot } from '@sluice/testing';
import type { CountRequest, Limit } from '../src/index.js';
import { asks, at, names, nextHour, openCounts } from './counts.js';

const world = duringTests(() => openCounts({ processes: 2 }));

const counts = (n = 0) => world.counts(n);
const full = (campaignId: string) => ({ kind: 'full', limits: [`campaign.${campaignId}.daily_USD`] });

/** A request under a daily budget in cents, of a lead that is expected to earn `minor` cents. */
function spends(campaignId: string, budget: number, minor?: number, currency = 'USD'): CountRequest {
  const name = `campaign.${campaignId}.daily_USD`;
  const limits: Limit[] = [{ name, type: 'daily', cap: budget, currency: 'USD' }];
  const ask = asks({ campaignId });
  return { ...ask, limits, ...(minor !== undefined && { expected: { currency, minor } }) };
}

/** Ends a lead that is open in the count as placed, for an amount in cents. */
const place = (name: string, ask: CountRequest, minor: number) =>
  world.stores.forTenant('demo').conclusions.close(name.split('.')[0]!, {
    end: { status: 'delivered', endedAt: at },
    counts: counts().takenOut(slot(name), [ask.name], { at, amount: { currency: 'USD', minor } }),
  });

describe('a budget', () => {
  it('is not exceeded by what leads are expected to earn, however many ask at once', async () => {
    const ask = spends('MANY', 10_000, 3_000);
    const answers = await Promise.all(
      [0, 1].flatMap((process) =>
        names(30, `m${process}`).map((name) => openSlot(world.of(process), slot(name), at, [ask])),
      ),
    );
    expect(answers.filter((answer) => answer === undefined)).toHaveLength(3);
    expect(answers.find((answer) => answer !== undefined)).toEqual(full('MANY'));
    expect((await counts().used([ask])).get('campaign.MANY.daily_USD')).toBe(9_000);
  });

  it('admits a cheaper lead where a dearer one no longer fits', async () => {
    expect(
      await openSlot(world.of(), slot('sub_c1.routing.0'), at, [spends('CHEAP', 100, 70)]),
    ).toBeUndefined();
    expect(await openSlot(world.of(), slot('sub_c2.routing.0'), at, [spends('CHEAP', 100, 31)])).toEqual(
      full('CHEAP'),
    );
    expect(await counts().full([spends('CHEAP', 100, 31)])).toEqual(['campaign.CHEAP.daily_USD']);
    expect(await counts().full([spends('CHEAP', 100, 30)])).toEqual([]);
    expect(
      await openSlot(world.of(), slot('sub_c3.routing.0'), at, [spends('CHEAP', 100, 30)]),
    ).toBeUndefined();
  });

  it('counts what a lead earned once it is placed, in place of what was expected', async () => {
    const ask = spends('TRUE', 100, 40);
    await openSlot(world.of(), slot('sub_t1.routing.0'), at, [ask]);
    await place('sub_t1.routing.0', ask, 70);
    expect((await counts().used([ask])).get('campaign.TRUE.daily_USD')).toBe(70);
    expect(await openSlot(world.of(), slot('sub_t2.routing.0'), at, [ask])).toEqual(full('TRUE'));
  });

  it('gives back what was reserved for a lead that is not placed', async () => {
    const ask = spends('BACK', 40, 40);
    await openSlot(world.of(), slot('sub_b1.routing.0'), at, [ask]);
    await counts().release(slot('sub_b1.routing.0'), [ask.name]);
    expect(await openSlot(world.of(), slot('sub_b2.routing.0'), at, [ask])).toBeUndefined();
  });

  it('admits a lead without an expected price as long as something is left', async () => {
    const ask = spends('NONE', 10);
    expect(await openSlot(world.of(), slot('sub_n1.routing.0'), at, [ask])).toBeUndefined();
    await place('sub_n1.routing.0', ask, 9);
    expect(await openSlot(world.of(), slot('sub_n2.routing.0'), at, [ask])).toBeUndefined();
    await place('sub_n2.routing.0', ask, 9);
    expect(await openSlot(world.of(), slot('sub_n3.routing.0'), at, [ask])).toEqual(full('NONE'));
    expect(await counts().full([ask])).toEqual(['campaign.NONE.daily_USD']);
  });

  it('does not count money of another currency', async () => {
    await openSlot(world.of(), slot('sub_e1.routing.0'), at, [spends('EURO', 100, 90, 'EUR')]);
    expect(await counts().full([spends('EURO', 100, 100)])).toEqual([]);
  });

  it('is whole again when its period turns', async () => {
    const ask = spends('TURN', 100, 100);
    await openSlot(world.of(), slot('sub_p1.routing.0'), at, [ask]);
    await place('sub_p1.routing.0', ask, 100);
    const tomorrow = new Date('2026-11-19T12:30:00Z');
    const daily = new Date('2026-11-19T00:00:00Z');
    const starts = { ...nextHour.starts, daily, hourly: new Date('2026-11-19T12:00:00Z') };
    expect(await counts().full([{ ...ask, starts }])).toEqual([]);
    expect(
      await openSlot(world.of(), slot('sub_p2.routing.0'), tomorrow, [{ ...ask, starts }]),
    ).toBeUndefined();
  });
});
