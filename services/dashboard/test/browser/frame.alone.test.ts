/** Guarantees of every page of the web app, tested in a real browser. */
import {
  accepted,
  aSubmission,
  axeFindings,
  duringTests,
  putTenant,
  tooSmall,
  type WatchedPage,
} from '@sluice/testing';
import type { Page } from 'playwright-core';
import { inBrowser, logIn, memberOf, openDashboard, phone } from './open-dashboard.js';

const at = duringTests(openDashboard);
/** Every address in the navigation, and every page of settings. */
let addresses: readonly string[];

inBrowser('the web app', () => {
  beforeAll(async () => {
    const page = await at.loggedInAt('/settings');
    await settled(page, '/settings');
    addresses = await page.evaluate<string[]>(
      '[...document.querySelectorAll(".navigation a, .choices a")].map((link) => link.getAttribute("href"))',
    );
    expect(addresses).toEqual(expect.arrayContaining(['/', '/queues', '/settings/keys']));
    await page.context().close();
  });

  it('asks for the password, and after the login shows the page that was asked for', async () => {
    const page = await at.newPage();
    await page.goto(`${at.url}/queues?status=failed`);
    await page.getByLabel('E-mail address').fill('nobody@example.com');
    await page.getByLabel('Password').fill('not it');
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByText('Wrong address or password.').waitFor();
    await logIn(page);
    await page.getByRole('heading', { name: 'Queues', level: 1 }).waitFor();
    expect(page.url()).toBe(`${at.url}/queues?status=failed`);
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.getByLabel('Password').waitFor();
    await page.goto(`${at.url}/queues`);
    await page.getByLabel('Password').waitFor();
    await page.context().close();
  });

  it('stays on its own server after a login, whatever address the login page was given', async () => {
    for (const back of [
      '//evil.example/',
      '/\\evil.example/',
      '/.//evil.example/',
      '/\t/evil.example/',
      'https://evil.example/',
    ]) {
      const page = await at.newPage();
      await page.goto(`${at.url}/login?${new URLSearchParams({ back }).toString()}`);
      await logIn(page);
      expect(new URL(page.url()).origin).toBe(at.url);
      await page.context().close();
    }
  });

  it('loads nothing from elsewhere and breaks no rule of its content security policy, on any page', async () => {
    const { asked, complaints } = await everyPage();
    expect(new Set(asked.map((address) => new URL(address).origin))).toEqual(new Set([at.url]));
    expect(complaints).toEqual([]);
  }, 240_000);

  it('has a first view of less than 200 kB, its typeface among them, and a reload of less than 10 kB', async () => {
    const page = await at.newPage();
    await page.goto(`${at.url}/login`);
    await logIn(page);
    const session = await page.context().newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.setCacheDisabled', { cacheDisabled: true });
    let bytes = 0;
    session.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
    await settled(page, '/');
    await afterCharts(page);
    expect(bytes).toBeGreaterThan(100_000);
    expect(bytes).toBeLessThan(200_000);

    await session.send('Network.setCacheDisabled', { cacheDisabled: false });
    // What was loaded without the cache is not in it.
    await page.reload();
    await afterCharts(page);
    bytes = 0;
    await page.reload();
    await afterCharts(page);
    expect(bytes).toBeGreaterThan(100);
    expect(bytes).toBeLessThan(10_000);
    await page.context().close();
  });

  it.each(['owner', 'manager', 'analyst'] as const)(
    'has a first view of less than 200 kB for an %s, without account, second factor and people in it',
    async (role) => {
      await putTenant(at.world.stores.tenants, { tenantId: 'alpha', name: 'Alpha', settings: {} });
      // Without leads there are no charts.
      const { stores } = at.world;
      const lead = { tenantId: 'alpha', submissionId: `sub_of_${role}`, acceptedAt: stores.clock.now() };
      await stores.accept(accepted(aSubmission(lead)));
      const page = await at.newPage();
      await page.goto(`${at.url}/login`);
      await memberOf(at, `${role}@alpha.test`, role);
      await logIn(page, `${role}@alpha.test`);
      const session = await page.context().newCDPSession(page);
      await session.send('Network.enable');
      await session.send('Network.setCacheDisabled', { cacheDisabled: true });
      let bytes = 0;
      session.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
      const before = page.watched.asked.length;
      await settled(page, '/?tenant=alpha');
      await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
      await afterCharts(page);
      expect(bytes).toBeGreaterThan(100_000);
      expect(bytes).toBeLessThan(200_000);
      const chunks = page.watched.asked.slice(before).filter((address) => address.includes('/assets/'));
      expect(chunks.length).toBeGreaterThan(3);
      expect(chunks.filter((address) => /account|set-up|people|factor/.test(address))).toEqual([]);
      await page.context().close();
    },
    120_000,
  );

  it('can be used within a second', async () => {
    const page = await at.loggedInAt('/queues');
    const tookMs: number[] = [];
    for (let n = 0; n < 3; n += 1) {
      const startedMs = performance.now();
      await page.goto(`${at.url}/`, { waitUntil: 'commit' });
      await page.getByRole('heading', { level: 1 }).waitFor();
      tookMs.push(performance.now() - startedMs);
    }
    // The best of three, because the processors are shared with other tests.
    expect(Math.min(...tookMs)).toBeLessThan(1_000);
    await page.context().close();
  });

  it('never scrolls sideways on a phone, where a finger can hit every button and field', async () => {
    const page = await at.loggedInAt('/queues', phone);
    for (const address of addresses) {
      await settled(page, address);
      const [content, screen] = await page.evaluate<[number, number]>(
        '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
      );
      expect([address, content]).toEqual([address, screen]);
      expect([address, await tooSmall(page)]).toEqual([address, []]);
    }
    await settled(page, '/queues');
    await page.getByRole('button', { name: 'Menu' }).click();
    expect(await tooSmall(page)).toEqual([]);
    await page.getByRole('link', { name: 'Queues' }).click();
    await page.getByRole('heading', { name: 'Queues', level: 1 }).waitFor();
    await page.context().close();
  }, 60_000);

  it('can be used by keyboard alone: skip link, search with /, navigation', async () => {
    const page = await at.loggedInAt('/queues');
    await settled(page, '/queues');
    await page.keyboard.press('Tab');
    expect(await focused(page)).toBe('Skip to content');
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.id')).toBe('page');
    await page.keyboard.press('/');
    expect(await focused(page)).toBe('Lead id, email, phone or name');
    await page.keyboard.type('/ans');
    expect(await page.getByRole('searchbox').inputValue()).toBe('/ans');
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Queues' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Queues', level: 1 }).waitFor();
    await page.context().close();
  });

  it.each(['light', 'dark'] as const)(
    'has no serious axe findings and none about landmarks, %s',
    async (colorScheme) => {
      const { findings } = await everyPage();
      for (const address of ['/login', ...addresses])
        expect([address, findings.get(`${address} ${colorScheme}`)]).toEqual([address, []]);
    },
    240_000,
  );

  it('reports a lost connection, and loads what was asked for meanwhile once it is restored', async () => {
    const page = await at.loggedInAt('/audit');
    await settled(page, '/audit');
    at.link.become('cut');
    await page.getByText('Connection lost').waitFor({ timeout: 20_000 });
    await page.getByLabel('Outcome').selectOption('done');
    await page.getByText('No connection to the dashboard').waitFor();
    at.link.become('open');
    await page.getByText('Connection lost').waitFor({ state: 'detached', timeout: 20_000 });
    await page.locator('tbody tr').first().waitFor();

    at.link.become('cut');
    await page.getByText('Connection lost').waitFor({ timeout: 20_000 });
    await page.getByRole('link', { name: 'Ledger' }).click();
    at.link.become('open');
    await page.getByRole('heading', { name: 'Ledger', level: 1 }).waitFor();
    await page.context().close();
  }, 60_000);

  it('says in a dialog that a change could not be made without a connection', async () => {
    const page = await at.loggedInAt('/queues');
    const ahead = [/\/asking-/, /\/toasts-/].map((chunk) =>
      page.waitForEvent('requestfinished', (request) => chunk.test(request.url())),
    );
    await settled(page, '/queues');
    const chunks = (await Promise.all(ahead)).map((request) => request.url());
    // Resolves once they are there with all that they import.
    await page.evaluate(`Promise.all(${JSON.stringify(chunks)}.map((chunk) => import(chunk)))`);
    at.link.become('cut');
    await page.getByText('Connection lost').waitFor({ timeout: 20_000 });
    await page.getByRole('button', { name: 'Pause' }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Pause queue' }).click();
    await page.getByRole('dialog').getByText('The dashboard does not answer.').waitFor();
    at.link.become('open');
    await page.getByText('Connection lost').waitFor({ state: 'detached', timeout: 20_000 });
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.context().close();
  }, 60_000);
});

interface Seen extends WatchedPage {
  /** The findings of axe, by address and colour scheme. */
  readonly findings: ReadonlyMap<string, readonly string[]>;
}

let walk: Promise<Seen> | undefined;

/** Opens every page once, starting with the login, and checks it in both colour schemes; all tests share one walk. */
function everyPage(): Promise<Seen> {
  walk ??= walkThroughAll();
  return walk;
}

async function walkThroughAll(): Promise<Seen> {
  const page = await at.newPage({ reducedMotion: 'reduce' });
  const findings = new Map<string, readonly string[]>();
  const look = async (address: string): Promise<void> => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await painted(page);
      findings.set(`${address} ${colorScheme}`, await axeFindings(page));
    }
  };
  await page.goto(`${at.url}/login`);
  await page.getByRole('heading', { name: 'Log in' }).waitFor();
  await look('/login');
  await logIn(page);
  for (const address of addresses) {
    await settled(page, address);
    await look(address);
  }
  await page.context().close();
  return { ...page.watched, findings };
}

/** Waits until changes and animations are finished, because axe would otherwise see intermediate colours. */
async function painted(page: Page): Promise<void> {
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
  await page.evaluate('Promise.all(document.getAnimations().map(({ finished }) => finished))');
}

// The last that the first page loads.
async function afterCharts(page: Page): Promise<void> {
  await page.locator('.chart canvas').last().waitFor();
  await page.evaluate('document.fonts.ready.then(() => undefined)');
}

/** Opens an address and waits until its page is complete and loads nothing more. */
async function settled(page: Page, address: string): Promise<void> {
  await page.goto(at.url + address);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  // A live stream never ends, so the test waits for the loading text to disappear instead of an idle network.
  await page.getByText('Loading…').first().waitFor({ state: 'detached' });
}

function focused(page: Page): Promise<string> {
  return page.evaluate<string>(
    '(document.activeElement.getAttribute("aria-label") ?? document.activeElement.textContent).trim()',
  );
}
