/** Guarantees of counts of which a lead looks at a few openings only, while their limits are far away. */
import { duringTests, openSlot, placeSlot, slot } from '@sluice/testing';
import { asks, at, names, namesIn, nextHour, openCounts } from './counts.js';

const CAP = 43;

const world = duringTests(() => openCounts({ processes: 2 }));

const counts = (n = 0) => world.counts(n);

it('a cap is reached and not exceeded, while leads of two processes are placed on the way there', async () => {
  const ask = asks({ campaignId: 'FAR' }, { daily: CAP, lifetime: 1_000 });
  let placed = 0;
  for (let round = 0; round < 3 * CAP && placed < CAP; round += 1) {
    const wanted = [0, 1].flatMap((n) => names(3, `far${round}_${n}`).map((name) => ({ n, name })));
    const refused = await Promise.all(
      wanted.map(({ n, name }) => openSlot(world.of(n), slot(name), at, [ask])),
    );
    const granted = wanted.filter((_, index) => refused[index] === undefined);
    expect(granted.length).toBeLessThanOrEqual(CAP - placed);
    for (const { n, name } of granted) await placeSlot(world.of(n), slot(name), [ask.name], at);
    for (const { n, name } of granted) counts(n).ended(name, [ask.name]);
    placed += granted.length;
  }
  expect(placed).toBe(CAP);
  expect(await openSlot(world.of(), slot('sub_far_last.routing.0'), at, [ask])).toEqual({
    kind: 'full',
    limits: ['campaign.FAR.daily'],
  });
  expect((await world.stored(ask.owner)).daily.placed).toBe(CAP);
}, 60_000);

it('a name is open once, however many workers have the same job, also once it was counted', async () => {
  const ask = asks({ campaignId: 'FAROFF' }, { lifetime: 1_000 });
  const name = 'sub_once.routing.0';
  const same = await Promise.all(
    Array.from({ length: 10 }, (_, n) => openSlot(world.of(n % 2), slot(name), at, [ask])),
  );
  expect(new Set(same)).toEqual(new Set([undefined]));
  expect(namesIn(await world.stored(ask.owner))).toEqual([name]);
  expect(await counts().room(ask)).toEqual({ leads: 999 });
  await placeSlot(world.of(), slot(name), [ask.name], at);
  const late = { name, opening: 'late' };
  expect(await openSlot(world.of(1), late, at, [ask])).toBeUndefined();
  await placeSlot(world.of(1), slot(name), [ask.name], at);
  await counts(1).release(late, [ask.name]);
  expect(await world.stored(ask.owner)).toMatchObject({ open: [], lifetime: { placed: 1 } });
});

it('a lead of the next hour opens its name there, and one of the hour before asks again', async () => {
  const before = asks({ campaignId: 'FARTURN' }, { hourly: CAP });
  const after = asks({ campaignId: 'FARTURN' }, { hourly: CAP }, { starts: nextHour.starts });
  await openSlot(world.of(), slot('sub_t1.routing.0'), at, [before]);
  await placeSlot(world.of(), slot('sub_t1.routing.0'), [before.name], at);
  expect(await openSlot(world.of(), slot('sub_t2.routing.0'), nextHour.at, [after])).toBeUndefined();
  expect((await world.stored(after.owner)).hourly).toMatchObject({
    start: nextHour.starts.hourly,
    placed: 0,
  });
  expect(await openSlot(world.of(1), slot('sub_t3.routing.0'), at, [before])).toMatchObject({
    kind: 'ask_again',
  });
});
