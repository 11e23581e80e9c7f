/** Guarantees of counts whose leads have waited: they are named elsewhere, and count as before. */
import { duringTests, openSlot, placeSlot, slot } from '@sluice/testing';
import type { PeriodStarts } from '../src/index.js';
import type { NamesSetAside } from '../src/counts/names-set-aside.js';
import { asks, namesIn, openCounts } from './counts.js';

const world = duringTests(() => openCounts({ processes: 2 }));

const counts = (n = 0) => world.counts(n);
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const ago = (ms: number) => new Date(world.stores.clock.now().getTime() - ms);
const documents = () => world.db.collection<NamesSetAside>('namesSetAside');

/** All periods began this long ago. */
function since(ms: number): PeriodStarts {
  const start = ago(ms);
  return { hourly: start, daily: start, weekly: start, monthly: start };
}

function named(count: number, prefix: string): readonly string[] {
  return Array.from({ length: count }, (_, n) => `sub_${prefix}${String(n).padStart(4, '0')}.routing.0`);
}

/** Opens names one after another, each under an opening of its own. */
async function open(names: readonly string[], ask: ReturnType<typeof asks>, at: Date): Promise<void> {
  for (const name of names) expect(await openSlot(world.of(), slot(name), at, [ask])).toBeUndefined();
}

const counted = async (ask: ReturnType<typeof asks>) => [
  [...(await counts().used([ask])).values()],
  await counts().onTheWay([ask.name]),
];

it('leads that have waited take the same room after they were set aside, and others find them no more in their way', async () => {
  const ask = asks({ campaignId: 'WAITED' }, { daily: 101, lifetime: 500 }, { starts: since(3 * MINUTE_MS) });
  const waiting = named(100, 'w');
  await open(waiting, ask, ago(2 * MINUTE_MS));
  const before = await counted(ask);
  expect(before).toEqual([[100, 100], [100]]);
  expect(await counts().setAside(ask.name)).toBe(100);
  expect(await counted(ask)).toEqual(before);
  expect((await world.stored(ask.owner)).open).toEqual([]);
  expect(await openSlot(world.of(1), slot('sub_last.routing.0'), ago(0), [ask])).toBeUndefined();
  expect(await openSlot(world.of(1), slot('sub_more.routing.0'), ago(0), [ask])).toEqual({
    kind: 'full',
    limits: ['campaign.WAITED.daily'],
  });
});

it('a lead that was set aside counts once, however often and by whomever its end is repeated, and leaves room if it was not sold', async () => {
  const ask = asks({ campaignId: 'ENDS' }, { daily: 200 }, { starts: since(3 * MINUTE_MS) });
  const waiting = named(70, 'e');
  const at = ago(2 * MINUTE_MS);
  await open(waiting, ask, at);
  await counts().setAside(ask.name);
  const sold = waiting.slice(0, 20);
  await Promise.all(
    sold.flatMap((name) => [0, 1, 0].map((n) => placeSlot(world.of(n), slot(name), [ask.name], at))),
  );
  await counts().release(slot(waiting[20]!), [ask.name]);
  const stored = await world.stored(ask.owner);
  expect([stored.daily.placed, stored.lifetime.placed]).toEqual([20, 20]);
  expect(await counted(ask)).toEqual([[69], [49]]);
  expect(await documents().countDocuments({ count: 'demo/campaign.ENDS' })).toBe(0);
});

it('leads that end while others are set aside are neither lost nor counted twice', async () => {
  const ask = asks({ campaignId: 'BOTH' }, { lifetime: 1_000 }, { starts: since(3 * MINUTE_MS) });
  const waiting = named(150, 'b');
  const at = ago(2 * MINUTE_MS);
  await open(waiting, ask, at);
  const setAside = async () => {
    for (let n = 0; n < 8; n += 1) await counts(n % 2).setAside(ask.name);
  };
  await Promise.all([
    setAside(),
    setAside(),
    ...waiting.map((name, n) =>
      n % 3 === 0
        ? counts(n % 2).release(slot(name), [ask.name])
        : placeSlot(world.of(n % 2), slot(name), [ask.name], at),
    ),
  ]);
  expect((await world.stored(ask.owner)).lifetime.placed).toBe(100);
  expect(await counted(ask)).toEqual([[100], [0]]);
});

it('what is set aside takes no room in a period that begins later, and its money none of a budget', async () => {
  const budget = { name: 'budget', type: 'hourly' as const, cap: 1_000, currency: 'USD' };
  const ask = asks({ campaignId: 'TURNS' }, {}, { starts: since(3 * MINUTE_MS) });
  const asked = { ...ask, limits: [budget], expected: { currency: 'USD', minor: 10 } };
  await open(named(70, 't'), asked, ago(2 * MINUTE_MS));
  expect(await counts().setAside(ask.name)).toBe(70);
  expect(await counts().used([asked])).toEqual(new Map([['budget', 700]]));
  const next = { ...asked, starts: { ...asked.starts, hourly: ago(MINUTE_MS) } };
  expect(await counts().used([next])).toEqual(new Map([['budget', 0]]));
  expect(await openSlot(world.of(), slot('sub_next.routing.0'), ago(0), [next])).toBeUndefined();
  expect(await counts().used([next])).toEqual(new Map([['budget', 10]]));
});

it('an outcome that nobody resolved within a day is set aside in any case, keeps its room, and is no longer on its way', async () => {
  const ask = asks({ campaignId: 'UNKNOWN' }, { lifetime: 3 }, { starts: since(2 * DAY_MS) });
  await open(['sub_unknown.routing.0'], ask, ago(DAY_MS + MINUTE_MS));
  await open(['sub_today.routing.0'], ask, ago(MINUTE_MS));
  expect(await counts().setAside(ask.name)).toBe(1);
  expect(namesIn(await world.stored(ask.owner))).toEqual(['sub_today.routing.0']);
  expect(await counted(ask)).toEqual([[2], [1]]);
  // A repost of it is told apart.
  await counts().bringBack('sub_unknown.routing.0', [ask.name]);
  expect((await counts().look('sub_repost.routing.0', [ask], ['sub_unknown.routing.0'])).full).toEqual([]);
  expect(namesIn(await world.stored(ask.owner))).toHaveLength(2);
});

it('names whose process died while it set them aside stay where they are, and what it left is dropped', async () => {
  const ask = asks({ campaignId: 'DIED' }, { lifetime: 100 }, { starts: since(3 * MINUTE_MS) });
  await open(named(3, 'd'), ask, ago(2 * MINUTE_MS));
  const { open: left } = await world.stored(ask.owner);
  const document = {
    _id: 'demo/campaign.DIED.left',
    tenantId: 'demo',
    count: 'demo/campaign.DIED',
    open: left,
  };
  await documents().insertOne({ ...document, at: ago(0) });
  const audit = async () => {
    for await (const { names } of world.stores.openNames({ youngMs: 0, sinceMs: Infinity })) void names;
  };
  await audit();
  // A process that is only slow may still put it into the count.
  expect(await documents().countDocuments({ _id: document._id })).toBe(1);
  await documents().updateOne({ _id: document._id }, { $set: { at: ago(5 * MINUTE_MS) } });
  await audit();
  expect(await documents().countDocuments({ _id: document._id })).toBe(0);
  expect(await counted(ask)).toEqual([[3], [3]]);
});

it('a changed time zone is counted with those that were set aside', async () => {
  const ask = asks({ campaignId: 'ZONE' }, { lifetime: 100 }, { starts: since(3 * MINUTE_MS) });
  await open(named(70, 'z'), ask, ago(2 * MINUTE_MS));
  await counts().setAside(ask.name);
  const moved = { ...ask, zone: 'Asia/Tokyo', starts: since(MINUTE_MS) };
  for (let tries = 0; tries < 50; tries += 1) {
    const refused = await openSlot(world.of(), slot('sub_moved.routing.0'), ago(0), [moved]);
    if (!refused) break;
    expect(refused.kind).toBe('ask_again');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const stored = await world.stored(ask.owner);
  expect([stored.zone, namesIn(stored).length]).toEqual(['Asia/Tokyo', 71]);
  expect(await counts().used([moved])).toEqual(new Map([['campaign.ZONE.lifetime', 71]]));
});

it('a lead whose worker died before it decided is not in its own way once it was set aside', async () => {
  const ask = asks({ campaignId: 'OWN' }, { daily: 70 }, { starts: since(3 * MINUTE_MS) });
  const waiting = named(70, 'o');
  await open(waiting, ask, ago(2 * MINUTE_MS));
  await counts().setAside(ask.name);
  const again = { name: waiting[0]!, opening: 'the next run' };
  expect(await openSlot(world.of(1), again, ago(0), [ask])).toBeUndefined();
  expect(await openSlot(world.of(1), slot('sub_other.routing.0'), ago(0), [ask])).toMatchObject({
    kind: 'full',
  });
  expect(await counts().used([ask])).toEqual(new Map([['campaign.OWN.daily', 70]]));
});

it('a list that a restored dump lacks takes no room any more', async () => {
  const ask = asks({ campaignId: 'LOST' }, { lifetime: 100 }, { starts: since(3 * MINUTE_MS) });
  await open(named(70, 'l'), ask, ago(2 * MINUTE_MS));
  await counts().setAside(ask.name);
  await documents().deleteMany({ count: 'demo/campaign.LOST' });
  for await (const { names } of world.stores.openNames({ youngMs: 0, sinceMs: Infinity })) void names;
  expect(await counted(ask)).toEqual([[0], [0]]);
});
