/** A console in a real browser: one world and one Chromium for a test file. Without Chromium the file is skipped. */
import { findChromium, launchChromium } from '@sluice/launch';
import { openLink, watchPage, type Link, type WatchedPage } from '@sluice/testing';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { openWorld, password, type World } from '../world.js';

const path = findChromium(process.env);
if (path === undefined) {
  process.stderr.write('SKIPPED: no Chromium here. Install it, or name one in CHROMIUM_PATH.\n');
}

/** `describe`, or its skipping where there is no browser. */
export const inBrowser = path === undefined ? describe.skip : describe;

/** A world with a browser at it. */
export interface ConsoleInBrowser {
  readonly world: World;
  /** Where the browser finds the console: through `link`, which can be cut. */
  readonly url: string;
  readonly link: Link;
  readonly browser: Browser;
  /** A page of a new person, with nothing kept from another one. */
  newPage(options?: BrowserContextOptions): Promise<Page & { readonly watched: WatchedPage }>;
  /** The same, logged in and at `address`. */
  loggedInAt(
    address: string,
    options?: BrowserContextOptions,
  ): Promise<Page & { readonly watched: WatchedPage }>;
  close(): Promise<void>;
}

/** A phone as it is held. */
export const phone: BrowserContextOptions = {
  viewport: { width: 375, height: 740 },
  hasTouch: true,
  isMobile: true,
};

/** Opens both. */
export async function openConsole(): Promise<ConsoleInBrowser> {
  if (path === undefined) throw new Error('no Chromium');
  const [world, browser] = await Promise.all([openWorld(), launchChromium(path)]);
  const link = await openLink(Number(new URL(world.url).port));
  const url = `http://127.0.0.1:${link.port}`;

  const newPage = async (options: BrowserContextOptions = {}) => {
    const context = await browser.newContext({ locale: 'en-GB', timezoneId: 'UTC', ...options });
    const page = await context.newPage();
    return Object.assign(page, { watched: watchPage(page) });
  };
  return {
    ...{ world, url, link, browser, newPage },
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

/** Fills the login page in, and waits for the page behind it. */
export async function logIn(page: Page, secret = password): Promise<void> {
  await page.getByLabel('Operator password').fill(secret);
  await page.getByRole('button', { name: 'Log in' }).click();
  // On a phone the navigation is there and not seen.
  await page.locator('nav[aria-label="Console"]').waitFor({ state: 'attached' });
}

/** A page of the console at `at`, at `address`, with this person logged in. */
export async function personAt(
  at: ConsoleInBrowser,
  name: string,
  secret: string,
  address: string,
  options?: BrowserContextOptions,
) {
  const page = await at.newPage(options);
  await page.goto(at.url + address);
  await page.getByLabel('Name').fill(name);
  await logIn(page, secret);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  return page;
}
