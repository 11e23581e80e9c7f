/** A dashboard in a real browser: one world and one Chromium per test file. Without Chromium the file is skipped. */
import type { MemberRole, ReadSettings } from '@sluice/contracts';
import { findChromium, launchChromium } from '@sluice/launch';
import type { Logger } from '@sluice/process';
import { openLink, watchPage, type Link, type WatchedPage } from '@sluice/testing';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { openDashboards, operator, password, type Dashboards } from '../dashboards.js';

const path = findChromium(process.env);
if (path === undefined) {
  process.stderr.write('SKIPPED: no Chromium here. Install it, or set CHROMIUM_PATH.\n');
}

/** `describe`, or `describe.skip` if there is no browser. */
export const inBrowser = path === undefined ? describe.skip : describe;

/** A world with a browser. */
export interface DashboardInBrowser {
  readonly world: Dashboards;
  /** The dashboard's address for the browser, through `link`, which can be cut. */
  readonly url: string;
  readonly link: Link;
  readonly browser: Browser;
  /** A page in a fresh browser context. */
  newPage(options?: BrowserContextOptions): Promise<Page & { readonly watched: WatchedPage }>;
  /** A page in a fresh browser context, logged in and at `address`. */
  loggedInAt(
    address: string,
    options?: BrowserContextOptions,
  ): Promise<Page & { readonly watched: WatchedPage }>;
  close(): Promise<void>;
}

/** A phone in portrait format. */
export const phone: BrowserContextOptions = {
  viewport: { width: 375, height: 740 },
  hasTouch: true,
  isMobile: true,
};

/** Opens a world, which reads what is sent to it by `reads` and writes to `log`, and a browser. */
export async function openDashboard(reads?: ReadSettings, log?: Logger): Promise<DashboardInBrowser> {
  if (path === undefined) throw new Error('no Chromium');
  const [world, browser] = await Promise.all([openDashboards(log, reads), launchChromium(path)]);
  const link = await openLink(Number(new URL(world.url).port));
  const url = `http://127.0.0.1:${link.port}`;

  const newPage = async (options: BrowserContextOptions = {}) => {
    const context = await browser.newContext({ locale: 'en-GB', timezoneId: 'UTC', ...options });
    const page = await context.newPage();
    return Object.assign(page, { watched: watchPage(page) });
  };
  return {
    world,
    url,
    link,
    browser,
    newPage,
    loggedInAt: async (address, options) => {
      const page = await newPage(options);
      await page.goto(url + address);
      await logIn(page);
      return page;
    },
    close: async () => {
      await browser.close();
      await link.close();
      await world.close();
    },
  };
}

/** Fills in the login page and waits for the page behind it. */
export async function logIn(page: Page, address = operator): Promise<void> {
  await page.getByLabel('E-mail address').fill(address);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
  // On a phone the navigation exists but is hidden.
  await page.locator('nav[aria-label="Dashboard"]').waitFor({ state: 'attached' });
}

/** Makes somebody a member of tenants, who has the password of the tests; returns the id. */
export async function memberOf(
  { world }: Pick<DashboardInBrowser, 'world'>,
  address: string,
  role: MemberRole,
  tenants: readonly string[] = ['alpha'],
): Promise<string> {
  let userId = '';
  for (const tenantId of tenants) userId = await world.addMember(address, { tenantId, role });
  return userId;
}

/** A page of the dashboard `at`, at `address`, with this person logged in, who has the password of the tests. */
export async function personAt(
  at: Pick<DashboardInBrowser, 'url' | 'newPage'>,
  person: string,
  address: string,
  options?: BrowserContextOptions,
) {
  const page = await at.newPage(options);
  await page.goto(at.url + address);
  await logIn(page, person);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  return page;
}

/** Picks the first option of the field `label` that a search for `text` finds, by the keyboard alone. */
export async function pick(within: Page | Locator, label: string, text: string): Promise<void> {
  const field = within.getByRole('combobox', { name: label });
  await field.fill(text);
  const list = within.getByRole('listbox', { name: label });
  await list
    .getByRole('option')
    .filter({ hasText: new RegExp(text, 'i') })
    .first()
    .waitFor();
  await field.press('Enter');
}

/** A call with the session of the page, beside it; answers what the operation says. */
export async function asked<Data = { item: Record<string, unknown>; etag: string }>(
  page: Page,
  method: string,
  path: string,
  body?: object,
) {
  const { origin } = new URL(page.url());
  const session = await page.request.get(`${origin}/session`);
  const { data } = (await session.json()) as { readonly data: { readonly csrfToken: string } };
  const headers = { Origin: origin, 'X-XSRF-TOKEN': data.csrfToken };
  const answer = await page.request.fetch(origin + path, { method, headers, data: body });
  return (await answer.json()) as { readonly data: Data };
}
