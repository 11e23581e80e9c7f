import { aSubmission } from '@sluice/testing';
import { daily } from './a-daily-limit.js';
import { openWorld, type World } from './world.js';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const slots = () => world.stores.forTenant('demo').slots;
const names = (count: number, prefix = 'n') => Array.from({ length: count }, (_, i) => `${prefix}${i}`);

describe('slots under a cap', () => {
  it('are granted to exactly as many of 200 concurrent reservations as the cap allows', async () => {
    const grants = await Promise.all(names(200).map((name) => slots().reserve(name, [daily('CAPA', 50)])));
    expect(grants.filter(({ granted }) => granted)).toHaveLength(50);
    expect(grants.find(({ granted }) => !granted)).toEqual({
      granted: false,
      full: 'campaign.CAPA.daily.2026-11-21',
      held: [],
    });
  });

  it('are granted once per reservation name, however often and by however many workers it is reserved', async () => {
    const grants = await Promise.all(
      Array.from({ length: 20 }, () => slots().reserve('same', [daily('CAPB', 3)])),
    );
    expect(grants.every(({ granted }) => granted)).toBe(true);
    expect(await slots().full([daily('CAPB', 1)])).toEqual(['campaign.CAPB.daily.2026-11-21']);
    expect(await slots().full([daily('CAPB', 2)])).toEqual([]);
  });

  it('are reported as partly taken when one of several counters is full, so that the worker releases them', async () => {
    await slots().reserve('first', [daily('CAPD', 1)]);
    const grant = await slots().reserve('second', [daily('CAPC', 5), daily('CAPD', 1)]);
    expect(grant).toEqual({
      granted: false,
      full: 'campaign.CAPD.daily.2026-11-21',
      held: ['campaign.CAPC.daily.2026-11-21'],
    });
    await slots().release('second', ['campaign.CAPC.daily.2026-11-21']);
    expect(await slots().full([daily('CAPC', 1)])).toEqual([]);
  });

  it('are freed by a release, used up by a confirmation, and each takes effect once', async () => {
    const counter = [daily('CAPE', 2).counter];
    await slots().reserve('a', [daily('CAPE', 2)]);
    await slots().reserve('b', [daily('CAPE', 2)]);
    await Promise.all([
      slots().confirm('a', counter),
      slots().confirm('a', counter),
      slots().confirm('a', counter),
    ]);
    await slots().release('a', counter);
    expect((await slots().reserve('c', [daily('CAPE', 2)])).granted).toBe(false);
    await slots().release('b', counter);
    await slots().release('b', counter);
    expect((await slots().reserve('c', [daily('CAPE', 2)])).granted).toBe(true);
    expect((await slots().reserve('d', [daily('CAPE', 2)])).granted).toBe(false);
  });

  it('count a lead whose end is repeated once, even if a late worker reserved its slot again in between', async () => {
    const counter = [daily('CAPH', 5).counter];
    await slots().reserve('a', [daily('CAPH', 5)]);
    await slots().confirm('a', counter);
    // The late worker finds the recorded decision next, so it gets the same grant as the worker that recorded it.
    expect(await slots().reserve('a', [daily('CAPH', 5)])).toEqual({ granted: true });
    await slots().confirm('a', counter);
    expect(await slots().taken(counter)).toEqual([1]);
  });

  it('are open again for a name whose submission has ended, for the audit to release', async () => {
    const counter = [daily('CAPI', 5).counter];
    await slots().reserve('a', [daily('CAPI', 5)]);
    await slots().confirm('a', counter);
    slots().ended('a', counter);
    await slots().release('another', counter);
    await slots().reserve('a', [daily('CAPI', 5)]);
    expect(await slots().taken(counter)).toEqual([2]);
    await slots().release('a', counter);
    expect(await slots().taken(counter)).toEqual([1]);
  });

  it('of a new counter exclude those that its period has already placed', async () => {
    const { accept, forTenant } = world.stores;
    for (const n of [1, 2, 3]) {
      const submissionId = `sub_placed${n}`;
      await accept({ submission: aSubmission({ submissionId }) });
      const at = new Date(n === 3 ? '2026-11-20T23:00:00Z' : '2026-11-21T10:00:00Z');
      await forTenant('demo').endings.write(submissionId, {
        status: 'delivered',
        endedAt: at,
        placement: { campaignId: 'CAPF', clientId: 'cli_acme', at },
      });
    }
    const grants = await Promise.all(
      names(5, 'later').map((name) => slots().reserve(name, [daily('CAPF', 4)])),
    );
    expect(grants.filter(({ granted }) => granted)).toHaveLength(2);
  });

  it("are not used up by another tenant's placements or reservations", async () => {
    await slots().reserve('mine', [daily('CAPG', 1)]);
    const theirs = world.stores.forTenant('other').slots;
    expect((await theirs.reserve('theirs', [daily('CAPG', 1)])).granted).toBe(true);
  });
});
