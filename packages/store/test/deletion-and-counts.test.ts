import { storeDb } from '../src/registry/collections.js';
import { RemovalStore } from '../src/removal/removal-store.js';
import { RetentionStore } from '../src/removal/retention-store.js';
import { duringTests, endingAt, openSlot, placeSlot, slot } from '@sluice/testing';
import { asks, at } from './counts.js';
import { daysAgo, openOldLeads } from './old-leads.js';

const world = duringTests(openOldLeads);
beforeEach(() => world.emptyDatabase());

/** A lead for each of these numbers of days ago. Made together, they share their round trips. */
const leadsOf = (...days: number[]) => Promise.all(days.map((one) => world.aLead({ days: one })));

describe('a cap for a lifetime', () => {
  it('counts the placements whose leads were deleted since', async () => {
    const { counts } = world.stores.forTenant('demo');
    const ask = asks({ campaignId: 'ACMRU' }, { lifetime: 4 });
    for (const [n, days] of [101, 102, 99].entries()) {
      const name = `sub_old${n}.routing.0`;
      await openSlot(world.stores.forTenant('demo'), slot(name), at, [ask]);
      await placeSlot(world.stores.forTenant('demo'), slot(name), [ask.name], daysAgo(days));
    }
    await leadsOf(101, 102, 99);
    await world.retain('leads');
    expect(await world.leftIn('submissions')).toHaveLength(1);
    expect(await counts.room(ask)).toEqual({ leads: 1 });
    expect(
      await openSlot(world.stores.forTenant('demo'), slot('sub_a.routing.0'), at, [ask]),
    ).toBeUndefined();
    expect(await openSlot(world.stores.forTenant('demo'), slot('sub_b.routing.0'), at, [ask])).toEqual({
      kind: 'full',
      limits: ['campaign.ACMRU.lifetime'],
    });
  });
});

describe('a deletion of leads', () => {
  it('that is interrupted at any of its writes is finished by the next process', async () => {
    for (let writes = 0; ; writes += 1) {
      await leadsOf(101, 101);
      const ending = endingAt(world.db, writes);
      const db = storeDb(ending.db);
      const removal = new RemovalStore(db, world.stores.clock, 'demo');
      const store = new RetentionStore({ db, removal }, 'demo');
      await world.retain('leads', store).catch((error: unknown) => {
        if (!String(error).includes('killed')) throw error;
      });
      // The mark alone shows what is left to do, whatever the retention of the tenant is by now.
      if (writes > 1) await world.stores.forTenant('demo').retention.finishMarked();
      else await world.retain('leads');
      expect(await world.left()).toEqual({});
      if (!ending.reached()) return expect(writes).toBeGreaterThan(8);
    }
  }, 60_000);

  it('by several processes at once deletes everything', async () => {
    await leadsOf(...Array.from({ length: 30 }, (_, n) => 101 + n));
    await Promise.all([1, 2, 3].map(() => world.retain('leads')));
    await world.retain('leads');
    expect(await world.left()).toEqual({});
  });
});
