import { duringTests } from '@sluice/testing';
import { openCommand } from './command.js';

const world = duringTests(openCommand);

describe('sluice operators', () => {
  it('adds a person with a password that is shown once and stored as a hash, with an audit entry', async () => {
    const added = await world.sluice(['operators', 'add', 'Ada', '--role', 'administer', '--json']);
    expect(added).toMatchObject({ code: 0, errors: '' });
    const { password } = JSON.parse(added.output) as { password: string };
    const [ada] = await world.stores.operators.all();
    expect(ada).toMatchObject({ name: 'ada', role: 'administer', via: 'password' });
    expect(ada?.passwordHash).toMatch(/^scrypt\$/);
    expect(JSON.stringify(ada)).not.toContain(password);
    const [entry] = await world.stores.audit.page({}, 1);
    expect(entry).toMatchObject({
      action: 'adminAddOperator',
      what: 'POST /admin/v1/operators',
      about: { name: 'Ada', role: 'administer' },
      via: 'command line',
      outcome: 'done',
    });
  });

  it('refuses an unknown role, a taken name, and the removal of the last administrator', async () => {
    expect((await world.sluice(['operators', 'add', 'eve', '--role', 'root'])).code).toBe(2);
    expect((await world.sluice(['operators', 'add', 'ada', '--role', 'view'])).code).toBe(1);
    const removed = await world.sluice(['operators', 'remove', 'ada']);
    expect([removed.code, removed.errors]).toEqual([1, expect.stringContaining('last administrator')]);
  });

  it('changes role and password, and lists the operators without hashes', async () => {
    expect((await world.sluice(['operators', 'add', 'grace', '--role', 'view'])).code).toBe(0);
    expect((await world.sluice(['operators', 'role', 'grace', 'operate'])).code).toBe(0);
    expect((await world.sluice(['operators', 'password', 'grace'])).code).toBe(0);
    const { output } = await world.sluice(['operators', 'list', '--json']);
    expect(JSON.parse(output)).toMatchObject([{ name: 'ada' }, { name: 'grace', role: 'operate' }]);
    expect(output).not.toContain('scrypt');
  });
});
