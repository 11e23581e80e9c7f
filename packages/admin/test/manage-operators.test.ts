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
import { isPassword } from '@sluice/store';
import { duringTests } from '@sluice/testing';
import { openAdminApi } from './admin-api.js';

const world = duringTests(openAdminApi);

const of = (name: string) => ({ params: { name } });
const all = async () => (await world.call(adminListOperators)).data.operators;
const stored = async (name: string) => world.stores.operators.find(name);

describe('an operator', () => {
  it('is added with a password that is answered once and stored as a hash, and the audit names who added it', async () => {
    const { data } = await world.call(adminAddOperator, { body: { name: 'Ada', role: 'administer' } });
    expect(await isPassword(data.password, (await stored('ada'))?.passwordHash ?? '')).toBe(true);
    expect(await all()).toEqual([
      expect.objectContaining({ name: 'ada', createdBy: 'who may administer', passwordOf: 'own' }),
    ]);
    expect(JSON.stringify(await all())).not.toContain('scrypt');
    const again = await world.call(adminAddOperator, { body: { name: 'ADA', role: 'view' } });
    expect(again.error?.code).toBe('INVALID_STATE');
    const { data: audit } = await world.call(adminListAudit, { query: { action: 'adminAddOperator' } });
    expect(audit.entries.map(({ outcome, about }) => [outcome, about])).toEqual([
      ['refused', { name: 'ADA', role: 'view' }],
      ['done', { name: 'Ada', role: 'administer' }],
    ]);
    expect(JSON.stringify(audit)).not.toContain(data.password);
  });

  it('who is the last administrator can neither be removed, demoted nor disabled', async () => {
    const refused = [
      await world.call(adminRemoveOperator, of('ada')),
      await world.call(adminSetOperatorRole, { ...of('ada'), body: { role: 'view' } }),
      await world.call(adminDisableOperator, of('ada')),
    ];
    expect(refused.map(({ status, error }) => [status, error?.message])).toEqual(
      Array(3).fill([409, 'ada is the last administrator: add another one first']),
    );
    expect(await stored('ada')).toMatchObject({ role: 'administer' });
  });

  it('has a new version after each change, so that the sessions end', async () => {
    await world.call(adminAddOperator, { body: { name: 'grace', role: 'view' } });
    const versions = new Set([(await stored('grace'))?.version]);
    await world.call(adminSetOperatorRole, { ...of('grace'), body: { role: 'operate' } });
    versions.add((await stored('grace'))?.version);
    const { data } = await world.call(adminDisableOperator, of('grace'));
    expect(data.operator).toMatchObject({
      role: 'operate',
      disabledAt: expect.stringMatching(/Z$/) as unknown,
    });
    versions.add((await stored('grace'))?.version);
    expect((await world.call(adminEnableOperator, of('grace'))).data.operator.disabledAt).toBeNull();
    versions.add((await stored('grace'))?.version);
    const { password } = (await world.call(adminResetOperatorPassword, of('grace'))).data;
    expect(await isPassword(password, (await stored('grace'))?.passwordHash ?? '')).toBe(true);
    versions.add((await stored('grace'))?.version);
    expect(versions.size).toBe(5);
  });

  it('of an identity provider has the role of their groups and no password here, and can be disabled', async () => {
    const lin = { name: 'lin', via: 'oidc', subject: 'https://login.example 17', role: 'view' } as const;
    const { operators, clock } = world.stores;
    await operators.fromOutside(lin, clock.now());
    const role = await world.call(adminSetOperatorRole, { ...of('lin'), body: { role: 'administer' } });
    const password = await world.call(adminResetOperatorPassword, of('lin'));
    expect([role.error?.code, password.error?.code]).toEqual(['INVALID_STATE', 'INVALID_STATE']);
    await world.call(adminDisableOperator, of('lin'));
    expect(await operators.fromOutside(lin, clock.now())).toEqual({ kind: 'disabled' });
  });

  it('is managed by administrators only, and an unknown one is NOT_FOUND', async () => {
    const asked = { ...of('grace'), key: world.keys.operate };
    expect((await world.call(adminRemoveOperator, asked)).status).toBe(403);
    expect((await world.call(adminRemoveOperator, of('nobody'))).status).toBe(404);
    expect((await world.call(adminRemoveOperator, of('grace'))).status).toBe(200);
    expect(await stored('grace')).toBeUndefined();
  });
});
