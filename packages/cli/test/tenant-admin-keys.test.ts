import { duringTests } from '@sluice/testing';
import { openServedCommand } from './served-command.js';

const world = duringTests(openServedCommand);
const of = ['--tenant', 'demo'];

describe('sluice admin-keys with a tenant', () => {
  it('makes, lists and revokes its keys over --server, by an owner’s key too, and none of the installation', async () => {
    const owner = await world.over([
      'admin-keys',
      'create',
      ...of,
      '--name',
      'boss',
      '--role',
      'owner',
      '--json',
    ]);
    expect(owner).toMatchObject({ code: 0, errors: '' });
    const { key } = JSON.parse(owner.output) as { key: string };
    const made = await world.over(
      ['admin-keys', 'create', ...of, '--name', 'acme', '--role', 'client', '--client', 'cli_acme', '--json'],
      key,
    );
    const { prefix } = JSON.parse(made.output) as { prefix: string };
    const listed = async (args: readonly string[]) =>
      (await world.over(['admin-keys', 'list', ...args])).output;
    expect(await listed(of)).toMatch(/boss +owner .*\n.*acme +client cli_acme .*works/);
    expect(await listed([])).not.toMatch(/boss|acme/);
    expect(await world.over(['admin-keys', 'revoke', prefix])).toMatchObject({ code: 1 });
    expect((await world.over(['admin-keys', 'revoke', prefix, ...of], key)).output).toBe(
      `Revoked ${prefix}.\n`,
    );
    expect(await listed(of)).toMatch(/acme +client cli_acme .*revoked/);
    expect((await world.over(['queues', 'list'], key)).errors).toBe('Resource not found.\n');
  }, 60_000);

  it.each([
    ['an operator’s role', [...of, '--role', 'view'], 'role: '],
    ['a member’s role, and no tenant', ['--role', 'owner'], 'role: '],
    [
      'a client, and no tenant',
      ['--role', 'view', '--client', 'cli_acme'],
      '--client goes with --tenant only.',
    ],
  ])(
    'refuses %s',
    async (_what, args, problem) => {
      const refused = await world.sluice(['admin-keys', 'create', '--name', 'x', ...args]);
      expect([refused.code, refused.errors]).toEqual([2, expect.stringContaining(problem)]);
    },
    60_000,
  );
});
