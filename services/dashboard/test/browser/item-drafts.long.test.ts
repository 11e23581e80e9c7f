/** What is typed in the forms of items and not saved: kept apart, over a save that is under way, and tried. */
import { duringTests, eventually } from '@sluice/testing';
import type { Page, Request } from 'playwright-core';
import { putDemoTenant } from './demo-leads.js';
import { fillOffer, kept, newOffer, open, save, saved } from './item-forms.js';
import { inBrowser, logIn, openDashboard, personAt, pick } from './open-dashboard.js';

const at = duringTests(openDashboard);
const BUSY_MS = 240_000;

const offer = (id: string) => at.world.stores.forTenant('demo').offers.find(id);
const is = (method: string) => (request: Request) =>
  request.method() === method && /\/items\/offers\/new$/.test(new URL(request.url()).pathname);
const shows = (page: Page, label: string, text: string) =>
  eventually(`${label} is ${text}`, async () => (await page.getByLabel(label).inputValue()) === text, 60_000);

/** Holds the answers of a method about the offer `new`; resolves once one is held, with what lets them go. */
async function held(page: Page, method: string, act: () => Promise<void>): Promise<() => void> {
  let letGo = (): void => undefined;
  const promise = new Promise<void>((resolve) => (letGo = resolve));
  await page.route('**/items/offers/new', async (route) => {
    if (is(method)(route.request())) await promise;
    await route.fallback();
  });
  const begun = page.waitForRequest(is(method), { timeout: 60_000 });
  await act();
  await begun;
  return letGo;
}

inBrowser('what is typed in a form', () => {
  beforeAll(async () => {
    await putDemoTenant(at.world.stores);
    await at.world.addOperator('ada@example.com', 'administer');
  });

  it(
    'is kept over a reload, a lost connection and a login that ended, until a logout',
    async () => {
      const page = await personAt(at, 'ada@example.com', '/items/demo/tenant/demo');
      page.on('dialog', (dialog) => void dialog.accept());
      const name = page.getByLabel('Name *');
      const typed = (text: string) =>
        eventually(`the form has ${text}`, async () => (await name.inputValue()) === text, 60_000);
      await name.fill('Typed');
      await page
        .getByLabel('Secret', { exact: true })
        .fill('whsec_c2x1aWNlLWRlbW8tc2lnbmluZy1zZWNyZXQtMDAwMQ==');
      await eventually('it is kept', async () => (await kept(page)).includes('Typed'), 60_000);
      expect(await kept(page)).not.toContain('whsec_c2x1');
      await page.reload();
      await typed('Typed');

      at.link.become('cut');
      await name.fill('Typed offline');
      await save(page);
      await page.getByText('does not answer').first().waitFor();
      at.link.become('open');
      await page.context().clearCookies();
      await save(page);
      await page.getByLabel('E-mail address').waitFor({ timeout: 60_000 });
      await logIn(page, 'ada@example.com');
      await typed('Typed offline');
      expect((await at.world.stores.tenants.find('demo'))?.name).toBe('Demo Leads');

      await page.getByRole('button', { name: 'Log out' }).click();
      await page.getByLabel('E-mail address').waitFor();
      expect(await kept(page)).not.toContain('Typed');
      await page.context().close();
    },
    BUSY_MS,
  );

  it(
    'is left, by a link or back, only after a question, and then kept',
    async () => {
      const page = await personAt(at, 'ada@example.com', '/items/demo/campaigns');
      await page.getByRole('link', { name: 'TEXAS' }).click();
      const name = page.getByLabel('Name *');
      await name.fill('Lone Star');
      // A login in between takes no place in the tab's history.
      await page.context().clearCookies();
      await save(page);
      await page.getByLabel('E-mail address').waitFor({ timeout: 60_000 });
      await logIn(page, 'ada@example.com');
      await page.getByText('Changed. This tab keeps it').waitFor();
      for (const leave of [
        () => page.getByRole('link', { name: 'Settings' }).click(),
        () => page.evaluate('history.back()'),
      ]) {
        await leave();
        const dialog = page.getByRole('dialog', { name: 'Leave this form?' });
        await dialog.getByRole('button', { name: 'Cancel' }).click();
        expect(await name.inputValue()).toBe('Lone Star');
      }
      await page.getByRole('link', { name: 'Settings' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
      await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
      await page.goto(`${at.url}/items/demo/campaigns/TEXAS`);
      await eventually('it is there again', async () => (await name.inputValue()) === 'Lone Star', 60_000);
      await page.getByRole('button', { name: 'Discard' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
      await eventually('it is gone', async () => (await name.inputValue()) === 'Acme TEXAS', 60_000);
      await page.context().close();
    },
    BUSY_MS,
  );

  it(
    'while it is saved stays a change, of a new item too, and what was saved is shown until it is loaded',
    async () => {
      const page = await personAt(at, 'ada@example.com', '/new/demo/offers');
      page.on('dialog', (dialog) => void dialog.accept());
      // The id that looks like the address of a new one.
      await fillOffer(page, 'new');
      const letSave = await held(page, 'PUT', () => save(page));
      await page.getByLabel('Description').fill('Typed meanwhile');
      letSave();
      await page.waitForURL(/\/items\/demo\/offers\/new$/);
      await shows(page, 'Description', 'Typed meanwhile');
      await page.getByText('Changed. This tab keeps it').waitFor();
      expect(await offer('new')).toMatchObject({ name: 'Hair Dye' });
      expect((await offer('new'))?.description).toBeUndefined();
      await save(page);
      await eventually('it is saved', async () => (await offer('new'))?.description !== undefined, 60_000);
      await eventually('nothing is kept', async () => !(await kept(page)).includes('meanwhile'), 60_000);

      await page.getByLabel('Name *').fill('Second');
      const letSecond = await held(page, 'PUT', () => save(page));
      await page.getByLabel('Abbreviation *').fill('SEC');
      const letLoad = await held(page, 'GET', async () => letSecond());
      await eventually(
        'only the abbreviation is kept',
        async () => {
          const text = await kept(page);
          return text.includes('SEC') && text.split('Second').length === 3;
        },
        60_000,
      );
      expect(await page.getByLabel('Name *').inputValue()).toBe('Second');
      expect(await page.getByLabel('Abbreviation *').inputValue()).toBe('SEC');
      expect(await page.getByText('Somebody else').count()).toBe(0);
      letLoad();
      await page.getByRole('heading', { name: 'Second', level: 1 }).waitFor();

      const letAgain = await held(page, 'GET', () => save(page));
      await page.getByText('Changed.').waitFor({ state: 'detached' });
      expect(await page.getByLabel('Abbreviation *').inputValue()).toBe('SEC');
      letAgain();
      expect(await offer('new')).toMatchObject({ name: 'Second', abbrev: 'SEC' });
      expect(page.watched.complaints).toEqual([]);
      await page.context().close();
    },
    BUSY_MS,
  );

  it(
    'of a new item is another draft than that of a copy, or of a copy of another item',
    async () => {
      const page = await personAt(at, 'ada@example.com', '/campaigns?tenant=demo');
      page.on('dialog', (dialog) => void dialog.accept());
      await newOffer(at, page, 'off_one');
      await newOffer(at, page, 'off_two');
      const forms = ['', '?copyOf=off_one', '?copyOf=off_two'];
      for (const [n, form] of forms.entries()) {
        await page.goto(`${at.url}/new/demo/offers${form}`);
        await page.getByLabel('Id *').fill(`off_${n}`);
        await eventually('it is kept', async () => (await kept(page)).includes(`off_${n}`), 60_000);
      }
      for (const [n, form] of forms.entries()) {
        await page.goto(`${at.url}/new/demo/offers${form}`);
        await shows(page, 'Id *', `off_${n}`);
        expect(await page.getByLabel('Name *').inputValue()).toBe(n === 0 ? '' : 'Hair Dye (copy)');
      }
      await page.context().close();
    },
    BUSY_MS,
  );

  it(
    'is not replaced by what is restored before a person says so, nor what is restored lost without a word',
    async () => {
      const page = await personAt(at, 'ada@example.com', '/campaigns?tenant=demo');
      await newOffer(at, page, 'off_was');
      await page.getByLabel('Name *').fill('Another Name');
      await save(page);
      await eventually('it is saved', async () => (await offer('off_was'))?.name === 'Another Name', 60_000);
      await eventually('the form knows', async () => !(await kept(page)).includes('Another'), 60_000);
      const toHistory = async () => {
        await page.getByRole('link', { name: 'History' }).click();
        const leave = page.getByRole('dialog').getByRole('button', { name: 'Leave' });
        const before = page.getByRole('button', { name: 'Before this change' }).first();
        await leave.or(before).first().waitFor();
        if (await leave.isVisible()) await leave.click();
        await before.click();
      };
      const restore = page.getByRole('button', { name: 'Restore' });
      await toHistory();
      // Until there is no room for anything.
      await page.evaluate(`for (let size = 1e6, n = 0; size >= 1; n += 1)
        try { sessionStorage.setItem('full' + n, 'x'.repeat(size)); } catch { size /= 10; }`);
      await restore.click();
      await page
        .getByRole('region', { name: /^Messages/ })
        .getByText('It is too large for this tab to keep')
        .waitFor();
      expect(page.url()).toContain('/history');
      await page.evaluate(
        `for (const key of Object.keys(sessionStorage)) if (key.startsWith('full')) sessionStorage.removeItem(key);`,
      );
      await restore.click();
      await shows(page, 'Name *', 'Hair Dye');
      await page.getByLabel('Description').fill('Typed');
      await eventually('it is kept', async () => (await kept(page)).includes('Typed'), 60_000);

      await toHistory();
      await restore.click();
      const asks = page.getByRole('dialog', { name: 'Replace what you typed?' });
      await asks.getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('link', { name: 'To the form' }).click();
      await shows(page, 'Description', 'Typed');
      await toHistory();
      await restore.click();
      await asks.getByRole('button', { name: 'Restore' }).click();
      await page.waitForURL(/\/off_was$/);
      await shows(page, 'Description', '');
      await shows(page, 'Name *', 'Hair Dye');
      await page.context().close();
    },
    BUSY_MS,
  );

  it(
    'of a new campaign is what Try decides a made-up lead by, each time as it is then',
    async () => {
      const page = await personAt(at, 'ada@example.com', '/campaigns?tenant=demo');
      const limits: (string | null)[] = [];
      page.on('request', (request) => {
        const { pathname, searchParams } = new URL(request.url());
        if (pathname.endsWith('/fieldLibrary')) limits.push(searchParams.get('limit'));
      });
      await newOffer(at, page, 'off_try');
      await page.goto(`${at.url}/new/demo/campaigns`);
      await pick(page, 'Client *', 'acme');
      await pick(page, 'Offer *', 'off_try');
      await page.getByLabel('Name *').fill('Not saved');
      await page.getByRole('button', { name: 'Try', exact: true }).click();
      // Which campaign is tried is said by its form.
      await page.getByRole('combobox', { name: 'Campaign that it is sent to' }).waitFor();
      await page.getByLabel('Id *').fill('TRYME');
      await page
        .getByRole('combobox', { name: 'Campaign that it is sent to' })
        .waitFor({ state: 'detached' });
      await open(page, 'Which leads');
      await page.getByRole('button', { name: 'Add to refuse leads' }).click();
      await page.getByRole('button', { name: 'Add a condition' }).click();
      await page.getByRole('combobox', { name: 'Field', exact: true }).fill('state');
      await page.getByLabel('Value', { exact: true }).fill('CA');
      const ask = page.getByRole('button', { name: 'What would happen?' });
      const changed = page.getByRole('region', { name: 'With the change' });
      await ask.click();
      await changed.getByText('disqualified').first().waitFor();

      await page.getByLabel('Value', { exact: true }).fill('TX');
      await page.getByText('state is “TX”').waitFor();
      await ask.click();
      await eventually(
        'it is not disqualified',
        async () => (await changed.count()) === 1 && !(await changed.innerText()).includes('disqualified'),
        60_000,
      );
      await page.getByRole('button', { name: 'Add an answer' }).click();
      await page.getByRole('combobox', { name: 'Field 1' }).click();
      await page.getByRole('listbox', { name: 'Field 1' }).getByText('Choose a field').waitFor();
      expect(await at.world.stores.forTenant('demo').campaigns.find('TRYME')).toBeUndefined();
      expect(new Set(limits)).toEqual(new Set(['20']));
      await page.context().close();
    },
    BUSY_MS,
  );

  it(
    'of a supplier may say that it sends to no campaign, which is another thing than to all',
    async () => {
      const page = await personAt(at, 'ada@example.com', '/new/demo/suppliers');
      const { suppliers } = at.world.stores.forTenant('demo');
      await page.getByLabel('Id *').fill('sup_none');
      await page.getByLabel('Name *').fill('Nowhere Media');
      await open(page, 'What it may send');
      await page.getByLabel('Campaigns', { exact: true }).selectOption('Only these');
      await save(page);
      await saved(page, 'sup_none');
      expect((await suppliers.find('sup_none'))?.campaigns).toEqual([]);
      await page.waitForURL(/\/sup_none$/);
      await open(page, 'What it may send');
      const campaigns = page.getByLabel('Campaigns', { exact: true });
      expect(await campaigns.inputValue()).toBe('these');
      await pick(page, 'Only these campaigns', 'TEXAS');
      await page.getByRole('button', { name: /^Remove .*TEXAS/ }).click();
      await campaigns.selectOption('All campaigns');
      await save(page);
      await eventually(
        'all of them',
        async () => (await suppliers.find('sup_none'))?.campaigns === undefined,
        60_000,
      );
      await page.context().close();
    },
    BUSY_MS,
  );
});
