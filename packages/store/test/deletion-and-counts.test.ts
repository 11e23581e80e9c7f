import { RetentionStore } from '../src/retention/retention-store.js';
import { asks, at } from './counts-world.js';
import { endingAt } from './ending-at.js';
import { DAY_MS, daysAgo, openRetentionWorld, type RetentionWorld } from './retention-world.js';

let world: RetentionWorld;
beforeAll(async () => {
  world = await openRetentionWorld();
}, 60_000);
afterAll(() => world.close());
beforeEach(() => world.empty());

/** A lead for each of these numbers of days ago. Made together, they share their round trips. */
const leadsOf = (...days: number[]) => Promise.all(days.map((one) => world.aLead({ days: one })));

describe('the count of a campaign’s placements on a day', () => {
  const dayOf = (days: number) => {
    const from = new Date(`${daysAgo(days).toISOString().slice(0, 10)}T00:00:00Z`);
    return { day: from.toISOString().slice(0, 10), from, to: new Date(from.getTime() + DAY_MS) };
  };
  const placedOn = (days: number) => world.stores.forTenant('demo').campaignDays.read('ACMRU', dayOf(days));

  it('stays unchanged when its leads are deleted', async () => {
    await world.aLead({ days: 110 });
    expect(await placedOn(110)).toMatchObject({ placed: 1 });
    await world.retain('leads');
    await world.db.collection('campaignDays').updateMany({}, { $set: { at: daysAgo(110), tookMs: 0 } });
    const after = await placedOn(110);
    expect([after.placed, after.partial]).toEqual([1, undefined]);
  });

  it.each(['leads', 'submissions'] as const)(
    'is marked as partial when first made after its %s are deleted',
    async (kind) => {
      await leadsOf(110, 90);
      await world.retain(kind);
      expect(await placedOn(110)).toMatchObject({ placed: 0, partial: true });
      expect(await placedOn(110)).toMatchObject({ placed: 0, partial: true });
      const whole = await placedOn(90);
      expect([whole.placed, whole.partial]).toEqual([1, undefined]);
    },
  );

  it('is not partial if nothing was deleted', async () => {
    await world.aLead({ days: 90 });
    await world.retain('leads');
    expect((await placedOn(110)).partial).toBeUndefined();
  });
});

describe('a cap for a lifetime', () => {
  it('counts the placements whose leads were deleted since', async () => {
    const { counts } = world.stores.forTenant('demo');
    const ask = asks({ campaignId: 'ACMRU' }, { lifetime: 4 });
    for (const [n, days] of [101, 102, 99].entries()) {
      const name = `sub_old${n}.routing.0`;
      await counts.open(name, at, [ask]);
      await counts.place(name, [ask.name], daysAgo(days));
    }
    await leadsOf(101, 102, 99);
    await world.retain('submissions');
    await world.retain('leads');
    expect(await world.leftIn('submissions')).toHaveLength(1);
    expect(await counts.room(ask)).toEqual({ leads: 1 });
    expect(await counts.open('sub_a.routing.0', at, [ask])).toBeUndefined();
    expect(await counts.open('sub_b.routing.0', at, [ask])).toEqual({
      kind: 'full',
      limits: ['campaign.ACMRU.lifetime'],
    });
  });
});

describe.each(['leads', 'submissions'] as const)('a deletion of %s', (kind) => {
  it('that is interrupted at any of its writes is finished by the next process', async () => {
    for (let writes = 0; ; writes += 1) {
      await world.db.collection('retention').deleteMany({});
      await leadsOf(101, 101);
      const ending = endingAt(world.db, writes);
      await world.retain(kind, new RetentionStore(ending.db, 'demo')).catch((error: unknown) => {
        if (!String(error).includes('killed')) throw error;
      });
      await world.retain(kind);
      const left = await world.left();
      expect(left['submissions']).toBeUndefined();
      if (kind === 'leads') expect(left).toEqual({});
      if (!ending.reached()) return expect(writes).toBeGreaterThan(8);
      await Promise.all(Object.keys(left).map((name) => world.db.collection(name).deleteMany({})));
    }
  }, 60_000);

  it('by several processes at once deletes everything', async () => {
    await leadsOf(...Array.from({ length: 30 }, (_, n) => 101 + n));
    await Promise.all([1, 2, 3].map(() => world.retain(kind)));
    await world.retain(kind);
    expect(await world.leftIn('submissions')).toEqual([]);
  });
});
