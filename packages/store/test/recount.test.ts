import { slotName } from '@sluice/contracts';
import { duringTests, openSlot, placeSlot, slot } from '@sluice/testing';
import { recount } from '../src/counts/recount.js';
import { changedZone, tokyo } from './changed-zone.js';
import { asks, at, namesIn, openCounts } from './counts.js';

const world = duringTests(() => openCounts({ processes: 2, bounds: { knownEverywhereMs: 60_000 } }));

const yesterdayInUtc = new Date('2026-11-17T20:00:00Z');
const owner = (campaignId: string) => ({ campaignId });
const zone = () => changedZone(world);

/** Opens the name by Tokyo's clock, as often as it takes. */
async function openInTokyo(campaignId: string, name: string, process = 0): Promise<void> {
  const ask = asks(owner(campaignId), { daily: 1_000 }, tokyo);
  for (let tries = 0; tries < 100; tries += 1) {
    const refused = await openSlot(world.of(process), slot(name), at, [ask]);
    if (!refused) return;
    expect(refused.kind).toBe('ask_again');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('the name was never opened');
}

describe('a changed time zone', () => {
  it('is counted anew from the placements, while other leads end and two processes ask', async () => {
    const campaignId = 'ZONE';
    const [old, today] = [
      await zone().routed(campaignId, 6, yesterdayInUtc),
      await zone().routed(campaignId, 9, at),
    ];
    for (const id of [...old.slice(0, 4), ...today.slice(0, 3)])
      await zone().place(campaignId, id, old.includes(id) ? yesterdayInUtc : at);
    // Counted, but its end is not written yet.
    await placeSlot(world.of(), slot(slotName(today[3]!, 0)), [asks(owner(campaignId)).name], at);
    await Promise.all([
      openInTokyo(campaignId, 'sub_first.routing.0'),
      openInTokyo(campaignId, 'sub_second.routing.0', 1),
      ...[...old.slice(4), ...today.slice(4, 8)].map((id) =>
        zone().place(campaignId, id, old.includes(id) ? yesterdayInUtc : at),
      ),
    ]);
    await zone().place(campaignId, today[3]!, at);
    const stored = await world.stored(owner(campaignId));
    expect(stored.zone).toBe('Asia/Tokyo');
    // The lead that was counted before its end was written earned nothing there.
    expect([stored.daily, stored.weekly, stored.hourly, stored.lifetime]).toMatchObject([
      { placed: 14, money: { USD: 1_300 } },
      { placed: 14, money: { USD: 1_300 } },
      { placed: 8, money: { USD: 700 } },
      { placed: 14, money: { USD: 1_300 } },
    ]);
    expect(stored.daily.start).toEqual(tokyo.starts.daily);
    expect(stored.recount).toBeUndefined();
    expect(namesIn(stored)).toEqual(
      [slotName(today[8]!, 0), 'sub_first.routing.0', 'sub_second.routing.0'].sort(),
    );
  });

  it('counts the leads that end while their placements are read, once', async () => {
    const campaignId = 'MEANWHILE';
    const ids = await zone().routed(campaignId, 4, at);
    await zone().place(campaignId, ids[0]!, at);
    const submissions = zone().read(async (sum) => {
      // Two of them end before the read, one after it.
      for (const id of ids.slice(1, 3)) await zone().place(campaignId, id, at);
      const sums = await sum();
      await zone().place(campaignId, ids[3]!, at);
      return sums;
    });
    await recount({ ...world.recounted, submissions }, zone().inTokyo(campaignId), 0);
    const stored = await world.stored(owner(campaignId));
    expect(stored).toMatchObject({ zone: 'Asia/Tokyo', open: [] });
    for (const period of [stored.hourly, stored.daily, stored.monthly, stored.lifetime])
      expect(period).toMatchObject({ placed: 4, money: { USD: 400 } });
  });

  it('counts what leads earned by the new periods as well', async () => {
    const campaignId = 'EARNED';
    const [old, today] = [
      await zone().routed(campaignId, 2, yesterdayInUtc),
      await zone().routed(campaignId, 3, at),
    ];
    for (const id of old) await zone().place(campaignId, id, yesterdayInUtc);
    for (const id of today) await zone().place(campaignId, id, at);
    await openInTokyo(campaignId, 'sub_earned.routing.0');
    const stored = await world.stored(owner(campaignId));
    expect(stored.daily).toMatchObject({ placed: 5, money: { USD: 500 } });
    expect(stored.hourly).toMatchObject({ placed: 3, money: { USD: 300 } });
  });

  it('is finished by another process when the one that counted has died', async () => {
    const campaignId = 'DIED';
    const [first] = await zone().routed(campaignId, 1, at);
    await zone().place(campaignId, first!, at);
    const _id = `demo/campaign.${campaignId}`;
    const dead = { by: 'dead', until: new Date(Date.now() + 60_000), placed: [] };
    await world.documents.updateOne({ _id }, { $set: { recount: dead } });
    const ask = asks(owner(campaignId), {}, tokyo);
    expect(await openSlot(world.of(), slot('sub_d.routing.0'), at, [ask])).toMatchObject({
      kind: 'ask_again',
    });
    expect(await world.stored(owner(campaignId))).toMatchObject({ zone: 'UTC', recount: { by: 'dead' } });
    await world.documents.updateOne({ _id }, { $set: { 'recount.until': new Date(0) } });
    await openInTokyo(campaignId, 'sub_d.routing.0');
    expect(await world.stored(owner(campaignId))).toMatchObject({ daily: { placed: 1 } });
  });

  it('is given up for the one before if that is asked for when the process that counted has died', async () => {
    const campaignId = 'REVERTED';
    const [first] = await zone().routed(campaignId, 1, at);
    await zone().place(campaignId, first!, at);
    const dead = { by: 'dead', until: new Date(0), placed: [] };
    await world.documents.updateOne({ _id: `demo/campaign.${campaignId}` }, { $set: { recount: dead } });
    const ask = asks(owner(campaignId), { daily: 2 });
    expect(await openSlot(world.of(), slot('sub_r.routing.0'), at, [ask])).toMatchObject({
      kind: 'ask_again',
    });
    expect(await openSlot(world.of(), slot('sub_r.routing.0'), at, [ask])).toBeUndefined();
    expect(await world.stored(owner(campaignId))).toMatchObject({ zone: 'UTC', daily: { placed: 1 } });
  });

  it('does not change back while some process may still ask by the one before', async () => {
    const campaignId = 'BACK';
    await zone().routed(campaignId, 1, at);
    await openInTokyo(campaignId, 'sub_b1.routing.0');
    const before = asks(owner(campaignId));
    expect(await openSlot(world.of(1), slot('sub_b2.routing.0'), at, [before])).toMatchObject({
      kind: 'ask_again',
    });
    expect((await world.stored(owner(campaignId))).zone).toBe('Asia/Tokyo');
    const longAgo = new Date(Date.now() - 3_600_000);
    await world.documents.updateOne({ _id: `demo/campaign.${campaignId}` }, { $set: { zoneSince: longAgo } });
    await openSlot(world.of(1), slot('sub_b2.routing.0'), at, [before]);
    expect((await world.stored(owner(campaignId))).zone).toBe('UTC');
  });
});
