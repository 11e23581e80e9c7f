/** The Account page and the login with a second factor, by keyboard alone, on a desktop and on a phone. */
import { appCode, duringTests, eventually, press, putTenant, tabTo } from '@sluice/testing';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { browser, operator, password } from '../dashboards.js';
import { isForEveryone, saved, screens } from './by-keyboard.js';
import { inBrowser, openDashboard } from './open-dashboard.js';

const at = duringTests(openDashboard);
const other = 'loud-otter-3311';
const LASTS_MS = 240_000;

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const confirmed = async (page: Page, title: string, does: string) => {
  await press(dialog(page, title).getByRole('button', { name: does, exact: true }));
  await dialog(page, title).waitFor({ state: 'detached' });
};
const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** Types into the fields of the page or dialog, by their labels. */
async function fill(page: Page, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, text] of Object.entries(fields)) {
    const field = page.getByLabel(label, { exact: true });
    await tabTo(field);
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type(text);
  }
}

async function typePassword(page: Page, address: string, typed = password): Promise<void> {
  await fill(page, { 'E-mail address': address, Password: typed });
  await press(button(page, 'Log in'));
}

/** Sets a second factor up on the page that is open; returns the key, and the codes that it downloads. */
async function setUp(page: Page) {
  await press(button(page, 'Set up'));
  await page.getByRole('img', { name: 'The key as a QR code' }).waitFor();
  await isForEveryone(page);
  const key = (await page.locator('.copied code').textContent()) ?? '';
  await fill(page, { 'Code that the app shows': 'none' });
  await press(button(page, 'Turn on'));
  await page.getByText('is not valid').waitFor();
  await fill(page, { 'Code that the app shows': appCode(key) });
  await press(button(page, 'Turn on'));
  const codes = await codesShown(page);
  return { key, codes };
}

/** The recovery codes of the dialog, which is then closed. */
async function codesShown(page: Page): Promise<readonly string[]> {
  const shown = dialog(page, 'Your recovery codes');
  await shown.waitFor();
  // They stay, whatever loads meanwhile.
  if (page.url().endsWith('/account')) {
    const loaded = page.waitForResponse((response) => response.url().endsWith('/admin/v1/me'));
    await page.evaluate('["offline", "online"].forEach((name) => dispatchEvent(new Event(name)))');
    await loaded;
  }
  await isForEveryone(page);
  await button(page, 'Copy recovery codes').waitFor();
  const { name, text } = await saved(page, () => press(button(page, 'Download as text')));
  expect(name).toBe('sluice-recovery-codes.txt');
  const codes = text.match(/\b[0-9a-f]{5}-[0-9a-f]{5}\b/g) ?? [];
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(await shown.textContent()).toContain(code);
  await press(button(page, 'I have saved them'));
  await shown.waitFor({ state: 'detached' });
  return codes;
}

// Chromium says of each refused call that it failed to load.
const complaints = ({ watched }: Awaited<ReturnType<typeof opened>>) =>
  watched.complaints.filter((line) => !line.startsWith('Failed to load resource'));

async function opened(options: BrowserContextOptions, address: string, path = '/account') {
  const page = await at.newPage({ acceptDownloads: true, ...options });
  await page.goto(at.url + path);
  await page.getByLabel('Password').waitFor();
  await typePassword(page, address);
  return page;
}

inBrowser('the Account page', () => {
  it.each(screens)(
    'has a second factor set up, asked at the login, given new recovery codes and turned off, on %s',
    async (screen, options) => {
      const address = `${screen.replace('a ', '')}@example.com`;
      await at.world.addOperator(address, 'operate');
      const page = await opened(options, address);
      await page.getByRole('heading', { name: 'Account', level: 1 }).waitFor();
      const { key, codes } = await setUp(page);
      await page.getByText('10 recovery codes are left.').waitFor();
      await isForEveryone(page);

      const menu = button(page, 'Menu');
      if (await menu.isVisible()) await press(menu);
      await press(button(page, 'Log out'));
      await typePassword(page, address);
      const code = 'Code of your authenticator app, or a recovery code';
      await page.getByLabel(code).waitFor();
      await isForEveryone(page);
      await fill(page, { [code]: '000000' });
      await press(button(page, 'Log in'));
      await page.getByRole('alert').getByText('This code is not valid').waitFor();
      await fill(page, { [code]: appCode(key, 1) });
      await press(button(page, 'Log in'));
      await page.getByRole('heading', { name: 'Account', level: 1 }).waitFor();

      await press(button(page, 'New recovery codes'));
      await fill(page, { [code]: codes[0] ?? '' });
      await press(dialog(page, 'New recovery codes').getByRole('button', { name: 'Make new codes' }));
      const renewed = await codesShown(page);
      expect(renewed.filter((one) => codes.includes(one))).toEqual([]);

      await press(button(page, 'Turn off'));
      await isForEveryone(page);
      await fill(page, { Password: password, [code]: codes[1] ?? '' });
      const turnOff = dialog(page, 'Turn off the second factor').getByRole('button', { name: 'Turn off' });
      await press(turnOff);
      await page.getByText('is not valid').waitFor();
      await fill(page, { [code]: renewed[1] ?? '' });
      await confirmed(page, 'Turn off the second factor', 'Turn off');
      await button(page, 'Set up').waitFor();
      expect(complaints(page)).toEqual([]);
      await page.context().close();
    },
    LASTS_MS,
  );

  it.each(screens)(
    'changes name and password, and logs another device out, on %s',
    async (screen, options) => {
      const address = `name-on-${screen.replace('a ', '')}@example.com`;
      await at.world.addOperator(address, 'view');
      const page = await opened(options, address);
      await press(button(page, 'Change name'));
      await fill(page, { Name: 'Grace Hopper' });
      await confirmed(page, 'Change name', 'Change name');
      await panel(page, 'You').getByText('Grace Hopper').waitFor();
      await page.getByTitle('Your account').getByText('Grace Hopper').waitFor({ state: 'attached' });

      const elsewhere = browser(at.world.second);
      const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
      await elsewhere.login(password, { 'User-Agent': firefox }, address);
      await page.reload();
      const row = page.getByRole('row').filter({ hasText: 'Firefox on Linux' });
      await page.getByRole('row').filter({ hasText: 'this one' }).getByText('Chrome').waitFor();
      await press(row.getByRole('button', { name: 'Log out there' }));
      await confirmed(page, 'Log out there', 'Log out there');
      await row.waitFor({ state: 'detached' });
      const isOut = async () => (await elsewhere.get('/session')).text.includes('"data":null');
      await eventually('the other device to be logged out', isOut, 30_000);

      await press(button(page, 'Change password'));
      await fill(page, { 'Present password': 'another-one-77', 'New password': other });
      await fill(page, { 'The new password again': `${other}x` });
      const change = dialog(page, 'Change password').getByRole('button', { name: 'Change password' });
      await press(change);
      await page.getByText('This is not the same password.').waitFor();
      await fill(page, { 'The new password again': other });
      await press(change);
      await page.getByText('is not your password').waitFor();
      await isForEveryone(page);
      await fill(page, { 'Present password': password });
      await confirmed(page, 'Change password', 'Change password');
      expect((await browser(at.world.url).login(other, {}, address)).status).toBe(200);
      await isForEveryone(page);
      expect(complaints(page)).toEqual([]);
      await page.context().close();
    },
    LASTS_MS,
  );

  it.each(screens)(
    'is all that a person sees who has to set up a second factor first, on %s',
    async (screen, options) => {
      const name = screen.replace('a ', 'new-');
      const settings = { people: { requireSecondFactor: true } };
      await putTenant(at.world.stores.tenants, { tenantId: 'strict', name: 'Strict', settings });
      const { clock, invitations } = at.world.stores;
      const invited = { address: `${name}@example.com`, role: 'manager', createdBy: operator } as const;
      const { token } = await invitations.invite('strict', invited, clock.now());
      const accepted = { token, name, password };
      expect((await browser(at.world.url).post('/invitation/accept', accepted)).status).toBe(200);

      const page = await opened(options, invited.address, '/campaigns?tenant=strict');
      await page.getByRole('heading', { name: 'Set up a second factor', level: 1 }).waitFor();
      expect(await page.getByRole('navigation').count()).toBe(0);
      await isForEveryone(page);
      await setUp(page);
      await page.getByRole('heading', { name: 'Campaigns', level: 1 }).waitFor();
      await page.context().close();
    },
    LASTS_MS,
  );
});
