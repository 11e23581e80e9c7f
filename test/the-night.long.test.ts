/**
 * The night of whoever is on call, in a real browser with real workers, by keyboard alone and without a command: a buyer
 * is down, and its leads are kept, held, and retried when it is back; outcomes that nobody knows are resolved.
 */
import { findChromium, launchChromium } from '@sluice/launch';
import { axeFindings, eventually, press, typeInto, watchPage } from '@sluice/testing';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { dashboardEmail, dashboardPassword, leadServices } from './installation/installation.js';
import { startTenant, type TestTenant } from './installation/tenant.js';

const path = findChromium(process.env);
if (path === undefined) {
  process.stderr.write('SKIPPED: no Chromium here. Install it, or set CHROMIUM_PATH.\n');
}

const screens: readonly (readonly [string, BrowserContextOptions])[] = [
  ['a desktop', { viewport: { width: 1440, height: 900 } }],
  ['a phone', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }],
];
const VINE = '/buyers/vine';
const SLOW = '/buyers/slow';
/** For whatever a page shows that workers have to do first, on a busy machine. */
const SHOWN = { timeout: 60_000 };

let tenant: TestTenant;
let browser: Browser;
beforeAll(async () => {
  [tenant, browser] = await Promise.all([
    startTenant(
      {
        deliveryEndpoints: [
          { deliveryEndpointId: 'end_vine', name: 'Vine', url: `\${SINK_URL}${VINE}` },
          {
            deliveryEndpointId: 'end_slow',
            name: 'Slow',
            url: `\${SINK_URL}${SLOW}`,
            timeoutSeconds: 1,
            onAmbiguous: 'hold',
          },
        ],
        campaigns: [
          { campaignId: 'VINES', deliveryEndpointId: 'end_vine' },
          { campaignId: 'SLOWS', deliveryEndpointId: 'end_slow' },
        ],
      },
      { services: [...leadServices, 'dashboard'], apart: ['dashboard'] },
    ),
    launchChromium(path ?? ''),
  ]);
}, 180_000);
afterAll(async () => {
  await browser?.close();
  await tenant?.stop();
}, 60_000);

(path === undefined ? describe.skip : describe).each(screens)('the night, on %s', (_name, screen) => {
  it('ends with no lead left waiting, by keyboard alone and without a command', async () => {
    const { sink } = tenant.installation;
    sink.clear();
    sink.script({ path: VINE, status: 503 });
    sink.script({ path: SLOW, mode: 'hang' });
    const theirs = await submitted('VINES', 4);
    const unknown = await submitted('SLOWS', 3);
    const context = await browser.newContext({ locale: 'en-GB', timezoneId: 'UTC', ...screen });
    const page = await context.newPage();
    const watched = watchPage(page);
    const finding = (text: string | RegExp) =>
      page.getByRole('list', { name: 'Findings' }).getByRole('listitem').filter({ hasText: text });
    const dialog = page.getByRole('dialog');

    await page.goto(`${tenant.installation.dashboardUrl}/`);
    await typeInto(page.getByLabel('E-mail address'), dashboardEmail);
    await typeInto(page.getByLabel('Password'), dashboardPassword);
    await page.keyboard.press('Enter');

    // Who is affected.
    const down = finding('Buyer "Vine" answers 503');
    await down.getByText('4 leads wait').waitFor(SHOWN);
    await isAccessible(page);
    await press(down.getByRole('link', { name: 'Buyer "Vine"' }));
    await page.getByRole('heading', { name: 'Vine', level: 1 }).waitFor();
    await page.getByRole('region', { name: 'Latest answers' }).getByText('503').first().waitFor();
    await page.getByText('VINES').waitFor();
    expect(await page.getByText('working', { exact: true }).count()).toBe(0);
    await isAccessible(page);

    // Held until the buyer says that it is back.
    await page.goBack();
    await press(down.getByRole('button', { name: 'Open circuit' }));
    await typeInto(dialog.getByLabel('Reason'), 'they restart');
    await isAccessible(page);
    await page.keyboard.press('Enter');
    const held = finding('Circuit of buyer "Vine" held open by operator');
    await held.getByText('they restart').waitFor(SHOWN);

    // It is back.
    sink.unscript(SLOW);
    await press(held.getByRole('button', { name: 'Close circuit' }));
    await press(dialog.getByRole('button', { name: 'Close circuit' }));
    await held.waitFor({ state: 'detached', ...SHOWN });
    await press(down.getByRole('button', { name: 'Retry now' }));
    await dialog.getByRole('button', { name: 'Retry now' }).waitFor();
    // Not sooner: one of its leads that looks by itself would deliver, and end the finding with its button.
    sink.unscript(VINE);
    await press(dialog.getByRole('button', { name: 'Retry now' }));
    for (const receipt of theirs) expect(await tenant.fate(receipt, 60_000)).toBe('delivered');
    await down.waitFor({ state: 'detached', ...SHOWN });

    // Three outcomes in one go.
    for (const receipt of unknown) await tenant.atRest(receipt, 60_000);
    const unsure = finding('Unknown outcome');
    await unsure.getByText('3 leads').waitFor(SHOWN);
    await press(unsure.getByRole('link', { name: 'Resolve' }));
    await press(page.getByRole('button', { name: 'Choose all' }));
    await isAccessible(page);
    await press(page.getByRole('button', { name: 'Buyer has it', exact: true }));
    await press(dialog.getByRole('button', { name: 'The buyer has it' }));
    await page.getByText('3 outcomes are resolved.', { exact: true }).waitFor(SHOWN);

    for (const { leadId } of [...theirs, ...unknown])
      expect((await tenant.stores.leads.find(leadId))?.status).toBe('delivered');
    expect(tenant.received(VINE).filter(({ status }) => status !== 503)).toHaveLength(theirs.length);
    await page.goto(`${tenant.installation.dashboardUrl}/`);
    const figure = (name: string) =>
      page
        .locator('.figure')
        .filter({ has: page.getByText(name, { exact: true }) })
        .locator('.value');
    for (const name of ['In queues', 'Delayed', 'Held', 'On hold', 'Wait for a person']) {
      await figure(name).waitFor();
      const nothing = async () => (await figure(name).textContent()) === '0';
      await eventually(`${name}: nothing waits`, nothing, 60_000);
    }
    expect(watched.complaints).toEqual([]);
    await context.close();
  }, 300_000);
});

function submitted(campaignId: string, count: number) {
  return Promise.all(Array.from({ length: count }, () => tenant.submit(campaignId)));
}

/** In both themes, and without scrolling sideways. */
async function isAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect([colorScheme, await axeFindings(page)]).toEqual([colorScheme, []]);
  }
  const width = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
  expect(width).toBeLessThanOrEqual(0);
}
