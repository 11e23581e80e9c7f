/**
 * The first minute in a real browser: from a new tenant to a first lead that its buyer has, from the pages alone but for
 * the YAML of its tenant file and a command that a page shows; by the keyboard alone, on a desktop and on a phone.
 */
import { findChromium, launchChromium } from '@sluice/launch';
import { buyerServices } from '@sluice/local';
import { axeFindings, tabTo, tooSmall } from '@sluice/testing';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Browser, Locator, Page } from 'playwright-core';
import {
  dashboardEmail,
  dashboardPassword,
  startInstallation,
  type Installation,
} from './installation/installation.js';

const path = findChromium(process.env);
if (path === undefined) {
  process.stderr.write('SKIPPED: no Chromium here. Install it, or set CHROMIUM_PATH.\n');
}
const run = promisify(execFile);

let installation: Installation;
let browser: Browser;

(path === undefined ? describe.skip : describe)('the first lead of a new tenant', () => {
  beforeAll(async () => {
    [installation, browser] = await Promise.all([
      startInstallation({ services: [...buyerServices, 'dashboard'], apart: ['dashboard'] }),
      launchChromium(path ?? ''),
    ]);
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await installation?.stop();
  }, 60_000);

  it.each([
    ['a desktop', 'wide', { viewport: { width: 1440, height: 900 } }],
    ['a phone', 'phone', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }],
  ])(
    'is submitted and followed from the pages alone, by keyboard, on %s',
    async (_device, tenantId, options) => {
      const context = await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce', ...options });
      const page = await context.newPage();
      page.setDefaultTimeout(60_000);
      const press = async (target: Locator, key = 'Enter') => {
        await tabTo(target);
        await page.keyboard.press(key);
      };
      const write = async (target: Locator, text: string) => {
        await press(target, 'ControlOrMeta+a');
        await page.keyboard.insertText(text);
      };
      const button = (name: string | RegExp) => page.getByRole('button', { name });
      const dialog = page.getByRole('dialog');

      await page.goto(`${installation.dashboardUrl}/settings`);
      await write(page.getByLabel('E-mail address'), dashboardEmail);
      await write(page.getByLabel('Password'), dashboardPassword);
      await page.keyboard.press('Enter');

      await press(button('Add a tenant'));
      await write(dialog.getByLabel('Name'), 'First Leads');
      await write(dialog.getByLabel('Id'), tenantId);
      await press(dialog.getByRole('button', { name: 'Add tenant' }));
      const steps = page.getByRole('region', { name: 'First steps of First Leads' });
      await steps.waitFor();
      await isClean(page);
      expect(await steps.getByText('done', { exact: true }).count()).toBe(0);

      await press(steps.getByRole('link', { name: 'New client' }));
      await page.getByRole('heading', { name: 'New client', level: 1 }).waitFor();
      await page.goBack();
      await press(steps.getByRole('link', { name: 'Or by a tenant file' }));
      await press(button('Start from an example'));
      const file = page.getByLabel('Tenant file', { exact: true });
      const example = await file.inputValue();
      await write(
        file,
        example.replace('https://buyer.example/leads', `${installation.sink.url}/buyers/acme`),
      );
      await press(button('Preview changes'));
      const apply = button(/^Apply 4 changes…$/);
      await apply.waitFor();
      await isClean(page);
      await press(apply);
      await press(dialog.getByRole('button', { name: 'Apply 4 changes' }));
      await dialog.waitFor({ state: 'detached' });
      await press(page.getByRole('link', { name: 'Sluice, home' }).filter({ visible: true }));

      await press(steps.getByRole('button', { name: 'Generate API key' }));
      await write(dialog.getByLabel('Name'), 'landing page');
      await press(dialog.getByRole('button', { name: 'Generate API key' }));
      await press(dialog.getByRole('button', { name: 'I have saved it' }));
      const command = steps.locator('code').filter({ hasText: 'slk_' });
      await command.waitFor();
      expect(await steps.getByText('done', { exact: true }).count()).toBe(4);
      await isClean(page);

      const { stdout } = await run('sh', ['-c', `${await command.innerText()} -s`]);
      const { leadId } = (JSON.parse(stdout) as { data: { leadId: string } }).data;
      await steps.getByText('delivered').waitFor();
      expect(await steps.getByText('done', { exact: true }).count()).toBe(6);
      await isClean(page);
      await press(steps.getByRole('link', { name: 'Open the lead' }));
      await page.getByRole('heading', { name: /: delivered$/, level: 1 }).waitFor();
      expect(page.url()).toBe(`${installation.dashboardUrl}/leads/${tenantId}/${leadId}`);
      expect(JSON.stringify(installation.sink.received({ path: '/buyers/acme' }))).toContain(leadId);
      await context.close();
    },
    300_000,
  );

  it('is not of a tenant that exists: adding it again is refused, and changes nothing', async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(`${installation.dashboardUrl}/settings`);
    await page.getByLabel('E-mail address').fill(dashboardEmail);
    await page.getByLabel('Password').fill(dashboardPassword);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('button', { name: 'Add a tenant' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Another');
    await page.getByRole('dialog').getByLabel('Id').fill('demo');
    await page.getByRole('dialog').getByRole('button', { name: 'Add tenant' }).click();
    await page.getByRole('dialog').getByText('is taken').waitFor();
    expect((await installation.stores.tenants.find('demo'))?.name).not.toBe('Another');
    await context.close();
  }, 60_000);
});

/** In both themes nothing for axe, and on a phone nothing that a finger misses. */
async function isClean(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    expect([colorScheme, await axeFindings(page)]).toEqual([colorScheme, []]);
  }
  if ((page.viewportSize()?.width ?? 0) < 800) expect(await tooSmall(page)).toEqual([]);
}
