/** Admin keys of a tenant: how they are made and revoked, whom the audit names, and what stays the installation's. */
import {
  adminApplyCatalog,
  adminCreateTenantAdminKey,
  adminGetMe,
  adminHoldTenant,
  adminListAdminKeys,
  adminListHolds,
  adminListTenantAdminKeys,
  adminPlanCatalog,
  adminReleaseTenant,
  adminRevokeAdminKey,
  adminRevokeTenantAdminKey,
  adminSetSecret,
  type AdminEndpoint,
} from '@sluice/contracts';
import { newKey } from '@sluice/store';
import { duringTests, putItem } from '@sluice/testing';
import { client } from './catalog.js';
import { openAdminApi } from './admin-api.js';
import { wrongPlaces } from './wrong-places.js';

const world = duringTests(openAdminApi);
const alpha = { tenantId: 'alpha' };
const keys: Record<'owner' | 'manager' | 'analyst', string> = { owner: '', manager: '', analyst: '' };
beforeAll(async () => {
  const { clients } = world.stores.forTenant('alpha');
  await putItem(clients, 'cli_acme', client);
  await putItem(clients, 'cli_gone', { ...client, clientId: 'cli_gone', archivedAt: client.createdAt });
  for (const role of ['owner', 'manager', 'analyst'] as const)
    keys[role] = await world.memberKey({ ...alpha, role });
});

const create = (body: object, key?: string) =>
  world.call(adminCreateTenantAdminKey, { params: alpha, body, key });
const codeOf = async (key: string) => (await world.call(adminGetMe, { key })).error?.code;

describe('an admin key of a tenant', () => {
  it('is shown once, is listed among those of its tenant only, and knows its place', async () => {
    const made = await create({ name: 'reporting', role: 'analyst' }, keys.owner);
    const { key, prefix } = made.data;
    expect(made).toMatchObject({ status: 201, data: { name: 'reporting', role: 'analyst', state: 'works' } });
    const listed = async (tenantId: string) =>
      JSON.stringify((await world.call(adminListTenantAdminKeys, { params: { tenantId } })).data);
    expect(await listed('alpha')).toContain(`"prefix":"${prefix}","name":"reporting"`);
    expect(await listed('alpha')).not.toContain(key);
    expect(await listed('beta')).toBe('{"keys":[]}');
    expect(JSON.stringify((await world.call(adminListAdminKeys)).data)).not.toContain(prefix);
    expect((await world.call(adminGetMe, { key })).data).toEqual({
      name: 'reporting',
      memberships: [{ tenantId: 'alpha', role: 'analyst' }],
      via: 'admin key',
    });
  });

  it('is named in the audit as who made a change, with its tenant', async () => {
    await world.call(adminSetSecret, {
      params: { ...alpha, name: 'acme_token' },
      body: { value: 'x'.repeat(12) },
      key: keys.manager,
    });
    const [entry] = await world.stores.audit.page({}, 1);
    expect(entry).toMatchObject({
      who: 'the manager of alpha',
      via: 'admin key',
      from: '127.0.0.1',
      action: 'adminSetSecret',
      tenantId: 'alpha',
      outcome: 'done',
    });
  });

  it('is revoked by its own tenant only, and neither a foreign one nor one of the installation is', async () => {
    const { key, prefix } = (await create({ name: 'short-lived', role: 'manager' })).data;
    const foreign = await world.memberKey({ tenantId: 'beta', role: 'owner' });
    const { administer } = world.keys;
    const revoke = (of: string, by?: string) =>
      world.call(adminRevokeTenantAdminKey, { params: { ...alpha, prefix: of.slice(0, 8) }, key: by });
    for (const other of [foreign, administer])
      expect((await revoke(other, keys.owner)).error?.code).toBe('NOT_FOUND');
    expect((await world.call(adminRevokeAdminKey, { params: { prefix } })).error?.code).toBe('NOT_FOUND');
    expect([await codeOf(foreign), await codeOf(administer), await codeOf(key)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect((await revoke(key, keys.owner)).data).toEqual({ revoked: 1 });
    expect(await codeOf(key)).toBe('UNAUTHORIZED');
  });

  const wrongRoles: typeof wrongPlaces = [
    ['an operator’s role', { role: 'view' }, 'role:'],
    ['the role of a supplier, whose keys are API keys', { role: 'supplier' }, 'role:'],
    ...wrongPlaces,
  ];

  it.each(wrongRoles)('is not made with %s', async (_what, said, problem) => {
    const before = (await world.stores.adminKeys.list('alpha')).length;
    const { error } = await create({ name: 'refused', ...said }, keys.owner);
    expect(error).toMatchObject({ code: 'VALIDATION_ERROR', details: [expect.stringContaining(problem)] });
    expect(await world.stores.adminKeys.list('alpha')).toHaveLength(before);
  });

  it('of a client opens nothing but what it is, and says so', async () => {
    const { key } = (await create({ name: 'acme', role: 'client', clientId: 'cli_acme' })).data;
    expect((await world.call(adminGetMe, { key })).data.memberships).toEqual([
      { ...alpha, role: 'client', clientId: 'cli_acme' },
    ]);
    expect((await world.call(adminListTenantAdminKeys, { params: alpha, key })).error).toEqual({
      code: 'FORBIDDEN',
      message: "“List a tenant's admin keys” requires the owner role; acme has the client role",
    });
  });

  it('is made for no tenant that does not exist', async () => {
    const body = { name: 'x', role: 'owner' };
    const { error } = await world.call(adminCreateTenantAdminKey, { params: { tenantId: 'gamma' }, body });
    expect(error?.code).toBe('NOT_FOUND');
  });
});

describe('a key that stands for an operator and for a member', () => {
  it('may what either of them may', async () => {
    const key = newKey('sla_');
    const member = { ...alpha, role: 'owner' } as const;
    await world.stores.adminKeys.add(key, {
      role: 'view',
      member,
      name: 'both',
      createdAt: world.stores.clock.now(),
    });
    expect((await world.call(adminListHolds, { key })).status).toBe(200);
    expect((await create({ name: 'y', role: 'owner' }, key)).status).toBe(201);
    const elsewhere = { params: { tenantId: 'beta' }, body: { name: 'y', role: 'owner' }, key };
    expect((await world.call(adminCreateTenantAdminKey, elsewhere)).error?.code).toBe('FORBIDDEN');
  });
});

describe("a tenant's limit of requests", () => {
  const limitOf = async () => (await world.stores.tenants.find('beta'))?.settings.rateLimit;
  const limit = (requests: number) => `{ requests: ${requests}, perSeconds: 60 }`;
  const send = async (endpoint: AdminEndpoint, settings: string, key?: string) => {
    const body = { file: `{ tenantId: beta, settings: ${settings} }` };
    return (await world.call(endpoint, { params: { tenantId: 'beta' }, body, key })).error;
  };

  it('is changed by an operator, and by no file of an owner, who may send it as it is', async () => {
    const owner = await world.memberKey({ tenantId: 'beta', role: 'owner' });
    expect(await send(adminApplyCatalog, `{ rateLimit: ${limit(10)} }`)).toBeUndefined();
    for (const file of [`{ rateLimit: ${limit(999)} }`, '{ rateLimit: null, timezone: UTC }', 'null']) {
      for (const endpoint of [adminPlanCatalog, adminApplyCatalog])
        expect(await send(endpoint, file, owner)).toMatchObject({
          code: 'FORBIDDEN',
          message: 'settings.rateLimit is changed by operators of the installation only',
        });
    }
    expect(await limitOf()).toEqual({ requests: 10, perSeconds: 60 });
    expect(
      await send(adminApplyCatalog, `{ rateLimit: ${limit(10)}, timezone: UTC }`, owner),
    ).toBeUndefined();
    expect((await world.stores.tenants.find('beta'))?.settings.timezone).toBe('UTC');
  });
});

describe('a hold on a tenant', () => {
  const hold = (key: string, reason = '$by nobody') =>
    world.call(adminHoldTenant, { params: alpha, body: { reason }, key });
  const release = async (key: string) =>
    (await world.call(adminReleaseTenant, { params: alpha, key })).error?.code ?? 'released';
  const heldBy = async () => (await world.stores.tenantHolds.all()).map(({ by, reason }) => [by, reason]);

  it('that a member put is released by members and operators', async () => {
    await hold(keys.manager);
    expect(await release(keys.owner)).toBe('released');
    await hold(keys.owner);
    expect(await release(world.keys.operate)).toBe('released');
    expect([await release(keys.owner), await release(world.keys.operate)]).toEqual([
      'INVALID_STATE',
      'INVALID_STATE',
    ]);
  });

  it('that an operator put is released by operators only, also where a member had put one or puts one', async () => {
    await hold(keys.owner, '$reason of ours');
    const [ofMember] = await world.stores.tenantHolds.all();
    await hold(world.keys.operate);
    await hold(keys.manager);
    await hold(world.keys.administer);
    expect(await heldBy()).toEqual([['who may operate', '$by nobody']]);
    expect([await release(keys.owner), await release(keys.manager)]).toEqual(['FORBIDDEN', 'FORBIDDEN']);
    expect(await heldBy()).toHaveLength(1);
    expect(await release(world.keys.operate)).toBe('released');
    // What the member had stopped stays stopped, by its own hold.
    expect(await world.stores.tenantHolds.all()).toEqual([ofMember]);
    expect(await release(keys.owner)).toBe('released');
    expect(await heldBy()).toEqual([]);
  });
});
