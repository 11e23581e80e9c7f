/**
 * Changes that operators make by command, over `--server` and on the stores: circuits, credentials, tenant files,
 * personal data.
 */
import { sealingKey } from '@sluice/store';
import { duringTests, testEncryptionKey } from '@sluice/testing';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { endedLead } from './ended-leads.js';
import { demoFile } from './command.js';
import { openServedCommand, type ServedCommand } from './served-command.js';

const world = duringTests(openServedCommand);
let over: ServedCommand['over'];
beforeAll(async () => {
  ({ over } = world);
});

const of = ['--tenant', 'demo'];

it('a circuit that an operator opens is listed with its reason, and closed once', async () => {
  const listed = async () => (await world.sluice(['circuits', 'list', ...of])).output;
  expect(await listed()).toBe('Tenant demo: no circuit is open.\n');
  const opened = await over(['circuits', 'open', 'end_acme_form', ...of, '--reason', 'wrong price']);
  expect(opened).toMatchObject({ code: 0, errors: '' });
  expect(opened.output).toBe('Calls to end_acme_form stop within 3 s, until the circuit is closed.\n');
  expect(await listed()).toMatch(/when closed +who may administer: wrong price/);
  expect((await over(['circuits', 'list', ...of])).output).toBe(await listed());
  expect((await over(['circuits', 'close', 'end_acme_form', ...of])).output).toBe(
    'Calls to end_acme_form resume within 3 s.\n',
  );
  expect(await listed()).toBe('Tenant demo: no circuit is open.\n');
  expect(await over(['circuits', 'open', 'ep_none', ...of, '--reason', 'x'])).toMatchObject({ code: 1 });
  expect(await over(['circuits', 'open', 'end_acme_form', ...of])).toMatchObject({ code: 2 });
}, 60_000);

it('credentials are set from standard input, listed without their values, and removed', async () => {
  const { secrets } = world.stores;
  const stored = async () => (await secrets.credentials('demo', [sealingKey(testEncryptionKey)])).twilio;
  const set = await over(['credentials', 'set', 'twilio', ...of], undefined, (child) =>
    child.stdin?.end('accountSid=AC42\nauthToken=s3=cret\n'),
  );
  expect(set).toEqual({ code: 0, errors: '', output: 'Set accountSid, authToken of twilio.\n' });
  expect(await stored()).toEqual({ accountSid: 'AC42', authToken: 's3=cret' });
  const listed = await over(['credentials', 'list', ...of]);
  expect(listed.output).toMatch(/\ntwilio +accountSid, authToken +\d{4}-\S+ +set\n/);
  expect(listed.output).toMatch(/\ntelnyx +baseUrl +\d{4}-\S+ +not set, missing: apiKey\n/);
  expect(listed.output).not.toMatch(/AC42|s3/);
  expect(listed).toEqual(await world.sluice(['credentials', 'list', ...of]));
  const refused = await over(['credentials', 'set', 'twilio', ...of], undefined, (child) =>
    child.stdin?.end('authToken\n'),
  );
  expect([refused.code, refused.errors]).toEqual([2, 'Each line of standard input must be NAME=VALUE.\n']);
  const remove = ['credentials', 'remove', 'twilio', ...of];
  expect(await over(remove, world.keys.view)).toMatchObject({ code: 1 });
  expect((await over(remove)).output).toBe('Removed the credentials of twilio.\n');
  expect(await stored()).toBeUndefined();
}, 60_000);

it('a tenant file is compared over a server, applied, and changes nothing the second time', async () => {
  const file = join(world.folder, 'renamed.yaml');
  writeFileSync(file, readFileSync(demoFile, 'utf8').replace(/^name: .*$/m, 'name: Renamed'));
  const before = (await world.stores.tenants.find('demo'))?.name;
  const planned = await over(['apply', file, '--dry-run']);
  expect(planned).toMatchObject({ code: 0, errors: '' });
  expect(planned.output).toContain('would change');
  expect((await world.stores.tenants.find('demo'))?.name).toBe(before);
  expect((await over(['apply', file])).output).toContain('changed');
  expect((await world.stores.tenants.find('demo'))?.name).toBe('Renamed');
  expect((await over(['apply', file])).output).toBe('Tenant demo: nothing to change.\n');
  expect(await over(['apply', file], world.keys.view)).toMatchObject({ code: 1 });
}, 60_000);

it('a repeated erasure, over the server or on the stores, erases nothing more and succeeds', async () => {
  await endedLead(world.stores, 'erased', { status: 'failed', data: { email: 'ada@example.com' } });
  const command = ['erase', 'lead_erased', ...of];
  const first = await over(command);
  expect(first).toMatchObject({ code: 0, errors: '' });
  expect(first.output).toContain('erased the personal data of lead_erased');
  const again = 'Tenant demo: lead_erased had no personal data left.\n';
  expect((await over(command)).output).toBe(again);
  expect((await world.sluice(command)).output).toBe(again);
  expect((await world.stores.forTenant('demo').leads.find('lead_erased'))?.data).toEqual({});
}, 60_000);
