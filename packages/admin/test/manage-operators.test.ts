/** Operators, managed through the admin API. */
import {
  adminAddOperator,
  adminDisableOperator,
  adminEnableOperator,
  adminListAudit,
  adminListOperators,
  adminRemoveOperator,
  adminResetOperatorPassword,
  adminSetOperatorRole,
} from '@sluice/contracts';
import { duringTests } from '@sluice/testing';
import { openAdminApi } from './admin-api.js';

const world = duringTests(openAdminApi);

const addressOf = (name: string) => `${name}@example.com`;
const of = (name: string) => ({ params: { personId: addressOf(name) } });
const all = async () => (await world.call(adminListOperators)).data.people;
const stored = async (name: string) => world.stores.operators.find(addressOf(name));
/** Makes an operator, as an accepted invitation or a provider does. */
const member = (
  name: string,
  role: 'view' | 'operate' | 'administer',
  via: 'password' | 'oidc' = 'password',
) =>
  world.stores.operators.add({
    ...{ userId: `Id-Of-${name}`, address: addressOf(name), role, via },
    ...{ createdAt: new Date(), createdBy: 'a test' },
  });

describe('an operator', () => {
  it('is added by a link that is answered once and stored as a hash, and the audit names who added it', async () => {
    const { data, status } = await world.call(adminAddOperator, {
      body: { email: ' Ada@Example.com', role: 'administer' },
    });
    expect([status, data.address]).toEqual([201, 'ada@example.com']);
    expect(data.link).toMatch(/^https:\/\/dashboard\.example\/invitation#_installation\.[\w-]{43}$/);
    const token = data.link.slice(data.link.indexOf('#') + 1);
    expect(await world.stores.invitations.ofToken(token, new Date())).toMatchObject({
      address: 'ada@example.com',
      createdBy: 'who may administer',
    });
    await member('ada', 'administer');
    const again = await world.call(adminAddOperator, { body: { email: 'ADA@example.com', role: 'view' } });
    expect(again.error?.code).toBe('INVALID_STATE');
    const { data: audit } = await world.call(adminListAudit, { query: { action: 'adminAddOperator' } });
    expect(audit.entries.map(({ outcome, about }) => [outcome, about])).toEqual([
      ['refused', { role: 'view' }],
      ['done', { role: 'administer' }],
    ]);
    expect(JSON.stringify(audit)).not.toContain(token.split('.')[1]);
  });

  it('who is the last administrator can neither be removed, demoted nor disabled', async () => {
    const refused = [
      await world.call(adminRemoveOperator, of('ada')),
      await world.call(adminSetOperatorRole, { ...of('ada'), body: { role: 'view' } }),
      await world.call(adminDisableOperator, of('ada')),
    ];
    expect(refused.map(({ status, error }) => [status, error?.message])).toEqual(
      Array(3).fill([409, 'ada@example.com is the last administrator: add another one first']),
    );
    expect(await stored('ada')).toMatchObject({ role: 'administer' });
  });

  it('gets another role, is disabled and enabled again, by id or by address', async () => {
    await member('grace', 'view');
    const byId = { params: { personId: 'Id-Of-grace' } };
    const { data: changed } = await world.call(adminSetOperatorRole, { ...byId, body: { role: 'operate' } });
    expect(changed.person).toMatchObject({ address: 'grace@example.com', role: 'operate' });
    const { data: disabled } = await world.call(adminDisableOperator, of('grace'));
    expect(disabled.person.disabledAt).toMatch(/Z$/);
    expect((await world.call(adminEnableOperator, byId)).data.person.disabledAt).toBeNull();
    expect(await all()).toEqual([
      expect.objectContaining({ address: 'ada@example.com', lastSeenAt: null }),
      expect.objectContaining({ personId: 'Id-Of-grace', role: 'operate', createdBy: 'a test' }),
    ]);
  });

  it('gets a password link that is answered once', async () => {
    const { data } = await world.call(adminResetOperatorPassword, of('grace'));
    expect(data.link).toMatch(/^https:\/\/dashboard\.example\/password\/reset#[\w-]{32}$/);
    const token = data.link.slice(data.link.indexOf('#') + 1);
    const kept = await world.db.collection('identityVerifications').find().toArray();
    expect([kept.length, JSON.stringify(kept).includes(token)]).toEqual([1, false]);
  });

  it('of an identity provider has the role of their groups and no password here, and can be disabled', async () => {
    await member('lin', 'view', 'oidc');
    const role = await world.call(adminSetOperatorRole, { ...of('lin'), body: { role: 'administer' } });
    const password = await world.call(adminResetOperatorPassword, of('lin'));
    expect([role.error?.code, password.error?.code]).toEqual(['INVALID_STATE', 'INVALID_STATE']);
    expect((await world.call(adminDisableOperator, of('lin'))).status).toBe(200);
  });

  it('is managed by administrators only, and an unknown one is NOT_FOUND', async () => {
    const asked = { ...of('grace'), key: world.keys.operate };
    expect((await world.call(adminRemoveOperator, asked)).status).toBe(403);
    expect((await world.call(adminRemoveOperator, of('nobody'))).status).toBe(404);
    expect((await world.call(adminRemoveOperator, of('grace'))).status).toBe(200);
    expect(await stored('grace')).toBeUndefined();
    expect((await world.call(adminRemoveOperator, of('grace'))).status).toBe(404);
  });

  it('is removed by the same call again where a process died between membership and account', async () => {
    const email = 'half@example.com';
    const user = { _id: 'half', email, name: 'half', emailVerified: true };
    const users = world.db.collection('identityUsers');
    for (const personId of [email, 'half']) {
      await users.insertOne(user as never);
      expect((await world.call(adminRemoveOperator, { params: { personId } })).status).toBe(200);
      expect(await users.countDocuments({ email })).toBe(0);
    }
    expect((await world.call(adminRemoveOperator, { params: { personId: 'half' } })).status).toBe(404);
  });
});
