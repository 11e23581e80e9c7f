/** The forms of a tenant's items: what is typed in them, saved, taken back, and changed by two people at once. */
import { axeFindings, duringTests, eventually } from '@sluice/testing';
import type { Page } from 'playwright-core';
import { putDemoTenant } from './demo-leads.js';
import { screens } from './by-keyboard.js';
import { fillOffer, kept, newOffer, open, save, saved } from './item-forms.js';
import { asked, inBrowser, openDashboard, personAt, pick } from './open-dashboard.js';

const at = duringTests(openDashboard);
const BUSY_MS = 240_000;

const offer = (id: string) => at.world.stores.forTenant('demo').offers.find(id);

/** The problems that no field, group or list is described by. */
const untied = (page: Page) =>
  page.evaluate<string[]>(
    `[...document.querySelectorAll('.problem')]
      .filter(({ id }) => id === '' || !document.querySelector('[aria-describedby~="' + id + '"]'))
      .map(({ textContent }) => textContent)`,
  );

inBrowser('the forms of items', () => {
  beforeAll(async () => {
    await putDemoTenant(at.world.stores);
    await at.world.addOperator('ada@example.com', 'administer');
    await at.world.addOperator('eve@example.com', 'view');
    await at.world.addOperator('bob@example.com', 'administer');
  });

  it(
    'make an offer, say what is missing beside its field, pause it, and undo a change from its history',
    async () => {
      const page = await personAt(at, 'ada@example.com', '/items/demo/offers');
      await page.getByText('None yet').waitFor();
      await page.getByRole('link', { name: 'New offer' }).click();
      await page.getByLabel('Id *').fill('off_dye');
      await page.getByLabel('Name *').fill('Hair Dye');
      await page.getByLabel('Abbreviation *').fill('HD');
      await save(page);
      const category = page.getByLabel('Category *');
      await eventually(
        'the problem stands beside its field',
        async () => (await category.getAttribute('aria-invalid')) === 'true',
        60_000,
      );
      await category.selectOption('mass_tort');
      await page.getByRole('button', { name: 'Check', exact: true }).click();
      const foreseen = page.getByRole('dialog', { name: 'If this is saved' });
      await foreseen.getByText('Category: “mass_tort”.').waitFor();
      await foreseen.getByRole('button').last().click();
      expect(await category.getAttribute('aria-invalid')).toBe(null);
      await save(page);
      await saved(page, 'off_dye');
      await page.waitForURL(/\/items\/demo\/offers\/off_dye$/);
      expect(await offer('off_dye')).toMatchObject({ name: 'Hair Dye', category: 'mass_tort', active: true });

      const other = await personAt(at, 'ada@example.com', '/new/demo/offers');
      await fillOffer(other, 'off_dye');
      await other.getByLabel('Name *').fill('Other Dye');
      await other.getByRole('button', { name: 'Check', exact: true }).click();
      await other.getByText('is taken').waitFor();
      expect(await other.getByLabel('Id *').getAttribute('aria-invalid')).toBe('true');
      await other.context().close();

      await page.getByRole('button', { name: 'Pause' }).click();
      await page.getByRole('dialog').getByText('Its campaigns go on').waitFor();
      await page.getByRole('dialog').getByRole('button', { name: 'Pause' }).click();
      await page.getByRole('button', { name: 'Resume' }).waitFor();
      expect(await offer('off_dye')).toMatchObject({ active: false });

      await page.getByLabel('Name *').fill('Another Name');
      await save(page);
      await eventually('it is saved', async () => (await offer('off_dye'))?.name === 'Another Name', 60_000);
      // Until its answer is here, leaving would ask.
      await eventually('the form knows', async () => !(await kept(page)).includes('Another Name'), 60_000);
      await page.getByRole('link', { name: 'History' }).click();
      await page.getByRole('button', { name: 'Before this change' }).first().click();
      await page.getByRole('row', { name: 'Name' }).getByText('Hair Dye').waitFor();
      expect(await axeFindings(page)).toEqual([]);
      await page.getByRole('button', { name: 'Restore' }).click();
      await page.waitForURL(/\/off_dye$/);
      await eventually(
        'the form has it',
        async () => (await page.getByLabel('Name *').inputValue()) === 'Hair Dye',
        60_000,
      );
      expect(await offer('off_dye')).toMatchObject({ name: 'Another Name' });
      await save(page);
      await eventually('it is undone', async () => (await offer('off_dye'))?.name === 'Hair Dye', 60_000);
      expect(page.watched.complaints.filter((each) => !/400/.test(each))).toEqual([]);
      await page.context().close();
    },
    BUSY_MS,
  );

  it(
    'show two people what each changed of one item, and lose neither',
    async () => {
      const page = await personAt(at, 'ada@example.com', '/items/demo/offers');
      await newOffer(at, page, 'off_two');
      const other = await personAt(at, 'bob@example.com', '/items/demo/offers/off_two');
      await other.getByLabel('Name *').fill('Of Bob');
      await other.getByLabel('Description').fill('Bob was here.');
      await save(other);
      await saved(other, 'off_two');

      await page.getByLabel('Name *').fill('Of Ada');
      await page.getByLabel('Abbreviation *').fill('ADA');
      await save(page);
      const both = page.getByRole('region', { name: 'Somebody else has saved this meanwhile' });
      await both.getByRole('row', { name: 'Name' }).getByText('Of Bob').waitFor();
      await both.getByRole('row', { name: 'Name' }).getByText('Of Ada').waitFor();
      expect(await axeFindings(page)).toEqual([]);
      expect(await page.getByLabel('Name *').inputValue()).toBe('Of Ada');
      const choice = both.getByRole('group', { name: 'What stays of Name' });
      await choice.getByLabel('as it is now').check();
      await choice.getByLabel('as it is now').press('ArrowUp');
      expect(await choice.getByLabel('yours').isChecked()).toBe(true);
      await choice.getByLabel('yours').press('ArrowDown');
      await both.getByRole('button', { name: 'Go on with this' }).click();
      await save(page);
      // That it is saved was said before, of the first time.
      await eventually('it is saved', async () => (await offer('off_two'))?.abbrev === 'ADA', 60_000);
      expect(await offer('off_two')).toMatchObject({ name: 'Of Bob', description: 'Bob was here.' });
      for (const each of [page, other]) await each.context().close();
    },
    BUSY_MS,
  );

  it(
    'change nothing of an item that is opened and saved, shown or not',
    async () => {
      const page = await personAt(at, 'ada@example.com', '/items/demo/campaigns');
      const when = {
        name: 'West',
        subRules: [{ conditions: [{ field: 'zip', operator: 'equals', value: ['01234', 7, true] }] }],
      };
      const item = {
        ...{ campaignId: 'FULL', name: 'Everything', clientId: 'cli_acme', offerId: 'off_two' },
        disqualificationConditionals: [when],
        deliveryLimits: [
          { cap: 5, type: 'total' },
          { budget: 12.5, currency: 'usd' },
        ],
        deliverySchedule: {
          timezone: 'UTC',
          specificDays: [{ day: 'Mon', startTime: '22:00', endTime: '24:00' }],
        },
        distribution: { groups: [{ name: 'all', members: [{ campaignId: 'TEXAS', weight: 3 }] }] },
        price: { currency: 'USD', amount: 40, rules: [{ when, amount: 0 }] },
        returns: {},
        settings: { dedupeFields: ['phone'] },
        suppliers: { mode: 'deny', entries: ['sup_north/site 13'] },
        webhooks: { events: { 'lead.delivered': false }, headers: { 'X-A.B': 'c' } },
        documents: [{ name: 'Retainer', metadataOverrides: { case: 'roundup' } }],
      };
      const path = '/admin/v1/tenants/demo/items/campaigns/FULL';
      await asked(page, 'PUT', path, { item, basedOn: null });
      const before = await asked(page, 'GET', path);
      const searched: string[] = [];
      page.on('request', (request) => searched.push(request.url()));
      await page.goto(`${at.url}/items/demo/campaigns/FULL`);
      await page.getByLabel('Name *').waitFor();
      await page.evaluate(
        'document.querySelectorAll("details.form-part").forEach((part) => (part.open = true))',
      );
      await page
        .getByText('Add to Milestones', { exact: false })
        .or(page.getByRole('button', { name: 'Add to milestones' }))
        .first()
        .waitFor();
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await axeFindings(page)).toEqual([]);
      }
      expect(await page.getByText('Changed.').count()).toBe(0);
      // Which fields there are is asked when somebody looks for one.
      expect(searched.filter((url) => url.includes('fieldLibrary'))).toEqual([]);
      await save(page);
      await saved(page, 'FULL');
      const after = await asked(page, 'GET', path);
      expect(after.data).toEqual(before.data);
      expect(page.watched.complaints).toEqual([]);
      await page.context().close();
    },
    BUSY_MS,
  );

  it.each(screens)(
    'make a campaign with conditions, a cap, hours and a price by rule, on %s',
    async (name, screen) => {
      const id = name === 'a phone' ? 'NEWP' : 'NEWD';
      const page = await personAt(at, 'ada@example.com', '/campaigns?tenant=demo', screen);
      await page.getByRole('link', { name: 'New campaign' }).click();
      await pick(page, 'Client *', 'acme');
      await pick(page, 'Offer *', 'off_two');
      await page.getByLabel('Name *').fill('Made in a form');
      await page.getByLabel('Id *').fill(id);
      await open(page, 'Which leads');
      await page.getByRole('button', { name: 'Add to refuse leads' }).click();
      await page.getByRole('button', { name: 'Add a condition' }).click();
      await page.getByRole('combobox', { name: 'Field', exact: true }).fill('injury');
      await page.getByLabel('Value', { exact: true }).fill('no\nunknown');
      await page.getByText('injury is “no” or “unknown”').waitFor();
      await open(page, 'How many and when');
      await page.getByRole('button', { name: 'Add to caps and budgets' }).click();
      await page.getByLabel('Budget', { exact: true }).fill('5000.55');
      await page.getByRole('button', { name: 'Add hours on Monday' }).click();
      await open(page, 'Price and returns');
      await page.getByLabel('Amount', { exact: true }).first().fill('40');
      await page.getByRole('button', { name: 'Add to rules' }).click();
      await save(page);
      const rule = page.getByRole('group', { name: 'Rules 1' });
      await rule.getByText('is required').first().waitFor();
      expect(await untied(page)).toEqual([]);
      await page.getByRole('button', { name: 'Remove Rules 1' }).click();
      await open(page, 'Price and returns');
      await save(page);
      // Two problems, in a part that is open and in one that is closed.
      const currencies = page.getByLabel(/^Currency/);
      await eventually(
        'both problems stand beside their fields',
        async () =>
          (await page.locator('[aria-invalid="true"]').count()) === 2 && (await currencies.count()) === 2,
        60_000,
      );
      expect(await axeFindings(page)).toEqual([]);
      for (const currency of await currencies.all()) await currency.fill('USD');
      await save(page);
      await saved(page, id);
      expect(await at.world.stores.forTenant('demo').campaigns.find(id)).toMatchObject({
        deliveryLimits: [{ budget: 5000.55, currency: 'USD', type: 'daily' }],
        deliverySchedule: { specificDays: [{ day: 'Monday', startTime: '09:00', endTime: '17:00' }] },
        price: { currency: 'USD', amount: 40 },
      });
      const [content, wide] = await page.evaluate<[number, number]>(
        '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
      );
      expect(content).toBe(wide);
      await page.context().close();
    },
    BUSY_MS,
  );

  it(
    'are read and not changed by who may not save',
    async () => {
      const page = await personAt(at, 'eve@example.com', '/items/demo/campaigns/TEXAS');
      await page.getByText('Your role reads it and does not change it').waitFor();
      expect(await page.getByLabel('Name *').isDisabled()).toBe(true);
      for (const action of ['Save', 'Pause', 'Archive', 'Check'])
        expect(await page.getByRole('button', { name: action, exact: true }).count()).toBe(0);
      await page.goto(`${at.url}/new/demo/campaigns`);
      await page.getByRole('heading', { name: 'Not found' }).waitFor();
      await page.context().close();
    },
    BUSY_MS,
  );

  it(
    'archive an offer, hide it in the list and in pickers, and take it out again',
    async () => {
      const page = await personAt(at, 'ada@example.com', '/items/demo/offers');
      await newOffer(at, page, 'off_old');
      const turn = async (does: string) => {
        await page.getByRole('button', { name: does, exact: true }).click();
        await page.getByRole('dialog').getByRole('button', { name: does, exact: true }).click();
      };
      await turn('Archive');
      await page.getByText('It is archived: its campaigns go on.').waitFor();
      await page.goto(`${at.url}/items/demo/offers`);
      await page.getByRole('row', { name: /off_/ }).first().waitFor();
      expect(await page.getByText('off_old').count()).toBe(0);
      await page.getByLabel('Archived').selectOption('true');
      await page.getByRole('link', { name: 'off_old' }).click();
      await turn('Take out of the archive');
      await page.getByRole('button', { name: 'Archive', exact: true }).waitFor();

      const item = { key: 'hair', label: 'Hair', category: 'question', dataType: 'string', active: false };
      await asked(page, 'PUT', '/admin/v1/tenants/demo/items/fieldLibrary/hair', { item, basedOn: null });
      await page.goto(`${at.url}/items/demo/fieldLibrary/hair`);
      await page.getByText('It is archived: nothing uses it.').waitFor();
      expect(await page.getByRole('button', { name: 'Resume' }).count()).toBe(0);
      await turn('Take out of the archive');
      await page.getByRole('button', { name: 'Archive', exact: true }).waitFor();
      expect(await page.getByRole('button', { name: 'Pause' }).count()).toBe(0);
      await page.context().close();
    },
    BUSY_MS,
  );

  it(
    'ask for the secret that a look-up refers to and nobody has set, and pause the look-up, which no list then calls in use',
    async () => {
      const page = await personAt(at, 'ada@example.com', '/items/demo/lookups');
      const url = 'https://dnc.example/v1?phone={{ phone_national }}&key={{ secrets.dnc_key }}';
      const item = { lookupId: 'lk_dnc', url, map: [{ field: 'code', jsonPath: '$.code' }] };
      await asked(page, 'PUT', '/admin/v1/tenants/demo/items/lookups/lk_dnc', { item, basedOn: null });
      await page.goto(`${at.url}/items/demo/lookups/lk_dnc`);
      const secrets = page.getByRole('region', { name: 'Secrets to save first' });
      await secrets.getByRole('button', { name: 'Save the secret dnc_key' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Value').fill('k-4711');
      await dialog.getByRole('button', { name: 'Save secret' }).click();
      await dialog.waitFor({ state: 'detached' });
      await secrets.waitFor({ state: 'detached' });
      await page.getByLabel('Address *').fill(url.replace('dnc_key', 'other_key'));
      await secrets.getByText('other_key').waitFor();
      await page.getByRole('button', { name: 'Discard' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
      await secrets.waitFor({ state: 'detached' });

      await page.getByRole('button', { name: 'Pause' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Pause' }).click();
      await page.getByRole('button', { name: 'Resume' }).waitFor();
      expect(await at.world.stores.forTenant('demo').lookups.find('lk_dnc')).toMatchObject({ active: false });
      await page.goto(`${at.url}/items/demo/lookups?archived=true`);
      await page.getByRole('row', { name: /lk_dnc/ }).waitFor();
      expect(await page.getByText('in use', { exact: true }).count()).toBe(0);
      await page.context().close();
    },
    BUSY_MS,
  );
});
