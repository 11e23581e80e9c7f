/** Look-ups and lists may name what does not exist yet; the doctor says what is missing. */
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sealingKey } from '@sluice/store';
import { duringTests, testEncryptionKey } from '@sluice/testing';
import { applyTenantFile } from '../src/apply/apply-tenant-file.js';
import { openDemoCommand } from './command.js';

const world = duringTests(openDemoCommand);
const list = { listId: 'sl_their', name: 'Theirs', kind: 'phone', scope: 'client', clientId: 'cli_later' };
const lookup = (lookupId: string) => ({
  ...{ lookupId, url: 'https://vendor.example/v1?k={{ secrets.vendor_key }}' },
  map: [{ field: 'code', jsonPath: '$.code' }],
});

it('a missing look-up, the missing client of a list and a missing secret are accepted, and named with their place', async () => {
  const file = join(world.folder, 'checks.json');
  const { campaigns } = world.stores.forTenant('demo');
  const [{ clientId, offerId, campaignId } = { clientId: '', offerId: '', campaignId: '' }] =
    await campaigns.all();
  const campaign = { campaignId, name: 'Asks', clientId, offerId, lookups: [{ lookupId: 'lk_later' }] };
  const tenant = { tenantId: 'demo', campaigns: [campaign], lookups: [lookup('lk_1')] };
  writeFileSync(file, JSON.stringify({ ...tenant, suppressionLists: [list] }));
  await applyTenantFile(file, { mongoUrl: world.mongodbUrl, env: {}, encryptionKey: testEncryptionKey });
  const { output } = await world.sluice(['doctor']);
  for (const said of [
    `campaign ${campaignId}: lookups.0.lookupId names look-up lk_later, which does not exist`,
    'suppression list sl_their: clientId names client cli_later, which does not exist',
    'vendor_key',
  ])
    expect(output).toContain(said);
});

it('without ENCRYPTION_KEY it says that what is sealed was not checked, and with another one that it cannot be opened', async () => {
  const keys = [sealingKey(testEncryptionKey)];
  const { secrets, forTenant } = world.stores;
  await secrets.set('demo', 'vendor_key', 'k', { keys, at: new Date() });
  await forTenant('demo').suppression.change('sl_their', ['+14155550132'], 'add', keys, new Date());
  const said = async (ENCRYPTION_KEY: string) => (await world.sluice(['doctor'], { ENCRYPTION_KEY })).output;
  const without = await said('');
  expect(without).toContain('not checked: vendor credentials, secrets and suppression lists');
  expect(without).not.toMatch(/cannot be (opened|decrypted)/);
  const other = await said(randomBytes(32).toString('base64'));
  expect(other).toContain('suppression list sl_their cannot be opened with this ENCRYPTION_KEY');
  expect(other).toContain('its secrets cannot be decrypted with this ENCRYPTION_KEY');
});
