import { duringTests } from '@sluice/testing';
import { openServedCommand } from './served-command.js';

const world = duringTests(openServedCommand);
const of = ['--tenant', 'demo'];
const maria = 'maria@example.com';
const members = () => world.stores.forTenant('demo').members;

describe('sluice people', () => {
  it('invite prints the link on the stores, and over --server says that the mail has it', async () => {
    const invite = ['people', 'invite', ' Maria@Example.com', ...of, '--role', 'owner'];
    const { output, errors } = await world.sluice(invite);
    expect([errors, output]).toEqual([
      '',
      expect.stringMatching(/\/invitation#demo\.[\w-]{43}\nWhoever opens it sets the password\./),
    ]);
    const [, token = ''] = /#(\S+)/.exec(output) ?? [];
    expect(await world.stores.invitations.ofToken(token, new Date())).toMatchObject({
      ...{ address: maria, place: 'demo', role: 'owner' },
    });
    const over = await world.over(invite);
    expect([over.code, over.output]).toEqual([
      0,
      expect.stringMatching(/^Invited maria@example\.com: the mail has the link\. .*\n$/),
    ]);
    const json = await world.over([...invite, '--json']);
    expect(JSON.parse(json.output)).toEqual({
      invitation: expect.objectContaining({ address: maria, role: 'owner' }) as unknown,
    });
  }, 60_000);

  it('lists people, changes the role of one by address, disables, enables and removes it', async () => {
    const createdAt = new Date();
    const by = { via: 'password', createdAt, createdBy: 'a test' } as const;
    await members().add({ userId: 'olivia', address: 'olivia@example.com', role: 'owner', ...by });
    await members().add({ userId: 'maria', address: maria, role: 'analyst', ...by });
    const run = async (command: string, ...more: string[]) =>
      (await world.over(['people', command, ...more, ...of])).output;
    expect(await run('role', 'Maria@example.com', '--role', 'client', '--client', 'cli_acme')).toBe(
      'Done: maria@example.com has the client cli_acme role.\n',
    );
    expect(await run('disable', maria)).toBe('Done: disable maria@example.com.\n');
    expect(await run('list')).toMatch(
      /ADDRESS.*\nmaria@example\.com +client cli_acme .*disabled\nolivia@example\.com +owner .*never +active\n/,
    );
    await run('enable', maria);
    expect(await members().find('maria')).not.toHaveProperty('disabledAt');
    await run('remove', maria);
    expect(await members().find('maria')).toBeUndefined();
  }, 60_000);

  it('refuses a role that is none, no tenant, a client that is none, and the last owner', async () => {
    const invite = (...more: string[]) => world.sluice(['people', 'invite', 'eve@example.com', ...more]);
    expect((await invite(...of, '--role', 'view')).code).toBe(2);
    expect((await invite('--role', 'owner')).code).toBe(2);
    const none = await invite(...of, '--role', 'client', '--client', 'cli_none');
    expect([none.code, none.errors]).toEqual([1, expect.stringContaining('clientId: does not exist')]);
    const last = await world.sluice(['people', 'remove', 'olivia@example.com', ...of]);
    expect([last.code, last.errors]).toEqual([1, expect.stringContaining('last owner')]);
  }, 60_000);
});
