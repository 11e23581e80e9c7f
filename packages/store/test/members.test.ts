import { duringTests } from '@sluice/testing';
import { openWorld } from '@sluice/testing/core';

const world = duringTests(openWorld);

const now = () => world.stores.clock.now();
const person = (name: string, role: 'view' | 'operate' | 'administer') => ({
  ...({ userId: name, address: `${name}@example.com`, role, via: 'password' } as const),
  ...{ createdAt: now(), createdBy: 'operator' },
});
const administrators = async () =>
  (await world.stores.operators.page({}, 200)).filter(
    ({ role, disabledAt }) => role === 'administer' && !disabledAt,
  );

describe('members of the installation', () => {
  it('are each there once, and are found by id and by address', async () => {
    const { operators, memberships } = world.stores;
    expect(await operators.isKept()).toBe(false);
    expect(await operators.add(person('ada', 'administer'))).toBe(true);
    expect(await operators.add(person('ada', 'view'))).toBe(false);
    for (const by of ['ada', 'ada@example.com'])
      expect(await operators.find(by)).toMatchObject({ userId: 'ada', role: 'administer' });
    for (const by of ['eve', 'eve@example.com', 'x/ada']) expect(await operators.find(by)).toBeUndefined();
    expect(await operators.isKept()).toBe(true);
    expect(await memberships.of('ada')).toMatchObject([{ place: '_installation', role: 'administer' }]);
  });

  it('never lose their last administrator', async () => {
    const { operators } = world.stores;
    await operators.add(person('grace', 'operate'));
    expect(await operators.remove('ada')).toBe('last_one');
    expect(await operators.setRole('ada', 'view')).toBe('last_one');
    expect(await operators.disable('ada', now())).toBe('last_one');
    expect(await operators.setRole('grace', 'administer')).toBe('changed');
    expect(await operators.remove('ada')).toBe('changed');
    expect(await operators.remove('ada')).toBe('unknown');
    expect((await operators.page({}, 200)).map(({ userId, role }) => [userId, role])).toEqual([
      ['grace', 'administer'],
    ]);
  });

  it('keep an administrator whatever two concurrent requests do', async () => {
    const { operators } = world.stores;
    const ways = [
      (name: string) => operators.remove(name),
      (name: string) => operators.setRole(name, 'operate'),
      (name: string) => operators.disable(name, now()),
    ];
    for (const [n, leave] of [...ways, ...ways, ...ways].entries()) {
      const two = [`one${n}`, `two${n}`];
      for (const name of two) await operators.add(person(name, 'administer'));
      for (const { userId } of await administrators())
        if (!two.includes(userId)) await operators.setRole(userId, 'operate');
      expect((await Promise.all(two.map(leave))).toSorted()).toEqual(['changed', 'last_one']);
      expect(await administrators()).toHaveLength(1);
    }
  }, 60_000);

  it('are seen to the hour', async () => {
    const { operators } = world.stores;
    await operators.noteSeen({ userId: 'grace' }, new Date('2026-01-15T12:59:59.999Z'));
    await operators.noteSeen({ userId: 'grace' }, new Date('2026-01-15T11:00:00.000Z'));
    expect((await operators.find('grace'))?.lastSeenAt).toEqual(new Date('2026-01-15T12:00:00.000Z'));
  });
});
