import { duringTests, putItem } from '@sluice/testing';
import { like, openGateway } from './gateway.js';

const world = duringTests(openGateway);

const offerBody = { name: 'zantac recall', abbrev: 'zan', category: 'mass_tort' };

describe('offers', () => {
  it('are created with a title-cased name, an upper-cased abbreviation and active by default', async () => {
    const { status, data } = await world.call('createOffer', {
      body: { ...offerBody, description: 'd', eligibilityCriteria: ['a'], tags: ['t'], externalId: 'e' },
    });
    expect(status).toBe(201);
    expect(data).toMatchObject({
      offerId: like(/^off_/),
      name: 'Zantac Recall',
      abbrev: 'ZAN',
      active: true,
      category: 'mass_tort',
      description: 'd',
      eligibilityCriteria: ['a'],
      tags: ['t'],
      externalId: 'e',
    });
    expect(await world.call('getOffer', { params: { offerId: data.offerId } })).toMatchObject({ data });
  });

  it('accept an id from the caller, once', async () => {
    const body = { ...offerBody, offerId: 'off_own' };
    expect((await world.call('createOffer', { body })).data.offerId).toBe('off_own');
    expect((await world.call('createOffer', { body })).error?.details).toEqual(['offerId: already in use']);
  });

  it('change only in the fields that are sent', async () => {
    const { data } = await world.call('createOffer', { body: offerBody });
    const params = { offerId: data.offerId };
    const archived = await world.call('updateOffer', {
      params,
      body: { active: false, archivedAt: '2026-03-01T10:00:00Z' },
    });
    expect(archived.status).toBe(200);
    expect(archived.data).toMatchObject({
      name: 'Zantac Recall',
      active: false,
      archivedAt: '2026-03-01T10:00:00.000Z',
    });
    const back = await world.call('updateOffer', { params, body: { archivedAt: null } });
    expect(back.data.archivedAt).toBeUndefined();
    expect(back.data.active).toBe(false);
    // The history has the key of each change, and nothing of a request that changed nothing.
    await world.call('createOffer', { body: { ...offerBody, offerId: data.offerId } });
    const { itemVersions } = world.stores.forTenant('alpha');
    const changes = await itemVersions.list({ section: 'offers', id: data.offerId });
    expect(changes.map(({ by, way }) => [by, way])).toEqual(
      [1, 2, 3].map(() => [like(/^API key slk_\w+…$/), 'interface']),
    );
  });
});

describe('GET /clients', () => {
  beforeAll(async () => {
    const at = new Date().toISOString();
    for (let n = 0; n < 25; n += 1) {
      const clientId = `cli_${String(n).padStart(2, '0')}`;
      await putItem(world.beta.stores.clients, clientId, {
        clientId,
        name: n === 7 ? 'Seven Seas Law' : `Client ${n}`,
        abbrev: `C${n}`,
        active: n % 5 !== 0,
        createdAt: at,
        updatedAt: at,
      });
    }
  });

  const list = async (query: Record<string, string> = {}) =>
    (await world.call('listClients', { query, key: world.beta.key })).data;

  it('returns pages of 20 and the total count', async () => {
    const first = await list();
    expect(first.clients).toHaveLength(20);
    expect(first.pagination).toEqual({ total: 26, page: 1, limit: 20 });
    const second = await list({ page: '2' });
    expect(second.clients).toHaveLength(6);
    const all = [...first.clients, ...second.clients].map(({ clientId }) => clientId);
    expect(new Set(all).size).toBe(26);
    expect((await list({ page: '9' })).clients).toEqual([]);
  });

  it('filters by active and by a part of name or abbreviation', async () => {
    expect((await list({ active: 'maybe' })).pagination.total).toBe(0);
    expect((await list({ active: 'false' })).pagination.total).toBe(5);
    expect((await list({ active: 'true' })).pagination.total).toBe(21);
    expect((await list({ search: 'seven SEAS' })).clients).toMatchObject([{ clientId: 'cli_07' }]);
    expect((await list({ search: 'c24' })).clients).toMatchObject([{ clientId: 'cli_24' }]);
  });
});

describe('GET /field-library', () => {
  const list = async (query: Record<string, string> = {}) =>
    (await world.call('listFields', { query })).data.fields;

  it('includes the standard fields', async () => {
    const fields = await list();
    expect(fields.map(({ key }: { key: string }) => key)).toEqual(
      expect.arrayContaining(['firstName', 'lastName', 'email', 'phone', 'state', 'utm_source']),
    );
    expect(fields.every(({ isStandard }: { isStandard: boolean }) => isStandard)).toBe(true);
  });

  it("includes the tenant's fields and filters by category, active and search", async () => {
    const at = new Date().toISOString();
    const field = {
      category: 'question',
      dataType: 'string',
      isStandard: false,
      createdAt: at,
      updatedAt: at,
    } as const;
    await putItem(world.alpha.stores.fieldLibrary, 'injury', {
      key: 'injury',
      label: 'Injured?',
      active: true,
      ...field,
    });
    await putItem(world.alpha.stores.fieldLibrary, 'old_one', {
      key: 'old_one',
      label: 'Old',
      active: false,
      ...field,
    });
    expect((await list({ category: 'question' })).map(({ key }: { key: string }) => key)).toEqual([
      'injury',
      'old_one',
    ]);
    expect((await list({ active: 'false' })).map(({ key }: { key: string }) => key)).toEqual(['old_one']);
    expect((await list({ search: 'INJURED' })).map(({ key }: { key: string }) => key)).toEqual(['injury']);
    expect((await list({ search: 'injury' })).map(({ key }: { key: string }) => key)).toEqual(['injury']);
    expect(await list({ category: 'no-such' })).toEqual([]);
    expect(await list({ active: 'maybe' })).toEqual([]);
  });
});
