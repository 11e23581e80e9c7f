import { duringTests } from '@sluice/testing';
import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sealingKey } from '@sluice/store';
import { applyTenantFile } from '../src/apply/apply-tenant-file.js';
import { ensureDemoKey } from '../src/keys/ensure-keys.js';
import { demoFile, openCommand } from './command.js';

const encryptionKey = randomBytes(32).toString('base64');
const env = { OUTBOUND_ALLOW: '127.0.0.0/8', META_TOKEN: 'secret-meta-token' };

const world = duringTests(openCommand);

const apply = (path: string, dryRun = false) =>
  applyTenantFile(path, { mongoUrl: world.mongodbUrl, env, encryptionKey, dryRun });

/** The demo tenant's file with changes in its text, under another tenant's name. */
function changed(tenantId: string, ...changes: readonly (readonly [string, string])[]): string {
  let text = readFileSync(demoFile, 'utf8').replace('tenantId: demo', `tenantId: ${tenantId}`);
  for (const [from, to] of changes) {
    if (!text.includes(from)) throw new Error(`the demo tenant has no "${from}"`);
    text = text.replace(from, to);
  }
  const path = join(world.folder, `${tenantId}.yaml`);
  writeFileSync(path, text);
  return path;
}

describe('sluice apply', () => {
  it('writes the demo tenant, and changes nothing the second time', async () => {
    const first = await apply(demoFile);
    expect(first.tenantId).toBe('demo');
    expect(first.changes).toContain('campaign ACMRU: new');
    expect((await apply(demoFile)).changes).toEqual([]);
  });

  it('keeps vendor credentials sealed', async () => {
    await apply(demoFile);
    const credentials = await world.stores.secrets.credentials('demo', [sealingKey(encryptionKey)]);
    expect(credentials.facebook?.accessToken).toBe('secret-meta-token');
    const other = sealingKey(randomBytes(32).toString('base64'));
    await expect(world.stores.secrets.credentials('demo', [other])).rejects.toThrow(/no encryption key/);
  });

  it('prints the changes of a dry run, and changes nothing', async () => {
    const dry = await apply(changed('dry'), true);
    expect(dry.changes).toContain('campaign ACMRU: new');
    expect(await world.stores.tenants.find('dry')).toBeUndefined();
  });

  it('reports line and field of every problem, and changes nothing', async () => {
    const path = changed('wrong', ['abbrev: ACM\n', 'abreviation: ACM\n'], ['cap: 50', 'cap: many']);
    const lines = readFileSync(path, 'utf8').split('\n');
    const lineOf = (text: string) => lines.findIndex((line) => line.includes(text)) + 1;
    const refusal = await apply(path).catch((error: unknown) => String(error));
    expect(refusal).toMatch(
      new RegExp(`line ${lineOf('cap: many')}: campaigns\\.\\d+\\.deliveryLimits\\.0\\.cap`),
    );
    expect(refusal).toContain('clients.0.abbrev');
    expect(refusal).toContain('nothing was changed');
    expect(await world.stores.tenants.find('wrong')).toBeUndefined();
    expect(await world.stores.forTenant('wrong').clients.all()).toEqual([]);
  });

  it('refuses a number that would be rounded, with its line, its path and its digits, and changes nothing', async () => {
    const path = changed('digits', ['cap: 50', 'cap: 12345678901234567']);
    const line =
      readFileSync(path, 'utf8')
        .split('\n')
        .findIndex((text) => text.includes('12345678901234567')) + 1;
    await expect(apply(path)).rejects.toThrow(
      new RegExp(
        `line ${line}: campaigns\\.\\d+\\.deliveryLimits\\.0\\.cap: 12345678901234567 is a whole number beyond`,
      ),
    );
    expect(await world.stores.tenants.find('digits')).toBeUndefined();
  });

  it('refuses a file that is not UTF-8, and reads one whose encoding is known', async () => {
    const text = readFileSync(changed('bytes', ['name: Acme - Roundup', 'name: Acmé - Roundup']), 'utf8');
    const path = join(world.folder, 'bytes.yaml');
    const nameOf = async () => (await world.stores.forTenant('bytes').campaigns.find('ACMRU'))?.name;
    const line = text.split('\n').findIndex((one) => one.includes('Acmé')) + 1;
    writeFileSync(path, Buffer.from(text, 'latin1'));
    await expect(apply(path)).rejects.toThrow(
      new RegExp(`bytes\\.yaml, line ${line}, column \\d+ .*is not UTF-8`),
    );
    expect(await world.stores.tenants.find('bytes')).toBeUndefined();
    await applyTenantFile(path, {
      mongoUrl: world.mongodbUrl,
      env,
      encryptionKey,
      encoding: 'windows-1252',
    });
    expect(await nameOf()).toBe('Acmé - Roundup');
    for (const bytes of [`\uFEFF${text}`, Buffer.from(`\uFEFF${text}`, 'utf16le')]) {
      writeFileSync(path, bytes);
      expect((await apply(path)).changes).toEqual([]);
    }
  });

  it('resolves the clients and offers of an earlier file', async () => {
    await apply(demoFile);
    const path = join(world.folder, 'more.yaml');
    const campaign = '{ campaignId: EXTRA, name: Extra, clientId: cli_acme, offerId: off_roundup }';
    writeFileSync(path, `tenantId: demo\nname: Demo Legal Leads\ncampaigns:\n  - ${campaign}\n`);
    expect((await apply(path)).changes).toContain('campaign EXTRA: new');
    const known = await world.stores.forTenant('demo').campaigns.find('EXTRA');
    expect(known).toMatchObject({ clientId: 'cli_acme', offerId: 'off_roundup' });
  });

  it('releases held leads again after a run that died between its changes and the release', async () => {
    const path = changed('died');
    await apply(path);
    expect((await apply(path)).heldLeadsDue).toBe(0);
    const { submissions } = world.stores.forTenant('died');
    const submissionId = 'sub_held';
    const now = new Date();
    await world.stores.accept({
      submission: {
        tenantId: 'died',
        submissionId,
        leadId: 'lead_held',
        campaignId: 'BORRU',
        kind: 'submit',
        isTest: false,
        data: {},
        acceptedAt: now,
        first: true,
        status: 'pending',
        dueAt: now,
      },
    });
    await submissions.hold(submissionId, 0, {
      until: new Date(now.getTime() + 3600_000),
      reason: 'daily_limit_full',
      waitsFor: ['x'],
    });
    await world.stores.tenants.beginChange('died');
    expect((await apply(path)).heldLeadsDue).toBe(1);
    // Due at once, by the database's clock, which the command estimates to a fraction of a round trip.
    expect((await submissions.find(submissionId))?.dueAt?.getTime()).toBeLessThan(Date.now() + 1_000);
    expect((await apply(path)).heldLeadsDue).toBe(0);
  }, 30_000);

  it('refuses a campaign of an unknown client, and an address on a private network', async () => {
    const unknown = changed('unknown', [
      '    clientId: cli_borden\n    offerId',
      '    clientId: cli_nobody\n    offerId',
    ]);
    await expect(apply(unknown)).rejects.toThrow(/clientId: there is no client cli_nobody/);
    const inside = applyTenantFile(demoFile, { mongoUrl: world.mongodbUrl, env: {}, encryptionKey });
    await expect(inside).rejects.toThrow(/must not point to a private address/);
  });
});

describe('API keys', () => {
  it('work until they are revoked, and are stored as hashes only', async () => {
    const { apiKey } = await ensureDemoKey({ mongoUrl: world.mongodbUrl, tenantId: 'demo' });
    expect(apiKey).toMatch(/^slk_[0-9A-Za-z]{49}$/);
    const now = new Date();
    expect((await world.stores.apiKeys.holderOf(apiKey))?.tenantId).toBe('demo');
    expect(JSON.stringify(await world.stores.apiKeys.list('demo'))).not.toContain(apiKey);
    expect(await world.stores.apiKeys.revoke('other', apiKey.slice(0, 8), now)).toBe(0);
    expect(await world.stores.apiKeys.revoke('demo', apiKey.slice(0, 8), now)).toBe(1);
    const anew = await world.openStores();
    expect(await anew.apiKeys.holderOf(apiKey)).toBeUndefined();
  });

  it('of a data directory whose form is no longer accepted are replaced and revoked', async () => {
    const old = `slk_${'7'.repeat(43)}`;
    const { apiKeys } = world.stores;
    const stored = { tenantId: 'demo', prefix: old.slice(0, 8), name: 'demo', createdAt: new Date() };
    await world.db.collection('apiKeys').insertOne(stored);
    const { mongodbUrl: mongoUrl } = world;
    const { apiKey } = await ensureDemoKey({ mongoUrl, tenantId: 'demo', apiKey: old });
    expect(await apiKeys.holderOf(old)).toBeUndefined();
    expect(await apiKeys.holderOf(apiKey)).toMatchObject({ tenantId: 'demo' });
    const listed = (await apiKeys.list('demo')).find(({ prefix }) => prefix === stored.prefix);
    expect(listed?.revokedAt).toBeInstanceOf(Date);
    expect(await ensureDemoKey({ mongoUrl, tenantId: 'demo', apiKey })).toEqual({ apiKey });
  });
});
