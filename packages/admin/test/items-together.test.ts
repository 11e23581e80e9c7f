/** Several people and programs change items: none is lost, each is in the history. */
import {
  adminApplyCatalog,
  adminGetItemVersion,
  adminPlanCatalog,
  adminSaveSettings,
} from '@sluice/contracts';
import { duringTests } from '@sluice/testing';
import { openAdminApi } from './admin-api.js';
import { itemCalls, itemsFile } from './item-calls.js';

const world = duringTests(openAdminApi);
const { apply, get, save, check, archive, history } = itemCalls(world);

describe('two people at once', () => {
  it.concurrent('who change one item: the second is told who changed it, when, and which fields', async () => {
    await apply('two');
    const owner = await world.memberKey({ tenantId: 'two', role: 'owner' });
    const manager = await world.memberKey({ tenantId: 'two', role: 'manager' });
    const { data } = await get('two', 'campaigns', 'AAA');
    const first = await save('two', 'campaigns', 'AAA', { ...data.item, notes: 'one' }, data.etag, owner);
    expect(first.status).toBe(200);
    const second = await save('two', 'campaigns', 'AAA', { ...data.item, notes: 'two' }, data.etag, manager);
    expect([second.status, second.error?.code]).toEqual([409, 'INVALID_STATE']);
    expect(second.error?.details).toEqual([
      expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z, the owner of two: notes$/),
    ]);
    // A check says the same, and without the etag what the item would change now.
    const item = { ...data.item, notes: 'two' };
    expect((await check('two', 'campaigns', item, data.etag)).error?.details).toEqual(second.error?.details);
    expect((await check('two', 'campaigns', item)).data.changes).toMatchObject([
      { fields: [{ path: 'notes', before: 'one', after: 'two' }] },
    ]);
    // An operator's name is not shown to members.
    const { data: now } = await get('two', 'campaigns', 'AAA');
    await save('two', 'campaigns', 'AAA', { ...now.item, notes: 'three', tags: ['x'] }, now.etag);
    const third = await save('two', 'campaigns', 'AAA', { ...data.item, notes: 'two' }, data.etag, manager);
    expect(third.error?.details).toEqual([
      expect.stringMatching(/, the owner of two: notes$/),
      expect.stringMatching(/, an operator of the installation: notes, tags$/),
    ]);
    expect((await world.stores.forTenant('two').campaigns.find('AAA'))?.notes).toBe('three');
  }, 60_000);

  it.concurrent('who change two items both succeed, and one that is sent twice is saved once', async () => {
    await apply('both', {
      offers: [1, 2, 3, 4].map((n) => ({ ...itemsFile('').offers[0], offerId: `off_${n}` })),
    });
    const saves = [1, 2, 3, 4].map(async (n) => {
      const { data } = await get('both', 'offers', `off_${n}`);
      const item = { ...data.item, description: `by ${n}` };
      return Promise.all([1, 2].map(() => save('both', 'offers', `off_${n}`, item, data.etag)));
    });
    const answers = (await Promise.all(saves)).flat();
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    for (const n of [1, 2, 3, 4]) {
      expect((await world.stores.forTenant('both').offers.find(`off_${n}`))?.description).toBe(`by ${n}`);
      expect(await history('both', 'offers', `off_${n}`)).toHaveLength(2);
    }
  }, 60_000);

  it.concurrent('of whom one applies a file: one of the two is told', async () => {
    await apply('file');
    const { data } = await get('file', 'offers', 'off_1');
    const offers = [{ ...data.item, description: 'by file' }];
    const file = JSON.stringify(itemsFile('file', { offers }));
    const params = { tenantId: 'file' };
    const body = { file, allowLiteralCredentials: true };
    const { plan } = (await world.call(adminPlanCatalog, { params, body })).data;
    const answers = await Promise.all([
      world.call(adminApplyCatalog, { params, body: { ...body, plan } }),
      save('file', 'offers', 'off_1', { ...data.item, description: 'by form' }, data.etag),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const stored = await world.stores.forTenant('file').offers.find('off_1');
    expect(stored?.description).toBe(answers[0].status === 200 ? 'by file' : 'by form');
    expect(await history('file', 'offers', 'off_1')).toHaveLength(2);
  }, 60_000);
});

describe('the history', () => {
  it.concurrent('has who changed an item when by which way, and what it was', async () => {
    await apply('history');
    const { data } = await get('history', 'offers', 'off_1');
    await save('history', 'offers', 'off_1', { ...data.item, description: 'x' }, data.etag);
    const byKey = { by: 'API key sl_x…', byMember: true } as const;
    await world.stores.forTenant('history').offers.change('off_1', { description: 'y' }, byKey);
    const { known } = await world.stores.configurations.since('history', 0);
    expect(known.at(-1)).toMatchObject(byKey);
    await archive('history', 'offers', 'off_1');
    const versions = await history('history', 'offers', 'off_1');
    expect(versions.map(({ by, way }) => [by, way])).toEqual([
      ['who may administer', 'interface'],
      ['API key sl_x…', 'interface'],
      ['who may administer', 'interface'],
      ['who may administer', 'file'],
    ]);
    const items = await Promise.all(
      versions.map(async ({ version }) => {
        const params = { tenantId: 'history', section: 'offers', id: 'off_1', version: String(version) };
        return (await world.call(adminGetItemVersion, { params })).data.item;
      }),
    );
    expect(items.map((item) => item?.['description'])).toEqual(['y', 'x', undefined, undefined]);
    expect(items.at(-1)).toBeNull();
    expect(items.at(-2)).toEqual(data.item);
  });

  it.concurrent('holds the last 50 changes of an item', async () => {
    await apply('fifty');
    const { offers } = world.stores.forTenant('fifty');
    for (let n = 0; n < 55; n += 1) await offers.change('off_1', { description: `${n}` });
    const versions = await history('fifty', 'offers', 'off_1');
    expect(versions).toHaveLength(50);
    expect(versions.map(({ version }) => version)).toEqual(
      versions.map(({ version }) => version).sort((a, b) => b - a),
    );
  }, 60_000);

  it.concurrent('of the settings of a tenant is theirs', async () => {
    await apply('settled', { settings: { timezone: 'America/New_York', quietHours: true } });
    const { data } = await get('settled', 'tenant', 'settled');
    const params = { tenantId: 'settled', id: 'settled' };
    const item = { ...data.item, settings: { timezone: 'Europe/Berlin' } };
    const saved = await world.call(adminSaveSettings, { params, body: { item, basedOn: data.etag } });
    expect(saved.data.item).toEqual(item);
    const [{ version } = { version: 0 }] = await history('settled', 'tenant', 'settled');
    const before = await world.call(adminGetItemVersion, {
      params: { tenantId: 'settled', section: 'tenant', id: 'settled', version: String(version) },
    });
    expect(before.data.item).toEqual(data.item);
  });
});
