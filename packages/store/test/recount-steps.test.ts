import { countName, groupName, slotName } from '@sluice/contracts';
import { duringTests, openSlot, slot } from '@sluice/testing';
import type { Collection } from 'mongodb';
import type { CountDocument } from '../src/counts/count-document.js';
import { recount } from '../src/counts/recount.js';
import { changedZone, tokyo, type Range } from './changed-zone.js';
import { asks, at, namesIn, nextHour, openCounts } from './counts.js';

const world = duringTests(() => openCounts({ bounds: { knownEverywhereMs: 0 } }));
const zone = () => changedZone(world);
const day = (date: number, time = '05:00') =>
  new Date(`2026-11-${String(date).padStart(2, '0')}T${time}:00Z`);
const days = [2, 3, 4, 5, 16];
const dollar = { currency: 'USD', minor: 100 };

class Died extends Error {}

/** Three placements on each of the days. */
const ofDays = days.flatMap((date) =>
  ['05:00', '06:00', '07:00'].map((time) => ({ at: day(date, time), amount: dollar })),
);

/** A process that sums at most `atOnce` placements in one step, and dies in its step number `diesIn`. */
async function process(
  campaignId: string,
  { diesIn = Infinity, atOnce = 4, within = async (): Promise<void> => undefined, change = {} } = {},
): Promise<readonly Range[]> {
  const ranges: Range[] = [];
  const submissions = zone().read(async (sum, range) => {
    if (ranges.length + 1 >= diesIn) throw new Died();
    ranges.push(range);
    const sums = await sum();
    await within();
    return sums;
  });
  const recounting = { ...zone().inTokyo(campaignId), ...change };
  try {
    await recount({ ...world.recounted, submissions }, recounting, 0, atOnce);
  } catch (error) {
    if (!(error instanceof Died)) throw error;
  }
  return ranges;
}

const stored = (campaignId: string) => world.stored({ campaignId });

it('a recount goes on in another process where one stopped, and sums each day once', async () => {
  const campaignId = 'STOPPED';
  await zone().placedBefore(campaignId, ofDays);
  const [early] = await zone().routed(campaignId, 1, day(2, '09:00'));
  const [late, unplaced] = await zone().routed(campaignId, 2, at);
  const first = await process(campaignId, { diesIn: 3 });
  expect(await stored(campaignId)).toMatchObject({
    zone: 'UTC',
    recount: { progress: { next: day(4, '00:00'), summed: { monthly: { placed: 6, money: { USD: 600 } } } } },
  });
  // Another process does nothing as long as the lease lasts. Leads end, one of them on a day that was summed.
  expect(await process(campaignId)).toEqual([]);
  await zone().place(campaignId, early!, day(2, '09:00'));
  await zone().place(campaignId, late!, at);
  await zone().leaseEnds(campaignId);
  const second = await process(campaignId);
  expect([...first, ...second]).toEqual([
    { $gte: tokyo.starts.monthly, $lt: day(3, '00:00') },
    { $gte: day(3, '00:00'), $lt: day(4, '00:00') },
    { $gte: day(4, '00:00'), $lt: day(5, '00:00') },
    { $gte: day(5, '00:00'), $lt: day(16, '00:00') },
    { $gte: day(16, '00:00') },
  ]);
  const count = await stored(campaignId);
  expect(count).toMatchObject({
    zone: 'Asia/Tokyo',
    hourly: { placed: 1, money: { USD: 100 } },
    daily: { placed: 1, money: { USD: 100 } },
    weekly: { placed: 4, money: { USD: 400 } },
    monthly: { start: tokyo.starts.monthly, placed: 17, money: { USD: 1_700 } },
  });
  expect(count.recount).toBeUndefined();
  expect(JSON.stringify(count.open)).toContain(unplaced);
});

it('is exact in several currencies although each process dies after one step and leads end in each', async () => {
  const campaignId = 'DEATHS';
  const money = (n: number) =>
    n % 3 === 0 ? {} : { amount: { currency: n % 3 === 1 ? 'USD' : 'JPY', minor: n } };
  const old = ofDays.map(({ at: time }, n) => ({ at: time, ...money(n) }));
  await zone().placedBefore(campaignId, old);
  const open = (
    await Promise.all(
      [...days, 18].map(async (date) =>
        (await zone().routed(campaignId, 2, day(date, '08:00'))).map((id) => ({
          id,
          at: day(date, '08:00'),
        })),
      ),
    )
  ).flat();
  const ended: { at: Date; amount: { currency: string; minor: number } }[] = [];
  const endOne = async (): Promise<void> => {
    // The newest and the oldest in turn: before and after what was summed.
    const one = ended.length % 2 === 0 ? open.pop() : open.shift();
    if (!one) return;
    const amount = { currency: ended.length % 2 === 0 ? 'EUR' : 'USD', minor: 7 };
    ended.push({ at: one.at, amount });
    await zone().place(campaignId, one.id, one.at, amount);
  };
  let processes = 0;
  for (; (await stored(campaignId)).zone === 'UTC'; processes += 1) {
    await endOne();
    await process(campaignId, { diesIn: 2, within: endOne });
    await zone().leaseEnds(campaignId);
  }
  expect(processes).toBeGreaterThan(days.length - 1);
  const count = await stored(campaignId);
  for (const type of ['hourly', 'daily', 'weekly', 'monthly'] as const) {
    const placed = [...old, ...ended].filter((one) => one.at >= tokyo.starts[type]);
    const sums: Record<string, number> = {};
    for (const { amount } of placed as { amount?: { currency: string; minor: number } }[])
      if (amount) sums[amount.currency] = (sums[amount.currency] ?? 0) + amount.minor;
    expect([type, count[type].placed]).toEqual([type, placed.length]);
    const earned = Object.entries(count[type].money).filter(([, minor]) => minor !== 0);
    expect([type, Object.fromEntries(earned)]).toEqual([type, sums]);
  }
});

it('a process that hung while another one finished changes nothing any more', async () => {
  const campaignId = 'HUNG';
  await zone().placedBefore(campaignId, ofDays);
  await zone().routed(campaignId, 1, at);
  let goOn = (): void => undefined;
  let hangs = (): void => undefined;
  const isHanging = new Promise<void>((resolve) => (hangs = resolve));
  const isGoingOn = new Promise<void>((resolve) => (goOn = resolve));
  let isHung = false;
  // Neither its timers nor its calls run.
  const counts = new Proxy(world.documents, {
    get(target, property) {
      const found: unknown = Reflect.get(target, property);
      if (typeof found !== 'function') return found;
      return async (...args: unknown[]) => {
        if (isHung) await isGoingOn;
        return Reflect.apply(found, target, args) as unknown;
      };
    },
  }) satisfies Collection<CountDocument>;
  let steps = 0;
  const submissions = zone().read(async (sum) => {
    const sums = await sum();
    steps += 1;
    if (steps === 3) {
      isHung = true;
      hangs();
      await isGoingOn;
    }
    return sums;
  });
  const hung = recount({ ...world.recounted, counts, submissions }, zone().inTokyo(campaignId), 0, 4);
  await isHanging;
  await zone().leaseEnds(campaignId);
  expect((await process(campaignId))[0]).toMatchObject({ $gte: day(4, '00:00') });
  // By now a third one counts again, for another change.
  await process(campaignId, { diesIn: 2, change: { zone: 'UTC' } });
  const before = await stored(campaignId);
  expect(before).toMatchObject({ zone: 'Asia/Tokyo', monthly: { placed: 15 }, recount: {} });
  goOn();
  await hung;
  expect(steps).toBe(3);
  expect({ ...(await stored(campaignId)), recount: undefined }).toEqual({ ...before, recount: undefined });
  expect((await stored(campaignId)).recount).toMatchObject({
    by: before.recount!.by,
    progress: before.recount!.progress,
  });
});

it('a day and an instant with more placements than a step reads are divided as far as they can be', async () => {
  const campaignId = 'BUSY';
  const busy = Array.from({ length: 10 }, (_, n) => ({ at: day(16, `05:0${n}`) }));
  const alike = Array.from({ length: 9 }, () => ({ at: day(16, '06:00') }));
  await zone().placedBefore(campaignId, [...busy, ...alike]);
  await zone().routed(campaignId, 1, at);
  const ranges = await process(campaignId, { atOnce: 4 });
  const inRange = ({ $gte, $lt }: Range) =>
    [...busy, ...alike].filter((one) => one.at >= $gte && (!$lt || one.at < $lt)).length;
  const read = ranges.map(inRange);
  expect(read.filter((placed) => placed > 4)).toEqual([9]);
  expect(read.reduce((sum, placed) => sum + placed, 0)).toBe(19);
  expect(await stored(campaignId)).toMatchObject({ zone: 'Asia/Tokyo', monthly: { placed: 19 } });
});

it('counts a lead once that is placed at another time than its name was opened, while that time is summed', async () => {
  const campaignId = 'LATE';
  await zone().placedBefore(campaignId, ofDays);
  const [id] = await zone().routed(campaignId, 1, at);
  let isPlaced = false;
  const ranges: Range[] = [];
  const submissions = zone().read(async (sum, range) => {
    ranges.push(range);
    if (range.$gte >= day(4, '00:00') && !isPlaced) {
      isPlaced = true;
      await zone().place(campaignId, id!, day(4, '08:00'));
    }
    return sum();
  });
  await recount({ ...world.recounted, submissions }, zone().inTokyo(campaignId), 0, 4);
  expect(await stored(campaignId)).toMatchObject({
    zone: 'Asia/Tokyo',
    daily: { placed: 0 },
    monthly: { placed: 16, money: { USD: 1_600 } },
  });
  // It could not be known whether the sum has that lead.
  expect(ranges.filter(({ $gte }) => $gte.getTime() === day(4, '00:00').getTime())).toHaveLength(2);
});

it('counts a lead that was placed before although the name of a worker that lost is still open', async () => {
  const campaignId = 'LOST';
  const [id, other] = await zone().routed(campaignId, 2, at);
  const lost = { name: slotName(id!, 0), opening: 'of a worker that lost' };
  expect(await openSlot(world.of(), lost, at, [asks({ campaignId })])).toBeUndefined();
  await zone().place(campaignId, id!, at);
  // The submission has ended.
  await world.documents.updateOne({ _id: `demo/campaign.${campaignId}` }, { $set: { taken: [] } });
  await recount(
    {
      ...world.recounted,
      submissions: zone().read(async (sum) => {
        await zone().place(campaignId, other!, at);
        return sum();
      }),
    },
    zone().inTokyo(campaignId),
    0,
  );
  const count = await stored(campaignId);
  expect(namesIn(count)).toEqual([lost.name]);
  expect(count).toMatchObject({
    zone: 'Asia/Tokyo',
    hourly: { placed: 2 },
    monthly: { money: { USD: 200 } },
  });
});

it('goes on with the periods of its beginning although the hour has turned since', async () => {
  const campaignId = 'TURNED';
  await zone().placedBefore(campaignId, [...ofDays, { at, amount: dollar }]);
  await zone().routed(campaignId, 1, at);
  await process(campaignId, { diesIn: 3 });
  await zone().leaseEnds(campaignId);
  const starts = { ...tokyo.starts, hourly: nextHour.starts.hourly };
  expect((await process(campaignId, { change: { starts } }))[0]).toMatchObject({ $gte: day(4, '00:00') });
  expect(await stored(campaignId)).toMatchObject({ hourly: { start: tokyo.starts.hourly, placed: 1 } });
  const ask = asks({ campaignId }, { monthly: 100 }, { zone: 'Asia/Tokyo', starts });
  expect(await openSlot(world.of(), slot('sub_turned.routing.0'), nextHour.at, [ask])).toBeUndefined();
  expect(await stored(campaignId)).toMatchObject({
    hourly: { start: starts.hourly, placed: 0 },
    monthly: { placed: 16 },
  });
});

it('begins again if another time zone is asked for by the time its process has died', async () => {
  const campaignId = 'ANOTHER';
  await zone().placedBefore(campaignId, ofDays);
  const [ended, open] = await zone().routed(campaignId, 2, day(3, '08:00'));
  await process(campaignId, { diesIn: 3 });
  await zone().place(campaignId, ended!, day(3, '08:00'));
  await zone().leaseEnds(campaignId);
  const starts = { ...tokyo.starts, monthly: new Date('2026-10-31T14:00:00Z') };
  const ranges = await process(campaignId, {
    change: { zone: 'Asia/Vladivostok', starts },
    within: () => zone().place(campaignId, open!, day(3, '08:00')),
  });
  expect(ranges[0]).toMatchObject({ $gte: starts.monthly });
  expect(await stored(campaignId)).toMatchObject({
    zone: 'Asia/Vladivostok',
    monthly: { start: starts.monthly, placed: 17, money: { USD: 1_700 } },
  });
});

it('counts of a campaign only what it got as a member of the group, in steps over all of it', async () => {
  const campaignId = 'MEMBER';
  const owner = { group: groupName('ALL', 'premium'), memberId: campaignId };
  const groupCount = countName(owner);
  await zone().placedBefore(
    campaignId,
    ofDays.map((placement, n) => ({ ...placement, groupCount: n % 3 === 0 ? groupCount : undefined })),
  );
  await openSlot(world.of(), slot('sub_member.routing.0'), at, [asks(owner)]);
  const ranges: Range[] = [];
  const submissions = zone().read((sum, range) => {
    ranges.push(range);
    return sum();
  });
  await recount({ ...world.recounted, submissions }, zone().inTokyo(campaignId, owner), 0, 4);
  expect(ranges).toHaveLength(5);
  expect(await world.stored(owner)).toMatchObject({ zone: 'Asia/Tokyo', monthly: { placed: 5 } });
});
