/** A tenant that an operator creates. */
import { adminCreateTenant, adminGetItem, adminGetTenant, adminListItemVersions } from '@sluice/contracts';
import { duringTests } from '@sluice/testing';
import { openAdminApi } from './admin-api.js';

const world = duringTests(openAdminApi);
const create = (body: object, key?: string) => world.call(adminCreateTenant, { body, ...(key && { key }) });

it('a tenant is created once, with its name and zone, and whoever is late is told', async () => {
  const tenant = { tenantId: 'fresh', name: 'Fresh Leads', timezone: 'Europe/Berlin' };
  const answers = await Promise.all([1, 2, 3].map(() => create(tenant)));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  expect(answers.find(({ status }) => status === 409)?.error).toMatchObject({
    code: 'INVALID_STATE',
    message: 'There is a tenant fresh already',
  });
  const params = { tenantId: 'fresh' };
  expect((await world.call(adminGetTenant, { params })).data).toEqual(tenant);
  const item = { params: { ...params, section: 'tenant', id: 'fresh' } };
  expect((await world.call(adminGetItem, item)).data.item).toEqual({
    tenantId: 'fresh',
    name: 'Fresh Leads',
    settings: { timezone: 'Europe/Berlin' },
  });
  const { versions } = (await world.call(adminListItemVersions, item)).data;
  expect(versions).toEqual([expect.objectContaining({ by: 'who may administer', way: 'interface' })]);
});

it('a tenant has a valid id, name and zone, and only who may administer the installation creates one', async () => {
  const { error } = await create({ tenantId: '_installation', name: ' ', timezone: 'Berlin' });
  expect(error?.details).toEqual([
    'tenantId: must be 1 to 32 lower-case letters, digits or hyphens',
    'name: is required, and holds nothing visible',
    'timezone: must be an IANA time zone name',
  ]);
  expect((await create({ tenantId: 'own', name: 'Own' }, world.keys.operate)).status).toBe(403);
});
