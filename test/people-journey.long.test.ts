/**
 * The people of a tenant from the first invitation to a lost phone, in a real browser by keyboard alone, with mails that a
 * real worker sends to a real mailbox.
 */
import { adminWatchTenantNow } from '@sluice/contracts';
import { findChromium, launchChromium } from '@sluice/launch';
import { appCode, demoTenantAtNoon, eventually, press, tabTo, watchEvents } from '@sluice/testing';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { parse } from 'yaml';
import { choose, goTo, isForEveryone, screens } from '../services/dashboard/test/browser/by-keyboard.js';
import { leadBody, submit, type Receipt } from './installation/affiliate.js';
import {
  dashboardEmail,
  dashboardPassword,
  startInstallation,
  type Installation,
} from './installation/installation.js';

const path = findChromium(process.env);
const first = 'quick-otter-5531';
const later = 'loud-badger-8812';
const LINK = /https?:\/\/[^\s"\\]+\/(invitation|password\/reset)#[\w.-]+/;
const CODE = 'Code of your authenticator app, or a recovery code';

let installation: Installation;
let browser: Browser;
let lead: Receipt;

const button = (within: Pick<Page, 'getByRole'>, name: string) =>
  within.getByRole('button', { name, exact: true });
const row = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) });
const title = async (page: Page, name: string) =>
  page
    .getByRole('heading', { name, level: 1 })
    .waitFor()
    .catch(async () => {
      throw new Error(`no ${name} at ${page.url()}: ${await page.innerText('body')}`);
    });

/** A person's own browser, at an address of the dashboard. */
async function openedAt(address: string, options: BrowserContextOptions): Promise<Page> {
  const page = await (await browser.newContext({ locale: 'en-GB', ...options })).newPage();
  await page.goto(new URL(address, installation.dashboardUrl).href);
  return page;
}

/** Types into the fields of the page or dialog, by their labels. */
async function fill(within: Page | Locator, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, text] of Object.entries(fields)) {
    const field = within.getByLabel(label, { exact: true });
    await tabTo(field);
    await field.page().keyboard.press('ControlOrMeta+A');
    await field.page().keyboard.type(text);
  }
}

async function logIn(page: Page, address: string, password: string): Promise<void> {
  await fill(page, { 'E-mail address': address, Password: password });
  await press(button(page, 'Log in'));
}

async function logOut(page: Page): Promise<void> {
  await openMenu(page);
  await press(button(page, 'Log out'));
  await page.getByLabel('Password').waitFor();
}

async function openMenu(page: Page): Promise<void> {
  const menu = button(page, 'Menu');
  if (await menu.isVisible()) await press(menu);
}

/** The link in the newest of `many` mails to an address. */
async function linkTo(address: string, many = 1): Promise<string> {
  const mails = await eventually(
    `the mail to ${address}`,
    () => {
      const found = installation.sink.received({ path: `/mail/${address}`, limit: 20 });
      const withLinks = found.filter(({ body }) => LINK.test(body));
      return withLinks.length >= many ? withLinks : undefined;
    },
    120_000,
  );
  const { text } = JSON.parse(mails[0]?.body ?? '') as { text: string };
  return LINK.exec(text)?.[0] ?? '';
}

async function invite(page: Page, address: string, role: string): Promise<void> {
  await press(button(page, 'Invite a person'));
  const dialog = page.getByRole('dialog');
  await fill(dialog, { 'E-mail address': address });
  await choose(dialog.getByLabel('Role'), role);
  await press(button(dialog, 'Send invitation'));
  await dialog.waitFor({ state: 'detached' });
  await row(page, address).waitFor();
}

/** Opens the link of an invitation and sets name and password. */
async function accept(address: string, name: string, options: BrowserContextOptions): Promise<Page> {
  const page = await openedAt(await linkTo(address), options);
  await title(page, 'Welcome to Sluice');
  await isForEveryone(page);
  await fill(page, { 'Your name': name, Password: first, 'The password again': first });
  await press(button(page, 'Set password and go in'));
  await title(page, 'Overview');
  return page;
}

/** Sets up a second factor on the Account page; returns the recovery codes. */
async function setUpSecondFactor(page: Page): Promise<readonly string[]> {
  await openMenu(page);
  await press(page.getByTitle('Your account'));
  await title(page, 'Account');
  await isForEveryone(page);
  await press(button(page, 'Set up'));
  const key = page.locator('.copied code').first();
  await key.waitFor();
  await fill(page, { 'Code that the app shows': appCode((await key.textContent()) ?? '') });
  await press(button(page, 'Turn on'));
  const dialog = page.getByRole('dialog', { name: 'Your recovery codes' });
  await dialog.waitFor();
  await isForEveryone(page);
  const codes = ((await dialog.textContent()) ?? '').match(/[0-9a-f]{5}-[0-9a-f]{5}/g) ?? [];
  expect(codes).toHaveLength(10);
  await press(button(dialog, 'I have saved them'));
  await dialog.waitFor({ state: 'detached' });
  return codes;
}

beforeAll(async () => {
  if (path === undefined) return;
  [installation, browser] = await Promise.all([
    startInstallation({
      services: ['gateway', 'email', 'dashboard'],
      // Of a process that they share, services have no first administrator.
      apart: ['dashboard'],
      mails: true,
    }),
    launchChromium(path),
  ]);
  await installation.apply({
    ...(parse(demoTenantAtNoon()) as object),
    tenantId: 'beta',
    name: 'Beta Leads',
  });
  lead = await submit(installation, leadBody(1));
}, 240_000);
afterAll(async () => {
  await browser?.close();
  await installation?.stop();
}, 60_000);

(path === undefined ? describe.skip : describe)('people come, work and go', () => {
  it.each(screens)(
    'by keyboard alone on %s',
    async (screen, options) => {
      const of = (name: string) => `${name}@${screen.slice(2)}.example`;
      const [olivia, mona, anton] = [of('olivia'), of('mona'), of('anton')];

      // An operator invites the first owner, who opens the mail and sets a password and a second factor.
      const operator = await openedAt('/people?tenant=demo', options);
      await logIn(operator, dashboardEmail, dashboardPassword);
      await title(operator, 'People');
      await isForEveryone(operator);
      await invite(operator, olivia, 'owner');
      const hers = await accept(olivia, 'Olivia', options);
      await isForEveryone(hers);
      const codes = await setUpSecondFactor(hers);

      // She invites a manager and an analyst.
      await goTo(hers, 'People');
      await invite(hers, mona, 'manager');
      await invite(hers, anton, 'analyst');
      await isForEveryone(hers);
      const managers = await accept(mona, 'Mona', options);
      const analysts = await accept(anton, 'Anton', options);

      // The manager sees personal data and no people; the analyst neither.
      const shows = 'Show personal data';
      for (const page of [managers, analysts]) {
        await page.goto(`${installation.dashboardUrl}/people?tenant=demo`);
        await title(page, 'Not found');
        // A phone's menu is closed.
        const menu = (name: string) => page.locator('nav').getByRole('link', { name, includeHidden: true });
        await menu('Leads').waitFor({ state: 'attached' });
        expect(await menu('People').count()).toBe(0);
        await page.goto(`${installation.dashboardUrl}/leads/demo/${lead.leadId}`);
        await page.getByRole('region', { name: 'Person' }).waitFor();
        expect(await page.content()).not.toContain('avery.quill.1@example.com');
      }
      expect(await analysts.getByRole('button', { name: shows }).count()).toBe(0);
      await press(managers.getByRole('button', { name: shows }));
      await managers.getByText('avery.quill.1@example.com').waitFor();
      await isForEveryone(managers);

      // The owner disables the manager, whose open page and stream are out.
      await managers.goto(`${installation.dashboardUrl}/?tenant=demo`);
      await title(managers, 'Overview');
      const cookies = await managers.context().cookies();
      const stream = await watchEvents(
        installation.dashboardUrl + adminWatchTenantNow.path.replace('{tenantId}', 'demo'),
        { Cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') },
      );
      await eventually('the stream begins', () => stream.pieces() > 0);
      await hers.reload();
      await press(button(row(hers, mona), 'Disable'));
      await press(button(hers.getByRole('dialog'), `Disable ${mona}`));
      await row(hers, mona).getByText('disabled').waitFor();
      await eventually('the stream ends', stream.hasEnded, 60_000);
      await managers.getByLabel('Password').waitFor({ timeout: 60_000 });
      await logIn(managers, mona, first);
      await managers.getByText('Wrong address or password.').waitFor();

      // The analyst becomes a member of a second tenant and changes between the two.
      await operator.goto(`${installation.dashboardUrl}/people?tenant=beta`);
      await title(operator, 'People');
      await invite(operator, anton, 'analyst');
      await analysts.goto(await linkTo(anton, 2));
      await press(analysts.getByRole('button', { name: /^Accept as Anton/ }));
      await title(analysts, 'Overview');
      for (const name of ['Beta Leads', 'Demo Legal Leads']) {
        await openMenu(analysts);
        await choose(analysts.getByLabel('Tenant', { exact: true }), name);
        await analysts.getByText(`${name}, the last seven days.`).waitFor();
        // Whoever stays in the field goes on with the name that was typed.
        await analysts.keyboard.press('Tab');
      }

      // The owner has lost the phone: a recovery code lets her in, once.
      await logOut(hers);
      const enter = async () => {
        await logIn(hers, olivia, first);
        await hers.getByLabel(CODE).waitFor();
        await fill(hers, { [CODE]: codes[0] ?? '' });
        await press(button(hers, 'Log in'));
      };
      await enter();
      await title(hers, 'People');
      await logOut(hers);
      await enter();
      await hers.getByRole('alert').getByText('This code is not valid').waitFor();
      await isForEveryone(hers);

      // The analyst has forgotten the password, and sets another one by a mail.
      await logOut(analysts);
      await press(analysts.getByRole('link', { name: 'Forgotten your password?' }));
      await title(analysts, 'Forgotten your password?');
      await isForEveryone(analysts);
      await fill(analysts, { 'E-mail address': anton });
      await press(button(analysts, 'Send a link'));
      await analysts.getByText('a mail with a link is on its way').waitFor();
      await analysts.goto(await linkTo(anton, 3));
      await title(analysts, 'Set a new password');
      await fill(analysts, { Password: later, 'The password again': later });
      await press(button(analysts, 'Set password'));
      await press(analysts.getByRole('status').getByRole('link', { name: 'Log in' }));
      await logIn(analysts, anton, later);
      await title(analysts, 'Overview');
      for (const page of [operator, hers, managers, analysts]) await page.context().close();
    },
    900_000,
  );
});
