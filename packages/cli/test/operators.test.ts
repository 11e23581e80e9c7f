import { duringTests } from '@sluice/testing';
import { openCommand } from './command.js';

const world = duringTests(openCommand);

/** Makes an operator of this address, as an accepted invitation does. */
const member = (address: string, role: 'view' | 'administer') =>
  world.stores.operators.add({
    ...({ userId: address.slice(0, 3), address, role, via: 'password' } as const),
    ...{ createdAt: new Date(), createdBy: 'a test' },
  });

describe('sluice operators', () => {
  it('add is the way back in: it prints a link once, stores its hash, and writes an audit entry', async () => {
    const added = await world.sluice([
      'operators',
      'add',
      'Ada@Example.com',
      '--role',
      'administer',
      '--json',
    ]);
    expect(added).toMatchObject({ code: 0, errors: '' });
    const { address, link } = JSON.parse(added.output) as { address: string; link: string };
    expect([address, link]).toEqual([
      'ada@example.com',
      expect.stringMatching(/\/invitation#_installation\./),
    ]);
    const token = link.slice(link.indexOf('#') + 1);
    expect(await world.stores.invitations.ofToken(token, new Date())).toMatchObject({ role: 'administer' });
    const [entry] = await world.stores.audit.page({}, 1);
    expect(entry).toMatchObject({
      action: 'adminAddOperator',
      what: 'POST /admin/v1/operators/invitations',
      about: { role: 'administer' },
      via: 'command line',
      outcome: 'done',
    });
    expect(JSON.stringify(entry)).not.toContain(token);
  });

  it('refuses an unknown role, an operator that there is, and the removal of the last administrator', async () => {
    await member('ada@example.com', 'administer');
    expect((await world.sluice(['operators', 'add', 'eve@example.com', '--role', 'root'])).code).toBe(2);
    expect((await world.sluice(['operators', 'add', 'ada@example.com', '--role', 'view'])).code).toBe(1);
    const removed = await world.sluice(['operators', 'remove', 'ada@example.com']);
    expect([removed.code, removed.errors]).toEqual([1, expect.stringContaining('last administrator')]);
  });

  it('changes a role by address, makes a password link, and lists the operators', async () => {
    await member('bob@example.com', 'view');
    expect((await world.sluice(['operators', 'role', 'Bob@example.com', 'operate'])).code).toBe(0);
    const made = await world.sluice(['operators', 'password', 'bob@example.com']);
    expect([made.code, made.output]).toEqual([
      0,
      expect.stringMatching(/\/password\/reset#\S+\n.*works once/),
    ]);
    const { output } = await world.sluice(['operators', 'list', '--json']);
    expect(JSON.parse(output)).toMatchObject([
      { address: 'ada@example.com' },
      { address: 'bob@example.com', role: 'operate' },
    ]);
  });
});
