/**
 * A tenant's file and its vendors' credentials in a real browser, for a role that may change them and for one that may
 * not.
 */
import {
  aStoredOffer,
  axeFindings,
  duringTests,
  putItem,
  testEncryptionKey,
  tooSmall,
} from '@sluice/testing';
import { sealingKey } from '@sluice/store';
import { text as textOf } from 'node:stream/consumers';
import { putDemoTenant } from './demo-leads.js';
import type { Locator } from 'playwright-core';
import { inBrowser, openDashboard, personAt, phone } from './open-dashboard.js';

const FILE = '/settings/file?tenant=demo';
const CREDENTIALS = '/settings/credentials?tenant=demo';
const at = duringTests(openDashboard);

inBrowser('the settings of a tenant', () => {
  beforeAll(async () => {
    await putDemoTenant(at.world.stores);
    const offer = aStoredOffer({ offerId: 'off_roundup', name: 'Roundup' });
    await putItem(at.world.stores.forTenant('demo').offers, 'off_roundup', offer);
    await at.world.addOperator('ada@example.com', 'administer');
    await at.world.addOperator('eve@example.com', 'view');
  });

  const file = 'Tenant file of Demo Leads';
  const campaignName = async () => (await at.world.stores.forTenant('demo').campaigns.find('TEXAS'))?.name;

  it('show the changes of a tenant file field by field, and apply exactly those after a confirmation', async () => {
    const page = await personAt(at, 'ada@example.com', FILE);
    const panel = page.getByRole('region', { name: file, exact: true });
    await panel.getByRole('button', { name: 'Edit' }).click();
    const field = panel.getByLabel('Tenant file', { exact: true });
    const text = await field.inputValue();
    await field.fill(text.replace('name: Acme TEXAS', 'name: Acme Lone Star'));
    await panel.getByRole('button', { name: 'Preview changes' }).click();
    const change = panel.getByRole('row', { name: 'campaign TEXAS' });
    await change.locator('del').getByText('Acme TEXAS').waitFor();
    await change.locator('ins').getByText('Acme Lone Star').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await panel.getByRole('button', { name: /^Apply \d changes?…$/ }).click();
    const dialog = page.getByRole('dialog', { name: /^Apply \d changes? to Demo Leads\?$/ });
    await dialog.getByText('Live items that are not in the file stay unchanged').waitFor();
    expect(await campaignName()).toBe('Acme TEXAS');
    await dialog.getByRole('button', { name: /^Apply/ }).click();
    await panel.getByText('Show YAML').click();
    await panel.getByText('name: Acme Lone Star').waitFor();
    expect(await campaignName()).toBe('Acme Lone Star');
    const [entry] = (await at.world.stores.audit.page({}, 5)).filter(
      ({ action }) => action === 'adminApplyCatalog',
    );
    expect(entry).toMatchObject({ who: 'ada@example.com', about: { tenantId: 'demo' }, outcome: 'done' });
    await page.context().close();
  }, 60_000);

  it('count what a file takes away in red, in the preview and before it is applied', async () => {
    const page = await personAt(at, 'ada@example.com', FILE);
    const panel = page.getByRole('region', { name: file, exact: true });
    await panel.getByRole('button', { name: 'Edit' }).click();
    await panel
      .getByLabel('Tenant file', { exact: true })
      .fill(
        '{ tenantId: demo, settings: { timezone: null }, clients: [{ clientId: cli_acme, name: Acme, abbrev: ACM }], campaigns: [{ campaignId: TEXAS, name: T, clientId: cli_acme, offerId: off_roundup }] }',
      );
    await panel.getByRole('button', { name: 'Preview changes' }).click();
    await expectRemoved(panel);
    await panel.getByRole('button', { name: 'Apply 2 changes…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Apply 2 changes to Demo Leads?' });
    await expectRemoved(dialog);
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect((await at.world.stores.tenants.find('demo'))?.settings).toHaveProperty('timezone');
    await page.context().close();
  }, 60_000);

  it('accept an uploaded file, list its problems with their lines, and restore the live file', async () => {
    const page = await personAt(at, 'ada@example.com', FILE);
    const panel = page.getByRole('region', { name: file, exact: true });
    const coming = page.waitForEvent('download');
    await panel.getByRole('button', { name: 'Download' }).click();
    const download = await coming;
    expect(download.suggestedFilename()).toBe('demo.yaml');
    const live = await textOf(await download.createReadStream());
    expect(live).toContain('tenantId: demo');

    const buffer = Buffer.from(live.replace('tenantId: demo', 'tenantId: another'));
    await panel.getByLabel('Upload').setInputFiles({ name: 'x.yaml', mimeType: 'text/yaml', buffer });
    await panel.getByRole('button', { name: 'Preview changes' }).click();
    await panel.getByRole('alert').getByText('must be demo').waitFor();
    await panel.getByLabel('Tenant file', { exact: true }).fill(live);
    await panel.getByRole('button', { name: 'Preview changes' }).click();
    await panel.getByText('No changes').waitFor();
    await panel.getByRole('button', { name: 'Cancel' }).click();
    await panel.getByRole('button', { name: 'Edit' }).waitFor();
    await page.context().close();
  }, 60_000);

  it('accept a vendor’s credentials, and never show them again', async () => {
    const page = await personAt(at, 'ada@example.com', CREDENTIALS);
    const row = page.getByRole('row', { name: 'twilio' });
    await row.getByRole('button', { name: 'Set' }).click();
    const dialog = page.getByRole('dialog', { name: 'Set the credentials of twilio' });
    await dialog.getByLabel('accountSid').fill('AC-of-the-test');
    await dialog.getByLabel('authToken').fill('a-very-secret-token');
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Set credentials' }).click();
    await row.getByText('accountSid, authToken').waitFor();
    const kept = await at.world.stores.secrets.credentials('demo', [sealingKey(testEncryptionKey)]);
    expect(kept).toMatchObject({ twilio: { authToken: 'a-very-secret-token' } });

    const answers: Promise<string>[] = [];
    // The live stream never ends.
    page.on('response', (response) => {
      if (response.headers()['content-type']?.includes('json')) answers.push(response.text().catch(() => ''));
    });
    await page.reload();
    await row.getByText('accountSid, authToken').waitFor();
    const seen = (await Promise.all(answers)).join() + (await page.content());
    expect(seen).toContain('accountSid');
    for (const secret of ['AC-of-the-test', 'a-very-secret-token']) expect(seen).not.toContain(secret);
    expect(JSON.stringify(await at.world.stores.audit.page({}, 20))).not.toContain('secret-token');

    await row.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove credentials' }).click();
    await row.getByText('not set').waitFor();

    await row.getByRole('button', { name: 'Set' }).click();
    await dialog.getByLabel('baseUrl').fill('https://vendor.example');
    await dialog.getByRole('button', { name: 'Set credentials' }).click();
    await row.getByText('baseUrl').waitFor();
    await row.getByText('not set').waitFor();
    await page.context().close();
  }, 60_000);

  it('name the required role to one that may change neither, and offer it no button', async () => {
    const page = await personAt(at, 'eve@example.com', FILE);
    await page.getByText('Changing the file requires the administer role; yours is view.').waitFor();
    expect(await page.getByRole('button', { name: 'Edit' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Vendor credentials' }).click();
    await page.getByText('Setting or removing credentials requires the administer role').waitFor();
    await page.getByRole('row', { name: 'twilio' }).waitFor();
    for (const name of ['Set', 'Replace', 'Remove'])
      expect(await page.getByRole('button', { name, exact: true }).count()).toBe(0);
    await page.context().close();
  });

  it.each(['light', 'dark'] as const)('have no serious axe findings on a phone, %s', async (colorScheme) => {
    const page = await personAt(at, 'ada@example.com', FILE, { ...phone, colorScheme });
    const panel = page.getByRole('region', { name: file, exact: true });
    await panel.getByText('Show YAML').click();
    expect(await axeFindings(page)).toEqual([]);
    expect(await tooSmall(page)).toEqual([]);
    const [content, screen] = await page.evaluate<[number, number]>(
      '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
    );
    expect(content).toBe(screen);
    await page.context().close();
  });
});

async function expectRemoved(shown: Locator): Promise<void> {
  const total = shown.locator('.notice.bad strong.bad');
  await total.getByText('2 fields are removed').waitFor();
  expect(await shown.locator('.notice.bad li').allTextContents()).toEqual([
    'tenant demo: settings.timezone',
    'campaign TEXAS: deliveryEndpointId',
  ]);
}
