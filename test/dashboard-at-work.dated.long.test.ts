/** The dashboard in a real browser with real workers: its pages while leads flow, a buyer fails and a queue is paused. */
import { findChromium, launchChromium } from '@sluice/launch';
import { watchPage, type WatchedPage, eventually } from '@sluice/testing';
import { buyerServices } from '@sluice/local';
import type { Browser, Page } from 'playwright-core';
import { leadBody, submit, submitAll } from './installation/affiliate.js';
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

let installation: Installation;
let browser: Browser;
let page: Page;
let watched: WatchedPage;
let sent = 0;

const nextLead = (changes = {}) => leadBody(sent++, changes);
const statusOf = async (leadId: string) =>
  (await installation.stores.forTenant('demo').leads.find(leadId))?.status;

(path === undefined ? describe.skip : describe)('the dashboard beside real workers', () => {
  beforeAll(async () => {
    [installation, browser] = await Promise.all([
      startInstallation({ services: [...buyerServices, 'dashboard'], apart: ['dashboard'] }),
      launchChromium(path ?? ''),
    ]);
    page = await browser.newPage();
    watched = watchPage(page);
    await page.goto(`${installation.dashboardUrl}/`);
    await page.getByLabel('E-mail address').fill(dashboardEmail);
    await page.getByLabel('Password').fill(dashboardPassword);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('heading', { name: 'Now', level: 1 }).waitFor();
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await installation?.stop();
  }, 60_000);

  it('shows leads as they are delivered, without a reload', async () => {
    const figure = page.locator('.figure', { hasText: 'Delivered this minute' });
    // A minute may end in between, so the figure of the last minute, shown next to it, counts too.
    const shown = async () =>
      [...((await figure.textContent()) ?? '').replaceAll(',', '').matchAll(/\d+/g)].reduce(
        (sum, [digits]) => sum + Number(digits),
        0,
      );
    await figure.waitFor();
    const loads = watched.asked.filter((address) => address === `${installation.dashboardUrl}/`).length;
    const receipts = await submitAll(
      installation,
      Array.from({ length: 20 }, () => nextLead()),
    );
    for (const { leadId } of receipts)
      await eventually('it is delivered', async () => (await statusOf(leadId)) === 'delivered');
    await eventually('the figure counts them', async () => (await shown()) >= 20, 5_000);
    expect(watched.asked.filter((address) => address === `${installation.dashboardUrl}/`)).toHaveLength(
      loads,
    );
  }, 60_000);

  it('names a failing buyer within ten seconds, with its answer and a link to it', async () => {
    expect(await page.getByText(/answers 503/).count()).toBe(0);
    installation.sink.script({ path: '/buyers/acme-form', status: 503, body: 'upstream unavailable' });
    const startedMs = performance.now();
    // This buyer has an endpoint besides its posting URL, which works throughout.
    const finding = page.getByRole('link', { name: /Buyer "Acme .*end_acme_form.*" answers 503/ });
    await eventually(
      'the first page names the buyer',
      async () => {
        await submit(installation, nextLead({ campaignId: 'ACMVA' }));
        return (await finding.count()) > 0;
      },
      10_000,
    );
    expect(performance.now() - startedMs).toBeLessThan(10_000);
    await finding.click();
    await page.getByRole('heading', { name: /end_acme_form/, level: 1 }).waitFor();
    await page.getByRole('region', { name: 'Latest answers' }).getByText('503').first().waitFor();
    installation.sink.unscript('/buyers/acme-form');
    await page.getByRole('link', { name: 'Now' }).click();
  }, 60_000);

  it('shows a paused queue as paused on every page that names it, while its workers stay healthy', async () => {
    await page.getByRole('link', { name: 'Queues' }).click();
    const row = page.getByRole('row').filter({ hasText: 'routing' });
    await row.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('dialog').getByText('take no more').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Pause queue' }).click();
    await row.getByText('paused', { exact: true }).waitFor();
    const { leadId } = await submit(installation, nextLead());

    await page.getByRole('link', { name: 'Now' }).click();
    await page.getByRole('link', { name: /Queue routing is paused; 1 waiting/ }).waitFor();
    await page
      .getByRole('region', { name: 'Stages' })
      .getByRole('row', { name: 'routing' })
      .getByText('paused', { exact: true })
      .waitFor();
    for (const probe of ['healthz', 'readyz'])
      expect([probe, (await fetch(`${installation.healthUrl('routing')}/${probe}`)).status]).toEqual([
        probe,
        200,
      ]);
    expect(await statusOf(leadId)).toBe('pending');

    await page.getByRole('link', { name: 'Queues' }).click();
    await row.getByRole('button', { name: 'Resume' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Resume queue' }).click();
    await row.getByText('paused', { exact: true }).waitFor({ state: 'detached' });
    await eventually('the lead continues', async () => (await statusOf(leadId)) !== 'pending');
  }, 60_000);

  it('generates a key that submits leads, and that the gateway refuses once it is revoked', async () => {
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('link', { name: 'API keys' }).first().click();
    await page.getByRole('button', { name: 'Generate API key' }).click();
    const asking = page.getByRole('dialog', { name: 'Generate API key' });
    await asking.getByLabel('Name').fill('landing page');
    await asking.getByRole('button', { name: 'Generate API key' }).click();
    const shown = page.getByRole('dialog', { name: 'The key “landing page”' });
    const apiKey = await shown.locator('code').innerText();
    await shown.getByRole('button', { name: 'I have saved it' }).click();
    await submit({ ...installation, apiKey }, nextLead());

    await page
      .getByRole('row', { name: `${apiKey.slice(0, 8)}…` })
      .getByRole('button', { name: 'Revoke' })
      .click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke key' }).click();
    await page.getByText('revoked', { exact: true }).waitFor();
    await eventually(
      'the gateway refuses it',
      () =>
        submit({ ...installation, apiKey }, nextLead()).then(
          () => false,
          (error: unknown) => String(error).includes('401'),
        ),
      6_000,
    );
  }, 60_000);

  it('logged no errors in the browser throughout', () => {
    expect(watched.complaints).toEqual([]);
  });
});
