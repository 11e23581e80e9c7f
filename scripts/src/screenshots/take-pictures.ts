/** Opens each page of the dashboard as a person does, and takes pictures of it. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import type { RunFile } from '@sluice/local';

const looks: Readonly<Record<string, BrowserContextOptions>> = {
  light: { viewport: { width: 1280, height: 860 }, colorScheme: 'light' },
  dark: { viewport: { width: 1280, height: 860 }, colorScheme: 'dark' },
  phone: { viewport: { width: 390, height: 844 }, colorScheme: 'light', isMobile: true, hasTouch: true },
};

// A busy machine may take long.
const FIRST_VIEW_WITHIN_MS = 180_000;
// By then live figures and plots have been loaded.
const SETTLES_MS = 2_500;

/**
 * Takes these pictures, such as `leads-dark`: the name of a page or of a form here, and a look. Writes each to `folder` and
 * resolves with the names of the files.
 */
export async function takePictures(
  browser: Browser,
  run: RunFile,
  folder: string,
  wanted: readonly string[],
): Promise<readonly string[]> {
  mkdirSync(folder, { recursive: true });
  const written: string[] = [];
  for (const [look, options] of Object.entries(looks)) {
    const isWanted = (name: string | undefined): name is string => wanted.includes(`${name}-${look}`);
    if (!wanted.some((picture) => picture.endsWith(`-${look}`))) continue;
    const context = await browser.newContext({
      locale: 'en-GB',
      timezoneId: 'America/Los_Angeles',
      ...options,
    });
    const page = await context.newPage();
    page.setDefaultTimeout(FIRST_VIEW_WITHIN_MS);
    const take = async (name: string): Promise<void> => {
      if (!isWanted(name)) return;
      await pause(SETTLES_MS);
      await page.screenshot({ path: join(folder, `${name}-${look}.png`) });
      written.push(`${name}-${look}.png`);
    };
    await page.goto(`${run.dashboardUrl}/login?back=/queues`);
    await page.getByRole('heading', { name: 'Log in' }).waitFor();
    await take('login');
    await logIn(page, run);
    for (const [name, address] of await addressesOf(page)) {
      if (!isWanted(name) && !isWanted(oneOf[name])) continue;
      await page.goto(run.dashboardUrl + address);
      await loaded(page);
      await take(name);
      const one = oneOf[name];
      if (!isWanted(one)) continue;
      // One that was sold has a decision of each kind.
      if (one === 'lead') await page.goto(`${run.dashboardUrl}${address}?status=delivered`);
      await loaded(page);
      if (!(await openFirst(page, address))) continue;
      if (one === 'lead') await scrollTo(page.getByRole('heading', { name: 'Timeline', exact: true }));
      await take(one);
    }
    for (const [name, open] of Object.entries(forms).filter(([each]) => isWanted(each))) {
      await open(page, `${run.dashboardUrl}/items/${run.tenantId}`);
      await take(name);
    }
    await context.close();
  }
  return written;
}

async function logIn(page: Page, { operatorEmail, operatorPassword }: RunFile): Promise<void> {
  await page.getByLabel('E-mail address').fill(operatorEmail);
  await page.locator('input[type=password]').first().fill(operatorPassword);
  await page.getByRole('button', { name: 'Log in' }).first().click();
  await page.locator('nav[aria-label="Dashboard"]').waitFor({ state: 'attached' });
}

/** The links of the navigation: a name for the file, and the address. */
async function addressesOf(page: Page): Promise<readonly (readonly [string, string])[]> {
  await page.locator('.navigation a').first().waitFor({ state: 'attached' });
  const links = await page.evaluate<string[]>(
    '[...document.querySelectorAll(".navigation a")].map((link) => link.getAttribute("href"))',
  );
  // Once a tenant is chosen, the links carry it.
  const paths = links.map((link) => link.replace(/\?.*/, ''));
  return paths.map((address) => [address === '/' ? 'now' : address.slice(1).replaceAll('/', '-'), address]);
}

/** The lists, with the name of the page that shows a single item of each. */
const oneOf: Readonly<Record<string, string>> = {
  leads: 'lead',
  campaigns: 'campaign',
  suppliers: 'supplier',
  buyers: 'buyer',
};

async function openFirst(page: Page, list: string): Promise<boolean> {
  const link = page.locator(`#page a[href^="${list}/"]`).first();
  if ((await link.count()) === 0) return false;
  await link.click();
  await loaded(page);
  return true;
}

async function loaded(page: Page): Promise<void> {
  await page.locator('#page h1').waitFor();
  await page.locator('.skeleton').first().waitFor({ state: 'hidden' });
}

/** Pictures of forms, with what is opened in them. */
const forms: Readonly<Record<string, (page: Page, items: string) => Promise<void>>> = {
  'campaign-form': async (page, items) => {
    await page.goto(`${items}/campaigns/ACMRU`);
    // The first is open.
    for (const part of ['Who buys', 'Which leads']) await page.locator('summary', { hasText: part }).click();
    const conditions = page.getByText('Refuse leads', { exact: true }).first();
    await scrollTo(conditions);
  },
  'mapping-test': async (page, items) => {
    await page.goto(`${items}/deliveryEndpoints/end_acme_form`);
    await tryIt(page, 'Show the request', 'The request');
  },
  try: async (page, items) => {
    await page.goto(`${items}/campaigns/SELRU`);
    await tryIt(page, 'What would happen?', 'Now');
  },
};

async function tryIt(page: Page, button: string, answer: string): Promise<void> {
  await page.getByRole('button', { name: 'Try', exact: true }).click();
  await page.getByRole('button', { name: button }).click();
  const shown = page.getByRole('region', { name: answer, exact: true });
  await shown.waitFor();
  await scrollTo(shown);
}

/** Puts it into the picture. */
async function scrollTo(target: Locator): Promise<void> {
  await target.evaluate((element: { scrollIntoView(): void }) => element.scrollIntoView());
}
