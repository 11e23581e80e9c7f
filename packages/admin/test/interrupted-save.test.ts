/** A save whose process dies at any point leaves the old item or the new one, and its history with it. */
import { adminApplyCatalog, adminGetItem, adminSaveItem } from '@sluice/contracts';
import { finishPlans } from '@sluice/pipeline';
import { armFailpoint } from '@sluice/process';
import type { Stores } from '@sluice/store';
import { duringTests } from '@sluice/testing';
import { operateInProcess } from '../src/index.js';
import { openAdminApi } from './admin-api.js';

const world = duringTests(openAdminApi);
/** Stores of a process that hangs at a point of a write: to all others it is as good as dead. */
let mortal: Stores;
let hangsAt = '';
let hangs: () => void = () => undefined;
beforeAll(async () => {
  mortal = await world.openStores({
    failpointHook: (place) => {
      if (place !== hangsAt) return undefined;
      hangs();
      return new Promise(() => undefined);
    },
  });
});
afterEach(() => armFailpoint(undefined));

const actor = {
  name: 'ada@example.com',
  role: 'administer',
  memberships: [],
  via: 'command line',
  from: 'here',
} as const;

const offerOf = async (tenantId: string) => {
  const of = world.stores.forTenant(tenantId);
  const versions = await of.itemVersions.list({ section: 'offers', id: 'off_1' });
  const before =
    versions[0] && (await of.itemVersions.find({ section: 'offers', id: 'off_1' }, versions[0].version));
  const item = await of.offers.find('off_1');
  return {
    description: item?.description,
    changes: versions.length,
    before: (before?.item as Record<string, unknown> | null | undefined)?.['description'],
  };
};

it.each(['after-plan-before-writes', 'before-planned-item', 'between-planned-writes'])(
  'of one that dies at %s, the next process makes the new item, with one entry that has the old one',
  async (place) => {
    const tenantId = place.slice(0, 20);
    const item = {
      offerId: 'off_1',
      name: 'Roundup',
      abbrev: 'RU',
      category: 'mass_tort',
      description: 'old',
    };
    const file = JSON.stringify({ tenantId, name: 'Dies', offers: [item] });
    await world.call(adminApplyCatalog, { params: { tenantId }, body: { file } });
    const params = { tenantId, section: 'offers', id: 'off_1' };
    const { data } = await world.call(adminGetItem, { params });
    const body = { item: { ...data.item, description: 'new' }, basedOn: data.etag };
    const hanging = new Promise<void>((resolve) => (hangs = resolve));
    hangsAt = place;
    if (place === 'after-plan-before-writes') armFailpoint(`hang:${place}`);
    const before = await world.stores.configurations.version(tenantId);
    const operate = operateInProcess({ ...world.deps, stores: mortal }, actor);
    void operate.call(adminSaveItem, { params, body }).catch(() => undefined);
    if (place === 'after-plan-before-writes') {
      const begun = async () => (await world.stores.configurations.version(tenantId)) > before;
      while (!(await begun())) await new Promise((done) => setTimeout(done, 20));
    } else await hanging;
    armFailpoint(undefined);
    // Whoever opens the item meanwhile sees the new one.
    expect((await world.call(adminGetItem, { params })).data.item['description']).toBe('new');
    await finishPlans(world.deps, new Date(world.stores.clock.now().getTime() + 5_000));
    expect(await offerOf(tenantId)).toEqual({ description: 'new', changes: 2, before: 'old' });
    // The process that was as good as dead goes on: it finds everything done.
    expect((await world.call(adminSaveItem, { params, body })).status).toBe(200);
    expect(await offerOf(tenantId)).toEqual({ description: 'new', changes: 2, before: 'old' });
  },
  120_000,
);

it('one that dies before its plan is begun leaves the old item and no entry', async () => {
  const tenantId = 'unbegun';
  const offer = {
    offerId: 'off_1',
    name: 'Roundup',
    abbrev: 'RU',
    category: 'mass_tort',
    description: 'old',
  };
  const file = JSON.stringify({ tenantId, name: 'Dies', offers: [offer] });
  await world.call(adminApplyCatalog, { params: { tenantId }, body: { file } });
  const of = world.stores.forTenant(tenantId);
  // The plan is written down and loses the race for the version, as that of a process that dies before does.
  const begun = await world.stores.configurations.begin(tenantId, {
    from: 0,
    writes: [{ kind: 'item', of: 'offers', id: 'off_1', item: { ...offer, description: 'new' } }],
    by: 'ada',
    way: 'form',
    lines: [],
  });
  await finishPlans(world.deps, new Date(world.stores.clock.now().getTime() + 5_000));
  expect([begun, (await of.offers.find('off_1'))?.description]).toEqual(['conflict', 'old']);
  expect(await of.itemVersions.list({ section: 'offers', id: 'off_1' })).toHaveLength(1);
});
