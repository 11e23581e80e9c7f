import { limitTypes } from '@sluice/contracts';
import { duringTests, openSlot, placeSlot, slot } from '@sluice/testing';
import { openingPhase } from '../src/counts/opening.js';
import { asks, at, names, namesIn, nextHour, openCounts, starts } from './counts.js';

const world = duringTests(() => openCounts({ processes: 2 }));

const counts = (n = 0) => world.counts(n);
const full = (...limits: string[]) => ({ kind: 'full', limits });
const askAgain = { kind: 'ask_again', at: expect.any(Date) as Date };
const openIn = async (campaignId: string) => namesIn(await world.stored({ campaignId }));

describe('a cap', () => {
  it.each(limitTypes)(
    'of the type %s is never exceeded, however many leads of several processes ask at once',
    async (type) => {
      const ask = asks({ campaignId: `MANY_${type}` }, { [type]: 37 });
      const answers = await Promise.all(
        [0, 1].flatMap((process) =>
          names(80, `${type}${process}`).map((name) => openSlot(world.of(process), slot(name), at, [ask])),
        ),
      );
      expect(answers.filter((answer) => answer === undefined)).toHaveLength(37);
      expect(
        new Set(answers.filter((answer) => answer !== undefined).map((answer) => JSON.stringify(answer))),
      ).toEqual(new Set([JSON.stringify(full(`campaign.MANY_${type}.${type}`))]));
      expect(namesIn(await world.stored(ask.owner))).toHaveLength(37);
    },
  );

  it('holds for leads that are placed and for those on their way together', async () => {
    const ask = asks({ campaignId: 'BOTH' }, { daily: 3 });
    await openSlot(world.of(), slot('sub_b1.routing.0'), at, [ask]);
    await openSlot(world.of(), slot('sub_b2.routing.0'), at, [ask]);
    await placeSlot(world.of(), slot('sub_b1.routing.0'), [ask.name], at);
    expect(await counts().room(ask)).toEqual({ leads: 1 });
    expect(await counts().full([ask])).toEqual([]);
    expect(await openSlot(world.of(), slot('sub_b3.routing.0'), at, [ask])).toBeUndefined();
    expect(await openSlot(world.of(), slot('sub_b4.routing.0'), at, [ask])).toEqual(
      full('campaign.BOTH.daily'),
    );
    expect(await counts().full([ask])).toEqual(['campaign.BOTH.daily']);
  });

  it('is used by one slot for each name, however many workers have the same job', async () => {
    const ask = asks({ campaignId: 'SAME' }, { daily: 2, lifetime: 9 });
    const same = Array.from({ length: 20 }, (_, n) =>
      openSlot(world.of(n % 2), slot('sub_same.routing.0'), at, [ask]),
    );
    expect(new Set(await Promise.all(same))).toEqual(new Set([undefined]));
    expect(await openIn('SAME')).toEqual(['sub_same.routing.0']);
    expect(await counts().room(ask)).toEqual({ leads: 1 });
  });

  it('that many leads of a moment exceed admits as many as are free, the oldest first', async () => {
    const ask = asks({ campaignId: 'OLDEST' }, { daily: 5 });
    const all = names(12, 'oldest');
    const answers = await Promise.all(
      all.toReversed().map((name) => openSlot(world.of(), slot(name), at, [ask])),
    );
    expect(answers.toReversed()).toEqual(
      all.map((_, n) => (n < 5 ? undefined : full('campaign.OLDEST.daily'))),
    );
    expect(await openIn('OLDEST')).toEqual(all.slice(0, 5));
  });

  it('that nobody has asked before admits all that ask in one moment and have room', async () => {
    const collections = { counts: world.documents, namesSetAside: world.db.collection('namesSetAside') };
    const phase = openingPhase(collections as never);
    for (let round = 0; round < 40; round += 1) {
      const ask = asks({ campaignId: `NEW${round}` }, { daily: 12 });
      // Each in a command of its own, as those of several processes are.
      const open = (n: number) => phase.each(counts().wanted(slot(`sub_${round}_${n}.routing.0`), at, [ask]));
      const outcomes = await Promise.all(Array.from({ length: 12 }, (_, n) => open(n)));
      expect(outcomes.flat()).toEqual(Array.from({ length: 12 }, () => 'made'));
    }
  });

  it('does not take the slot of a lead that has one and asks again, neither for older leads nor because it was lowered', async () => {
    const ask = asks({ campaignId: 'AGAIN' }, { daily: 2 });
    const [older, ...holding] = names(3, 'again') as [string, string, string];
    for (const name of holding) await openSlot(world.of(), slot(name), at, [ask]);
    const answers = await Promise.all(
      [older, ...holding].map((name) => openSlot(world.of(), slot(name), at, [ask])),
    );
    expect(answers).toEqual([full('campaign.AGAIN.daily'), undefined, undefined]);
    const lower = asks({ campaignId: 'AGAIN' }, { daily: 1 });
    expect(await openSlot(world.of(), slot(holding[1]), at, [lower])).toBeUndefined();
    expect(await openIn('AGAIN')).toEqual(holding);
  });

  it('that only one of campaign and client has reached leaves the name open in the other, for the worker to release', async () => {
    const [client, campaign] = [
      asks({ clientId: 'cli_room' }, { daily: 5 }),
      asks({ campaignId: 'NOROOM' }, { daily: 1, monthly: 1, lifetime: 9 }),
    ];
    await openSlot(world.of(), slot('sub_first.routing.0'), at, [campaign]);
    expect(await openSlot(world.of(), slot('sub_second.routing.0'), at, [client, campaign])).toEqual(
      full('campaign.NOROOM.daily', 'campaign.NOROOM.monthly'),
    );
    expect(namesIn(await world.stored({ clientId: 'cli_room' }))).toEqual(['sub_second.routing.0']);
    await counts().release(slot('sub_second.routing.0'), [client.name]);
    expect((await world.stored({ clientId: 'cli_room' })).open).toEqual([]);
    // Asked in the other order, the client's count is not touched.
    expect(await openSlot(world.of(), slot('sub_third.routing.0'), at, [campaign, client])).toEqual(
      full('campaign.NOROOM.daily', 'campaign.NOROOM.monthly'),
    );
    expect((await world.stored({ clientId: 'cli_room' })).open).toEqual([]);
  });

  it('has room again for each released name, once however often it is released', async () => {
    const ask = asks({ campaignId: 'FREED' }, { daily: 2 });
    for (const n of [1, 2]) await openSlot(world.of(), slot(`sub_f${n}.routing.0`), at, [ask]);
    await Promise.all([1, 2, 3].map((n) => counts(n % 2).release(slot('sub_f1.routing.0'), [ask.name])));
    expect(await counts().room(ask)).toEqual({ leads: 1 });
    expect(await openSlot(world.of(), slot('sub_f3.routing.0'), at, [ask])).toBeUndefined();
    expect(await openSlot(world.of(), slot('sub_f4.routing.0'), at, [ask])).toEqual(
      full('campaign.FREED.daily'),
    );
  });

  it('is not used by the leads of another tenant', async () => {
    const ask = asks({ campaignId: 'MINE' }, { daily: 1 });
    expect(await openSlot(world.of(), slot('sub_m.routing.0'), at, [ask])).toBeUndefined();
    const theirs = world.stores.forTenant('other');
    expect(await theirs.counts.room(ask)).toEqual({ leads: 1 });
    expect(await openSlot(theirs, slot('sub_t.routing.0'), at, [ask])).toBeUndefined();
  });

  it('counts names that stand for the same lead as one, but only while they are open', async () => {
    const ask = asks({ campaignId: 'SPARE' }, { daily: 1 });
    await openSlot(world.of(), slot('sub_s.routing.0'), at, [ask]);
    expect(await counts().full([ask])).toEqual(['campaign.SPARE.daily']);
    expect((await counts().look('sub_s2.routing.0', [ask], ['sub_s.routing.0'])).full).toEqual([]);
    const { conclusions } = world.stores.forTenant('demo');
    const routed = {
      kind: 'routed',
      campaignId: 'SPARE',
      clientId: 'cli',
      reservedAt: at,
      trace: [],
    } as const;
    const open = (name: string, except: readonly string[]) =>
      conclusions.conclude(
        { submissionId: name.slice(0, -10), leadId: 'lead_s' },
        {
          recorded: { stage: 'routing', generation: 0, decision: routed, decidedAt: at },
          guard: { names: counts().wanted(slot(name), at, [ask], except) },
        },
      );
    expect(await open('sub_s2.routing.0', ['sub_s.routing.0'])).toMatchObject({ kind: 'written' });
    await placeSlot(world.of(), slot('sub_s.routing.0'), [ask.name], at);
    expect(await open('sub_s3.routing.0', ['sub_s.routing.0', 'sub_s2.routing.0'])).toMatchObject({
      kind: 'refused',
      made: 0,
      by: { key: 'demo/campaign.SPARE', why: full('campaign.SPARE.daily') },
    });
  });
});

describe('a placed lead', () => {
  it('counts once although its end is repeated and a late worker opens its name again', async () => {
    const ask = asks({ campaignId: 'ONCE' }, { daily: 5 });
    const name = 'sub_once.routing.0';
    await openSlot(world.of(), slot(name), at, [ask]);
    await Promise.all([0, 1, 0].map((process) => placeSlot(world.of(process), slot(name), [ask.name], at)));
    const late = { name, opening: 'late' };
    expect(await openSlot(world.of(1), late, at, [ask])).toBeUndefined();
    await placeSlot(world.of(1), slot(name), [ask.name], at);
    expect(await openIn('ONCE')).toEqual([name]);
    await counts(1).release(late, [ask.name]);
    expect(await openIn('ONCE')).toEqual([]);
    expect(await counts().used([ask])).toEqual(new Map([['campaign.ONCE.daily', 1]]));
  });

  it('is not counted if its name was released before', async () => {
    const ask = asks({ campaignId: 'NOTCOUNTED' }, { daily: 5 });
    await openSlot(world.of(), slot('sub_nc.routing.0'), at, [ask]);
    await counts().release(slot('sub_nc.routing.0'), [ask.name]);
    await placeSlot(world.of(), slot('sub_nc.routing.0'), [ask.name], at);
    expect(await counts().room(ask)).toEqual({ leads: 5 });
  });

  it('is forgotten by name once its submission has ended, and stays counted', async () => {
    const ask = asks({ campaignId: 'ENDED' }, { daily: 5 });
    for (const name of names(2, 'ended')) {
      await openSlot(world.of(), slot(name), at, [ask]);
      await placeSlot(world.of(), slot(name), [ask.name], at);
      counts().ended(name, [ask.name]);
    }
    await counts().release(slot('sub_any.routing.0'), [ask.name]);
    expect(await world.stored(ask.owner)).toMatchObject({ open: [], taken: [], daily: { placed: 2 } });
  });

  it('counts its money beside its number, by currency and period', async () => {
    const { conclusions } = world.stores.forTenant('demo');
    const ask = asks({ campaignId: 'MONEY' });
    const earned = [
      { currency: 'EUR', minor: 150 },
      { currency: 'USD', minor: 2_000 },
      { currency: 'EUR', minor: 35 },
      undefined,
    ];
    await Promise.all(
      earned.map(async (amount, n) => {
        const name = `sub_money${n}.routing.0`;
        await openSlot(world.of(), slot(name), at, [ask]);
        const placed = { at: n === 2 ? new Date(starts.hourly.getTime() - 1) : at, amount };
        // An end whose answer was lost is written again.
        for (let time = 0; time < 2; time += 1)
          await conclusions.close(`sub_money${n}`, {
            end: { status: 'delivered', endedAt: at },
            counts: counts().takenOut(slot(name), [ask.name], placed),
          });
      }),
    );
    const whole = { placed: 4, money: { EUR: 185, USD: 2_000 } };
    expect(await world.stored(ask.owner)).toMatchObject({
      lifetime: whole,
      monthly: { start: starts.monthly, ...whole },
      weekly: { start: starts.weekly, ...whole },
      daily: { start: starts.daily, ...whole },
      hourly: { start: starts.hourly, placed: 3, money: { EUR: 150, USD: 2_000 } },
    });
  });
});

describe('a limit', () => {
  it('compares with the leads that were placed and routed before it was set', async () => {
    const owner = { campaignId: 'LATER' };
    for (const name of names(6, 'later')) await openSlot(world.of(), slot(name), at, [asks(owner)]);
    for (const name of names(4, 'later')) await placeSlot(world.of(), slot(name), [asks(owner).name], at);
    expect(await openSlot(world.of(), slot('sub_x0.routing.0'), at, [asks(owner, { daily: 6 })])).toEqual(
      full('campaign.LATER.daily'),
    );
    expect(
      await openSlot(world.of(), slot('sub_x0.routing.0'), at, [asks(owner, { weekly: 7 })]),
    ).toBeUndefined();
    expect(await counts().room(asks(owner, { lifetime: 9, daily: 8 }))).toEqual({ leads: 1 });
    // Without the limit, leads go on; with another one, those count too.
    for (const name of names(3, 'more'))
      expect(await openSlot(world.of(), slot(name), at, [asks(owner)])).toBeUndefined();
    expect(await counts().full([asks(owner, { daily: 10, monthly: 11, lifetime: 5 })])).toEqual([
      'campaign.LATER.daily',
      'campaign.LATER.lifetime',
    ]);
  });

  it('leaves all of its room in a count that no lead has asked', async () => {
    expect(await counts().room(asks({ campaignId: 'NEVER' }, { daily: 7, hourly: 3 }))).toEqual({ leads: 3 });
    expect(await counts().room(asks({ campaignId: 'NEVER' }))).toEqual({});
    expect(await counts().full([asks({ campaignId: 'NEVER' }, { daily: 1 })])).toEqual([]);
    expect(await counts().full([asks({ campaignId: 'NEVER' }, { daily: 0 })])).toEqual([
      'campaign.NEVER.daily',
    ]);
  });
});

describe('a period', () => {
  it('has room for leads that were routed before it began, whose placements count before it', async () => {
    const owner = { campaignId: 'TURN' };
    const [now, later] = [
      asks(owner, { hourly: 2, daily: 4 }),
      asks(owner, { hourly: 2, daily: 4 }, { starts: nextHour.starts }),
    ];
    const before = names(2, 'turn');
    for (const name of before) await openSlot(world.of(), slot(name), at, [now]);
    expect(await counts().full([now])).toEqual(['campaign.TURN.hourly']);
    // Seen from the next hour, before any lead of it has opened its name.
    expect(await counts().full([later])).toEqual([]);
    expect(await openSlot(world.of(), slot('sub_turned.routing.0'), nextHour.at, [later])).toBeUndefined();
    for (const name of before) await placeSlot(world.of(), slot(name), [now.name], at);
    expect(await world.stored(owner)).toMatchObject({
      hourly: { start: nextHour.starts.hourly, placed: 0 },
      daily: { placed: 2 },
      lifetime: { placed: 2 },
    });
    await placeSlot(world.of(), slot('sub_turned.routing.0'), [now.name], nextHour.at);
    expect(await counts().used([later])).toEqual(
      new Map([
        ['campaign.TURN.hourly', 1],
        ['campaign.TURN.daily', 3],
      ]),
    );
  });

  it('never goes back: a lead that asks by an earlier one is told to ask again, and changes nothing', async () => {
    const owner = { campaignId: 'BACK' };
    await openSlot(world.of(), slot('sub_new.routing.0'), nextHour.at, [
      asks(owner, {}, { starts: nextHour.starts }),
    ]);
    await placeSlot(world.of(), slot('sub_new.routing.0'), ['campaign.BACK'], nextHour.at);
    const before = await world.stored(owner);
    const askedAt = world.stores.clock.now().getTime();
    const answer = await openSlot(world.of(), slot('sub_slow.routing.0'), at, [asks(owner, { hourly: 5 })]);
    expect(answer).toEqual(askAgain);
    expect(answer?.kind === 'ask_again' && answer.at.getTime()).toBeGreaterThan(askedAt);
    expect(await world.stored(owner)).toEqual(before);
  });

  it('that turns while many leads ask gives each of its own leads room, and none of them twice', async () => {
    const owner = { campaignId: 'TURNING' };
    const answers = await Promise.all(
      names(40, 'turning').map((name, n) => {
        const isLater = n % 2 === 1;
        const ask = asks(owner, { hourly: 10 }, isLater ? { starts: nextHour.starts } : {});
        return openSlot(world.of((n >> 1) % 2), slot(name), isLater ? nextHour.at : at, [ask]);
      }),
    );
    const opened = (later: boolean) =>
      answers.filter((answer, n) => answer === undefined && (n % 2 === 1) === later).length;
    expect(opened(true)).toBe(10);
    expect(opened(false)).toBeLessThanOrEqual(10);
  });
});
