import { RetentionStore } from '../src/retention/retention-store.js';
import { asks, at } from './counts-world.js';
import { endingAt } from './ending-at.js';
import { daysAgo, openRetentionWorld, type RetentionWorld } from './retention-world.js';

let world: RetentionWorld;
beforeAll(async () => {
  world = await openRetentionWorld();
}, 60_000);
afterAll(() => world.close());
beforeEach(() => world.empty());

/** A lead for each of these numbers of days ago. Made together, they share their round trips. */
const leadsOf = (...days: number[]) => Promise.all(days.map((one) => world.aLead({ days: one })));

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
      await world
        .retain(kind, new RetentionStore(ending.db, async () => undefined, 'demo'))
        .catch((error: unknown) => {
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
