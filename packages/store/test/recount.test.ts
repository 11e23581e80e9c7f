import { slotName } from '@sluice/contracts';
import { accepted, aSubmission, duringTests, slot } from '@sluice/testing';
import { recount } from '../src/counts/recount.js';
import type { SubmissionDocument } from '../src/submissions/submission-document.js';
import { asks, at, namesIn, openCounts, starts } from './counts.js';

const world = duringTests(() => openCounts({ processes: 2, bounds: { knownEverywhereMs: 60_000 } }));

/** In Tokyo, it is 21:30 of the same day; its day, week and month began nine hours earlier than those in UTC. */
const tokyo = {
  zone: 'Asia/Tokyo',
  starts: {
    hourly: starts.hourly,
    daily: new Date('2026-11-17T15:00:00Z'),
    weekly: new Date('2026-11-15T15:00:00Z'),
    monthly: new Date('2026-10-31T15:00:00Z'),
  },
};
const yesterdayInUtc = new Date('2026-11-17T20:00:00Z');
const owner = (campaignId: string) => ({ campaignId });
const stores = () => world.stores.forTenant('demo');

/** Leads that are routed to the campaign at `routedAt`, with their names open. */
async function routed(campaignId: string, count: number, routedAt: Date): Promise<readonly string[]> {
  const ids = Array.from({ length: count }, (_, n) => `sub_${campaignId}${routedAt.getTime()}${n}`);
  for (const submissionId of ids) {
    await world.stores.accept(accepted(aSubmission({ tenantId: 'demo', submissionId, campaignId })));
    const ask = asks(
      owner(campaignId),
      {},
      { starts: { ...starts, hourly: new Date(0), daily: new Date(0) } },
    );
    expect(await world.counts().open(slot(slotName(submissionId, 0)), routedAt, [ask])).toBeUndefined();
  }
  return ids;
}

/** Ends a lead as placed; its submission is stored with what it earned. */
function place(campaignId: string, submissionId: string, routedAt: Date): Promise<unknown> {
  const amount = { currency: 'USD', minor: 100 };
  const name = slotName(submissionId, 0);
  return stores().endings.write(
    submissionId,
    {
      status: 'delivered',
      endedAt: at,
      placement: { campaignId, clientId: 'cli', at: routedAt, amount },
    },
    { counts: world.counts().takenOut(slot(name), [asks(owner(campaignId)).name], { at: routedAt, amount }) },
  );
}

/** Opens the name by Tokyo's clock, as often as it takes. */
async function openInTokyo(campaignId: string, name: string, process = 0): Promise<void> {
  const ask = asks(owner(campaignId), { daily: 1_000 }, tokyo);
  for (let tries = 0; tries < 100; tries += 1) {
    const refused = await world.counts(process).open(slot(name), at, [ask]);
    if (!refused) return;
    expect(refused.kind).toBe('ask_again');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('the name was never opened');
}

describe('a changed time zone', () => {
  it('is counted anew from the placements, while other leads end and two processes ask', async () => {
    const campaignId = 'ZONE';
    const [old, today] = [await routed(campaignId, 6, yesterdayInUtc), await routed(campaignId, 9, at)];
    for (const id of [...old.slice(0, 4), ...today.slice(0, 3)])
      await place(campaignId, id, old.includes(id) ? yesterdayInUtc : at);
    // Counted, but its end is not written yet.
    await world.counts().place(slot(slotName(today[3]!, 0)), [asks(owner(campaignId)).name], at);
    await Promise.all([
      openInTokyo(campaignId, 'sub_first.routing.0'),
      openInTokyo(campaignId, 'sub_second.routing.0', 1),
      ...[...old.slice(4), ...today.slice(4, 8)].map((id) =>
        place(campaignId, id, old.includes(id) ? yesterdayInUtc : at),
      ),
    ]);
    await place(campaignId, today[3]!, at);
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
    const ids = await routed(campaignId, 4, at);
    await place(campaignId, ids[0]!, at);
    const submissions = world.db.collection<SubmissionDocument>('submissions');
    const slow = {
      aggregate: (...args: Parameters<typeof submissions.aggregate>) => ({
        toArray: async () => {
          // Two of them end before the read, one after it.
          for (const id of ids.slice(1, 3)) await place(campaignId, id, at);
          const found = await submissions.aggregate(...args).toArray();
          await place(campaignId, ids[3]!, at);
          return found;
        },
      }),
    } as unknown as typeof submissions;
    const key = `demo/campaign.${campaignId}`;
    const recounting = { tenantId: 'demo', key, owner: owner(campaignId), ...tokyo };
    await recount({ counts: world.documents, submissions: slow }, recounting, 0);
    const stored = await world.stored(owner(campaignId));
    expect(stored).toMatchObject({ zone: 'Asia/Tokyo', open: [] });
    for (const period of [stored.hourly, stored.daily, stored.monthly, stored.lifetime])
      expect(period).toMatchObject({ placed: 4, money: { USD: 400 } });
  });

  it('counts what leads earned by the new periods as well', async () => {
    const campaignId = 'EARNED';
    const [old, today] = [await routed(campaignId, 2, yesterdayInUtc), await routed(campaignId, 3, at)];
    for (const id of old) await place(campaignId, id, yesterdayInUtc);
    for (const id of today) await place(campaignId, id, at);
    await openInTokyo(campaignId, 'sub_earned.routing.0');
    const stored = await world.stored(owner(campaignId));
    expect(stored.daily).toMatchObject({ placed: 5, money: { USD: 500 } });
    expect(stored.hourly).toMatchObject({ placed: 3, money: { USD: 300 } });
  });

  it('is finished by another process when the one that counted has died', async () => {
    const campaignId = 'DIED';
    const [first] = await routed(campaignId, 1, at);
    await place(campaignId, first!, at);
    const _id = `demo/campaign.${campaignId}`;
    const dead = { by: 'dead', until: new Date(Date.now() + 60_000), placed: [] };
    await world.documents.updateOne({ _id }, { $set: { recount: dead } });
    const ask = asks(owner(campaignId), {}, tokyo);
    expect(await world.counts().open(slot('sub_d.routing.0'), at, [ask])).toMatchObject({
      kind: 'ask_again',
    });
    expect(await world.stored(owner(campaignId))).toMatchObject({ zone: 'UTC', recount: { by: 'dead' } });
    await world.documents.updateOne({ _id }, { $set: { 'recount.until': new Date(0) } });
    await openInTokyo(campaignId, 'sub_d.routing.0');
    expect(await world.stored(owner(campaignId))).toMatchObject({ daily: { placed: 1 } });
  });

  it('is given up for the one before if that is asked for when the process that counted has died', async () => {
    const campaignId = 'REVERTED';
    const [first] = await routed(campaignId, 1, at);
    await place(campaignId, first!, at);
    const dead = { by: 'dead', until: new Date(0), placed: [] };
    await world.documents.updateOne({ _id: `demo/campaign.${campaignId}` }, { $set: { recount: dead } });
    const ask = asks(owner(campaignId), { daily: 2 });
    expect(await world.counts().open(slot('sub_r.routing.0'), at, [ask])).toMatchObject({
      kind: 'ask_again',
    });
    expect(await world.counts().open(slot('sub_r.routing.0'), at, [ask])).toBeUndefined();
    expect(await world.stored(owner(campaignId))).toMatchObject({ zone: 'UTC', daily: { placed: 1 } });
  });

  it('does not change back while some process may still ask by the one before', async () => {
    const campaignId = 'BACK';
    await routed(campaignId, 1, at);
    await openInTokyo(campaignId, 'sub_b1.routing.0');
    const before = asks(owner(campaignId));
    expect(await world.counts(1).open(slot('sub_b2.routing.0'), at, [before])).toMatchObject({
      kind: 'ask_again',
    });
    expect((await world.stored(owner(campaignId))).zone).toBe('Asia/Tokyo');
    const longAgo = new Date(Date.now() - 3_600_000);
    await world.documents.updateOne({ _id: `demo/campaign.${campaignId}` }, { $set: { zoneSince: longAgo } });
    await world.counts(1).open(slot('sub_b2.routing.0'), at, [before]);
    expect((await world.stored(owner(campaignId))).zone).toBe('UTC');
  });
});
