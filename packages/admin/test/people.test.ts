/** The people of a tenant and their invitations: what is refused, how many there may be, and what its audit shows. */
import {
  adminAddOperator,
  adminDisablePerson,
  adminInvitePerson,
  adminListAudit,
  adminListInvitations,
  adminListPeople,
  adminListTenantAudit,
  adminRemovePerson,
  adminRevokeInvitation,
  adminSendInvitationAgain,
  adminSetPersonRole,
} from '@sluice/contracts';
import { unseal } from '@sluice/store';
import { aStoredSupplier, duringTests, putItem } from '@sluice/testing';
import { operateInProcess } from '../src/index.js';
import { client } from './catalog.js';
import { openAdminApi } from './admin-api.js';
import { wrongPlaces } from './wrong-places.js';

const world = duringTests(openAdminApi);
const alpha = { tenantId: 'alpha' };
const maria = 'maria@example.com';
const keys: Record<'owner' | 'manager' | 'foreign', string> = { owner: '', manager: '', foreign: '' };
beforeAll(async () => {
  const { clients, suppliers } = world.stores.forTenant('alpha');
  const { createdAt } = client;
  await putItem(clients, 'cli_acme', client);
  await putItem(clients, 'cli_gone', { ...client, clientId: 'cli_gone', archivedAt: createdAt });
  await putItem(suppliers, 'sup_gone', aStoredSupplier({ supplierId: 'sup_gone', archivedAt: createdAt }));
  keys.owner = await world.memberKey({ ...alpha, role: 'owner' });
  keys.manager = await world.memberKey({ ...alpha, role: 'manager' });
  keys.foreign = await world.memberKey({ tenantId: 'beta', role: 'owner' });
});

const invite = (body: object, key: string | undefined = keys.owner, tenantId = 'alpha') =>
  world.call(adminInvitePerson, { params: { tenantId }, body, key });
const invited = async (tenantId = 'alpha') =>
  world.stores.invitations.openOf(tenantId, world.stores.clock.now());
const member = (userId: string, role: 'owner' | 'manager', tenantId = 'alpha') =>
  world.stores.forTenant(tenantId).members.add({
    ...{ userId, address: `${userId}@example.com`, role, via: 'password' },
    ...{ createdAt: new Date(), createdBy: 'olivia@example.com', byMember: true },
  });

const wrongRoles: typeof wrongPlaces = [
  ...wrongPlaces,
  ['a role that is none', { role: 'root' }, 'role:'],
  ['an operator’s role', { role: 'administer' }, 'role:'],
  ['a supplier that does not exist', { role: 'supplier', supplierId: 'x' }, 'supplierId: does not exist'],
  ['a supplier that is archived', { role: 'supplier', supplierId: 'sup_gone' }, 'supplierId: is archived'],
];
const wrongAddresses = [
  ...['', 'maria', 'maria@example', 'ma ria@example.com', '<maria@example.com>', 'maria@bücher.example'],
  ...['maria@example.com,eve@example.com', `${'x'.repeat(64)}@${'y'.repeat(186)}.com`, 'x'.repeat(5_000)],
];

describe('an invitation to a tenant', () => {
  it.each(wrongRoles)('is not sent with %s', async (_what, said, problem) => {
    const { error } = await invite({ email: maria, ...said });
    expect(error).toMatchObject({ code: 'VALIDATION_ERROR', details: [expect.stringContaining(problem)] });
    expect(await invited()).toEqual([]);
  });

  it.each(wrongAddresses)('is not sent to %j', async (email) => {
    const { error } = await invite({ email, role: 'manager' });
    expect(error).toMatchObject({ code: 'VALIDATION_ERROR', details: [expect.stringContaining('email: ')] });
    expect(await invited()).toEqual([]);
  });

  it('is one for an address in any letters and spaces, the latest, whose link nobody is shown', async () => {
    const ids: string[] = [];
    for (const email of [' Maria@Example.COM', maria]) {
      const { status, data } = await invite({ email, role: 'manager' });
      expect([status, data]).toEqual([
        201,
        { invitation: expect.objectContaining({ address: maria }) as unknown },
      ]);
      ids.push(data.invitation.invitationId);
    }
    await invite({ email: 'maria@xn--bcher-kva.example', role: 'client', clientId: 'cli_acme' });
    const { data } = await world.call(adminListInvitations, { params: alpha, key: keys.owner });
    expect(data.invitations).toMatchObject([
      {
        address: maria,
        invitationId: ids[1],
        createdBy: 'the owner of alpha',
        mail: { status: expect.any(String) as string },
      },
      { address: 'maria@xn--bcher-kva.example', role: 'client', clientId: 'cli_acme' },
    ]);
    const again = { params: { ...alpha, invitationId: ids[0]! }, key: keys.owner };
    expect((await world.call(adminSendInvitationAgain, again)).error?.code).toBe('NOT_FOUND');
  });

  it('is sent again and revoked by its own tenant only', async () => {
    const [first] = await invited();
    const of = (invitationId: string, key: string, tenantId: string) => ({
      ...{ params: { tenantId, invitationId }, key },
    });
    for (const operation of [adminSendInvitationAgain, adminRevokeInvitation]) {
      const foreign = await world.call(operation, of(first!.invitationId, keys.foreign, 'beta'));
      const none = await world.call(operation, of('never-was', keys.foreign, 'beta'));
      expect([foreign.status, foreign.error?.message.replace(first!.invitationId, 'never-was')]).toEqual([
        404,
        none.error?.message,
      ]);
    }
    const sent = await world.call(adminSendInvitationAgain, of(first!.invitationId, keys.owner, 'alpha'));
    const { invitationId } = sent.data.invitation;
    const revoke = of(invitationId, keys.owner, 'alpha');
    expect((await world.call(adminRevokeInvitation, revoke)).data).toEqual({ revoked: true });
    expect((await world.call(adminRevokeInvitation, revoke)).error?.code).toBe('NOT_FOUND');
    expect((await invited()).map(({ address }) => address)).toEqual(['maria@xn--bcher-kva.example']);
  });

  it('is not sent to a member, in whatever letters', async () => {
    await member('nora', 'owner');
    const { error } = await invite({ email: 'NORA@example.com', role: 'manager' });
    expect(error).toMatchObject({
      code: 'INVALID_STATE',
      message: 'nora@example.com is already a member',
    });
  });

  it('leads to the dashboard of tenants where there is one, and that of an operator never', async () => {
    const portalUrl = 'https://portal.example/';
    const actor = {
      name: 'a test',
      via: 'command line',
      role: 'administer',
      memberships: [],
      from: '',
    } as const;
    const operate = operateInProcess({ ...world.deps, portalUrl }, actor);
    const body = { email: 'otto@example.com', role: 'analyst' };
    const { link } = await operate.call(adminInvitePerson, { params: alpha, body });
    expect(link).toMatch(/^https:\/\/portal\.example\/invitation#/);
    const effects = world.stores.forTenant('alpha').effects;
    const [to] = await world.stores.invitations.openTo(body.email, world.stores.clock.now());
    const mail = (await effects.find(`invitation.${to!.invitationId}`))!;
    const { link: mailed } = mail.body as { readonly link: Parameters<typeof unseal>[0] };
    expect(unseal(mailed, world.deps.encryptionKeys!)).toBe(link);
    const operator = await operate.call(adminAddOperator, { body: { ...body, role: 'view' } });
    expect(operator.link).toMatch(/^https:\/\/dashboard\.example\/invitation#/);
  });

  it('is the 101st open one of a tenant only in place of another, and the 1,001st person never', async () => {
    const { invitations, clock } = world.stores;
    for (let n = 0; n < 100; n += 1) {
      const to = { address: `p${n}@example.com`, role: 'analyst', createdBy: 'a test' } as const;
      await invitations.invite('beta', to, clock.now());
    }
    const toBeta = (email: string) => invite({ email, role: 'analyst' }, keys.foreign, 'beta');
    const { error } = await toBeta(maria);
    expect([error?.code, error?.message]).toEqual([
      'INVALID_STATE',
      'There are 100 open invitations already: revoke one first',
    ]);
    expect((await toBeta('P7@example.com')).status).toBe(201);
    expect(await invited('beta')).toHaveLength(100);
    for (const { invitationId } of await invited('beta'))
      await invitations.revoke('beta', invitationId, clock.now());
    const people = Array.from({ length: 1_000 }, (_, n) => ({
      ...{ _id: `beta/m${n}`, userId: `m${n}`, address: `m${n}@example.com`, role: 'analyst' },
      ...{ via: 'password', createdAt: new Date(), createdBy: 'a test' },
    }));
    await world.db.collection('members').insertMany(people as never[]);
    expect((await toBeta(maria)).error?.message).toMatch(/^There are 1,000 people/);
    expect(await invited('beta')).toEqual([]);
  }, 120_000);
});

describe('a person of a tenant', () => {
  it.each(wrongRoles)('gets no other role with %s', async (_what, body, problem) => {
    await member('otto', 'manager');
    const asked = { params: { ...alpha, personId: 'otto' }, body, key: keys.owner };
    const { error } = await world.call(adminSetPersonRole, asked);
    expect(error).toMatchObject({ code: 'VALIDATION_ERROR', details: [expect.stringContaining(problem)] });
    const { role, clientId } = (await world.stores.forTenant('alpha').members.find('otto'))!;
    expect([role, clientId]).toEqual(['manager', undefined]);
  });

  it('is the last owner until there is another one, and to other tenants never was', async () => {
    const of = (personId: string, tenantId = 'alpha') => ({ params: { tenantId, personId } });
    const refused = [
      await world.call(adminRemovePerson, of('nora')),
      await world.call(adminDisablePerson, of('nora@example.com')),
      await world.call(adminSetPersonRole, { ...of('nora'), body: { role: 'manager' } }),
    ];
    expect(refused.map(({ error }) => [error?.code, error?.message])).toEqual(
      Array(3).fill(['INVALID_STATE', 'nora@example.com is the last owner: add another one first']),
    );
    const foreign = await world.call(adminRemovePerson, { ...of('nora', 'beta'), key: keys.foreign });
    expect(foreign.error).toMatchObject({ code: 'NOT_FOUND', message: 'There is no member nora' });
    const owner = { ...of('otto'), body: { role: 'owner' }, key: keys.owner };
    expect((await world.call(adminSetPersonRole, owner)).data.person.role).toBe('owner');
    expect((await world.call(adminDisablePerson, of('nora'))).status).toBe(200);
    const { data } = await world.call(adminListPeople, { params: alpha, query: { search: 'NOR' } });
    expect(data.people).toMatchObject([
      { address: 'nora@example.com', disabledAt: expect.any(String) as string },
    ]);
  });
});

describe('the audit of a tenant', () => {
  const entries = async (key: string | undefined, query: Readonly<Record<string, string>> = {}) =>
    (await world.call(adminListTenantAudit, { params: alpha, query: { limit: '200', ...query }, key })).data
      .entries;

  it('shows its owners what was done in it, an operator as one without a name or address, and no other tenant', async () => {
    await invite({ email: 'pia@example.com', role: 'manager' }, world.keys.administer);
    await invite({ email: 'pia@example.com', role: 'manager' }, keys.foreign, 'beta');
    const [latest, ...before] = await entries(keys.owner);
    expect(latest).toMatchObject({
      ...{ action: 'adminInvitePerson', who: 'an operator of the installation', from: '' },
      did: 'invited a person with the role manager',
      about: { tenantId: 'alpha', role: 'manager' },
    });
    expect(before.some(({ who, from }) => who === 'the owner of alpha' && from === '127.0.0.1')).toBe(true);
    const shown = JSON.stringify([latest, ...before]);
    for (const hidden of ['who may administer', 'of beta', '@example.com'])
      expect([hidden, shown.includes(hidden)]).toEqual([hidden, false]);
  });

  it('tells its owners nothing of operators by a filter, and operators everything', async () => {
    const who = 'who may administer';
    expect(await entries(keys.owner, { who })).toEqual([]);
    expect((await entries(keys.owner, { who: 'the owner of alpha' })).length).toBeGreaterThan(0);
    const [entry] = await entries(world.keys.view, { who });
    expect(entry).toMatchObject({ who, from: '127.0.0.1' });
    const { data } = await world.call(adminListAudit, { query: { tenantId: 'alpha', who, limit: '200' } });
    expect(await entries(world.keys.view, { who })).toEqual(data.entries);
  });

  it('is for owners, and to everybody of another tenant as if there were none', async () => {
    const asked = (key: string) => world.call(adminListTenantAudit, { params: alpha, key });
    expect((await asked(keys.manager)).error?.code).toBe('FORBIDDEN');
    expect((await asked(keys.foreign)).error?.code).toBe('NOT_FOUND');
  });
});
