import { duringTests } from '@sluice/testing';
import { openWorld } from '@sluice/testing/core';
import { hashPassword, isPassword } from '../src/index.js';

const world = duringTests(openWorld);

const now = () => world.stores.clock.now();
const person = (name: string, role: 'view' | 'operate' | 'administer') => ({
  ...({ name, role, via: 'password', createdAt: now(), createdBy: 'operator' } as const),
});

describe('operators', () => {
  it('have names that are unique whatever their letter case', async () => {
    const { operators } = world.stores;
    expect(await operators.add(person('Ada', 'administer'))).toBe(true);
    expect(await operators.add(person(' ada ', 'view'))).toBe(false);
    expect((await operators.find('ADA'))?.role).toBe('administer');
  });

  it('never lose their last administrator', async () => {
    const { operators } = world.stores;
    await operators.add(person('grace', 'operate'));
    expect(await operators.remove('ada')).toBe('last_administrator');
    expect(await operators.setRole('ada', 'view')).toBe('last_administrator');
    expect(await operators.setRole('grace', 'administer')).toBe('changed');
    expect(await operators.remove('ada')).toBe('changed');
    expect(await operators.remove('ada')).toBe('unknown');
    expect((await operators.all()).map(({ name, role }) => [name, role])).toEqual([['grace', 'administer']]);
  });

  it('keep an administrator whatever two concurrent requests do', async () => {
    const { operators } = world.stores;
    const ways = [
      (name: string) => operators.remove(name),
      (name: string) => operators.setRole(name, 'operate'),
      (name: string) => operators.disable(name, now()),
    ];
    const administrators = async () =>
      (await operators.all()).filter(({ role, disabledAt }) => role === 'administer' && !disabledAt);
    for (const [n, leave] of [...ways, ...ways, ...ways].entries()) {
      const two = [`one${n}`, `two${n}`];
      for (const name of two) await operators.add(person(name, 'administer'));
      for (const { name } of await administrators())
        if (!two.includes(name)) await operators.setRole(name, 'operate');
      expect((await Promise.all(two.map(leave))).toSorted()).toEqual(['changed', 'last_administrator']);
      expect(await administrators()).toHaveLength(1);
    }
  }, 60_000);

  it('get a new version with each change that ends their sessions', async () => {
    const { operators } = world.stores;
    const versions = [(await operators.find('grace'))?.version];
    await operators.setPassword('grace', await hashPassword('a'));
    versions.push((await operators.find('grace'))?.version);
    await operators.setRole('grace', 'administer');
    versions.push((await operators.find('grace'))?.version);
    await operators.noteLogin('grace', now());
    expect(new Set(versions).size).toBe(3);
    expect((await operators.find('grace'))?.version).toBe(versions[2]);
  });

  it('share one signing key and the sessions that ended, until those would have expired', async () => {
    const { operators } = world.stores;
    const [one, other] = await Promise.all([operators.identities(now()), operators.identities(now())]);
    expect(one.signingKey).toEqual(other.signingKey);
    expect(one.signingKey).toHaveLength(32);
    await operators.endSession('left', new Date(now().getTime() + 60_000));
    await operators.endSession('expired', new Date(now().getTime() - 1));
    expect([...(await operators.identities(now())).endedSessions]).toEqual(['left']);
    await world.stores.due.dropExpired();
    expect((await operators.identities(now())).signingKey).toEqual(one.signingKey);
  });
});

describe('persons from outside', () => {
  const lin = { name: 'lin', via: 'oidc', subject: 'https://login.example 17', role: 'view' } as const;

  it('are one operator under any name, with the most recently reported role', async () => {
    const { operators } = world.stores;
    const [first, again] = [await operators.fromOutside(lin, now()), await operators.fromOutside(lin, now())];
    expect(again).toEqual(first);
    const later = await operators.fromOutside({ ...lin, name: 'lin.smith', role: 'operate' }, now());
    expect(later).toMatchObject({ kind: 'operator', operator: { name: 'lin', role: 'operate' } });
    expect((await operators.find('lin.smith'))?.name).toBeUndefined();
    const versions = [first, later].map((login) => login.kind === 'operator' && login.operator.version);
    expect(new Set(versions).size).toBe(2);
  });

  it('are never mistaken for another operator of the same name', async () => {
    const { operators } = world.stores;
    await operators.add(person('iris', 'administer'));
    for (const other of [
      { ...lin, name: 'iris', subject: 'https://login.example 18' },
      { ...lin, name: 'lin', subject: 'https://other.example 17' },
      { ...lin, name: 'lin', via: 'proxy', subject: 'lin' } as const,
    ])
      expect(await operators.fromOutside(other, now())).toEqual({ kind: 'name_taken' });
    expect(await operators.find('iris')).toMatchObject({ via: 'password', role: 'administer' });
  });
});

describe('the hash of a password', () => {
  it('accepts only the right password, and is never the same twice', async () => {
    const [one, other] = [await hashPassword('quiet-heron-7719'), await hashPassword('quiet-heron-7719')];
    expect(one).not.toBe(other);
    expect(one).not.toContain('heron');
    expect(await isPassword('quiet-heron-7719', other)).toBe(true);
    for (const wrong of ['quiet-heron-7718', '', 'quiet-heron-7719 '])
      expect(await isPassword(wrong, one)).toBe(false);
    for (const broken of ['', 'scrypt$1', 'plain$quiet-heron-7719'])
      expect(await isPassword('quiet-heron-7719', broken).catch(() => false)).toBe(false);
  });
});
