/** A save whose process dies at any point leaves the old item or the new one, and its history with it. */
import { adminApplyCatalog, adminGetItem, adminSaveItem, type ApiError } from '@sluice/contracts';
import { finishPlans } from '@sluice/pipeline';
import type { Stores } from '@sluice/store';
import { duringTests } from '@sluice/testing';
import { operateInProcess } from '../src/index.js';
import { openAdminApi } from './admin-api.js';

const world = duringTests(openAdminApi);
/** Stores of a process that hangs at a point of a save: to all others it is as good as dead, until it goes on. */
let mortal: Stores;
let hangsAt = '';
let hangs: () => void = () => undefined;
let goesOn: () => void = () => undefined;
const hangAt = (place: string): Promise<void> | undefined => {
  if (place !== hangsAt) return undefined;
  hangsAt = '';
  const gone = new Promise<void>((resolve) => (goesOn = resolve));
  hangs();
  return gone;
};
beforeAll(async () => {
  mortal = await world.openStores({ failpointHook: hangAt });
  const { configurations } = mortal;
  const begin = configurations.begin.bind(configurations);
  configurations.begin = async (...plan) => {
    await hangAt('before-plan');
    const begun = await begin(...plan);
    await hangAt('after-plan-before-writes');
    return begun;
  };
});

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

/** A tenant with an offer, and a save of it whose process hangs at a place. */
async function hangingSave(tenantId: string, place: string) {
  const offer = {
    offerId: 'off_1',
    name: 'Roundup',
    abbrev: 'RU',
    category: 'mass_tort',
    description: 'old',
  };
  const file = JSON.stringify({ tenantId, name: 'Dies', offers: [offer] });
  await world.call(adminApplyCatalog, { params: { tenantId }, body: { file } });
  const params = { tenantId, section: 'offers', id: 'off_1' };
  const { data } = await world.call(adminGetItem, { params });
  const bodyOf = (description: string) => ({ item: { ...data.item, description }, basedOn: data.etag });
  const hanging = new Promise<void>((resolve) => (hangs = resolve));
  hangsAt = place;
  const operate = operateInProcess({ ...world.deps, stores: mortal }, actor);
  const first = operate.call(adminSaveItem, { params, body: bodyOf('new') }).then(
    ({ item }) => item['description'],
    (error: unknown) => (error as Partial<ApiError>).code,
  );
  await hanging;
  return { params, bodyOf, first };
}

it.each(['after-plan-before-writes', 'before-planned-item', 'between-planned-writes'])(
  'of one that dies at %s, the next process makes the new item, with one entry that has the old one',
  async (place) => {
    const tenantId = place.slice(0, 20);
    const { params, bodyOf, first } = await hangingSave(tenantId, place);
    // Whoever opens the item meanwhile sees the new one.
    expect((await world.call(adminGetItem, { params })).data.item['description']).toBe('new');
    await finishPlans(world.deps, new Date(world.stores.clock.now().getTime() + 5_000));
    const done = { description: 'new', changes: 2, before: 'old' };
    expect(await offerOf(tenantId)).toEqual(done);
    const { data } = await world.call(adminGetItem, { params });
    const later = { item: { ...data.item, description: 'later' }, basedOn: data.etag };
    expect((await world.call(adminSaveItem, { params, body: later })).status).toBe(200);
    // The process that was as good as dead goes on: it finds everything done, and undoes nothing.
    goesOn();
    expect(await first).toBe('later');
    expect(await offerOf(tenantId)).toEqual({ description: 'later', changes: 3, before: 'new' });
    expect((await world.call(adminSaveItem, { params, body: bodyOf('new') })).status).toBe(409);
  },
  120_000,
);

it('one that dies before its plan is begun leaves the old item and no entry', async () => {
  const { params, bodyOf, first } = await hangingSave('unbegun', 'before-plan');
  await finishPlans(world.deps, new Date(world.stores.clock.now().getTime() + 5_000));
  expect(await offerOf('unbegun')).toMatchObject({ description: 'old', changes: 1 });
  expect((await world.call(adminSaveItem, { params, body: bodyOf('of another') })).status).toBe(200);
  // Should it go on after all, it is told of the other change.
  goesOn();
  expect(await first).toBe('INVALID_STATE');
  expect(await offerOf('unbegun')).toEqual({ description: 'of another', changes: 2, before: 'old' });
});
