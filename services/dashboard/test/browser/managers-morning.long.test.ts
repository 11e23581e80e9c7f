/** A campaign manager's morning, told in one go by keyboard alone: a new buyer, a new campaign, and what else is to be done. */
import { offerSchema, readSettings } from '@sluice/contracts';
import type { Logger } from '@sluice/process';
import { duringTests, everythingIn, listen, press, putItem, redisAsText } from '@sluice/testing';
import type { Locator, Page } from 'playwright-core';
import { choose, goTo, isForEveryone, screens, turnTo } from './by-keyboard.js';
import { decidedLead, putDemoTenant } from './demo-leads.js';
import { fillItem, keyboard, openPart } from './fill-item.js';
import { asked, inBrowser, memberOf, openDashboard, personAt } from './open-dashboard.js';

const DAY_MS = 86_400_000;
const LEADS = 100;
/** A hundred leads are decided while other tests run. */
const BUSY_MS = 120_000;
const PASTED = 's3cret-of-the-documentation';
const KEY = 'k-8812-of-the-buyer';

/** All that the dashboard has logged. */
const logged: string[] = [];
const note = (...line: readonly unknown[]): void => void logged.push(JSON.stringify(line));
const log: Logger = { error: note, warn: note, info: note, debug: note, child: () => log };

const at = duringTests(() => openDashboard(readSettings({ outboundAllow: ['127.0.0.0/8'] }), log));
const of = () => at.world.stores.forTenant('demo');
/** The keys that the buyer got; it refuses every lead, and quotes the key. */
const keys: unknown[] = [];
const buyer = duringTests(() =>
  listen(({ headers }, response) => {
    keys.push(headers['x-api-key']);
    response.writeHead(422).end(JSON.stringify({ ok: false, why: 'no ZIP', key: headers['x-api-key'] }));
  }),
);

const { write } = keyboard;
const button = (within: Page | Locator, name: string | RegExp) =>
  within.getByRole('button', { name, exact: true });
const region = (page: Page, name: string | RegExp) => page.getByRole('region', { name, exact: true });
const link = (page: Page, name: string) =>
  press(page.getByRole('main').getByRole('link', { name, exact: true }));
const confirm = (page: Page, does: string) => press(button(page.getByRole('dialog'), does));
async function save(page: Page, id: string): Promise<void> {
  await press(button(page, 'Save'));
  await page.getByText(`${id} is saved.`).first().waitFor();
}

/** What is not for everyone, by the station at which it is seen. */
const wrong: (readonly [string, unknown])[] = [];
const station = (page: Page, name: string) =>
  isForEveryone(page).catch((error: unknown) => void wrong.push([name, error]));

/** Opens the list of a kind by the menu. */
async function listOf(page: Page, title: string): Promise<void> {
  await goTo(page, 'Settings');
  await link(page, 'Set up');
  await link(page, title);
  await page.getByRole('heading', { name: title, level: 1 }).waitFor();
}

/** What the page is answered, and what its tab keeps. */
function watchedBy(page: Page) {
  const answers: Promise<string>[] = [];
  page.on('response', (response) => {
    // The live stream never ends.
    const isStream = response.headers()['content-type']?.includes('event-stream');
    if (!isStream) answers.push(response.text().catch(() => ''));
  });
  const kept = () => page.evaluate<string>('JSON.stringify([{ ...sessionStorage }, { ...localStorage }])');
  return async () => [...(await Promise.all(answers)), await kept(), await page.content()].join('\n');
}

/** Somebody took the price of TEXAS for cents, yesterday. */
async function changedYesterday(): Promise<void> {
  const page = await at.loggedInAt('/');
  const path = '/admin/v1/tenants/demo/items/campaigns/TEXAS';
  const { data } = await asked(page, 'GET', path);
  const item = { ...data.item, price: { currency: 'USD', amount: 0.4 } };
  expect((await asked(page, 'PUT', path, { item, basedOn: data.etag })).data.item).toMatchObject(item);
  const yesterday = new Date(at.world.stores.clock.now().getTime() - DAY_MS);
  await at.world.db.collection('itemVersions').updateMany({}, { $set: { at: yesterday } });
  await page.context().close();
}

async function connectBuyer(page: Page, id: string): Promise<void> {
  await listOf(page, 'Delivery endpoints');
  await link(page, 'New delivery endpoint');
  const example = `curl -X POST ${buyer.url}/in -H 'X-Api-Key: ${PASTED}' --json '{"first_name": "Ada", "state": "CA"}'`;
  await write(page.getByLabel('Example'), example);
  await press(button(page, 'Read the example'));
  await page.getByText('The form has what the example says.').waitFor();
  await write(page.getByLabel('Id *'), id);
  await station(page, 'the example is read');

  const secrets = region(page, 'Secrets to save first');
  await press(button(secrets, /^Save the secret /));
  const dialog = page.getByRole('dialog');
  await write(dialog.getByLabel('Name'), `key_of_${id}`);
  await write(dialog.getByLabel('Value'), KEY);
  await station(page, 'the secret is asked for');
  await confirm(page, 'Save secret');
  await dialog.waitFor({ state: 'detached' });
  await secrets.waitFor({ state: 'detached' });

  await press(button(page, 'Try'));
  await write(region(page, 'A lead').getByLabel('First name'), 'Grace');
  await press(button(page, 'Show the request'));
  const request = region(page, 'The request');
  await request.getByRole('row', { name: 'first_name' }).getByText('Grace').waitFor();
  await request.getByText(`{{ secrets.key_of_${id} }}`).first().waitFor();
  await station(page, 'the request');
  await turnTo(page, 'What to try', 'Answers');
  await write(page.getByLabel('Status', { exact: true }), '422');
  await write(page.getByLabel('Body', { exact: true }), '{"ok": false, "why": "no ZIP"}');
  await press(button(page, 'Read the answer'));
  await region(page, 'What it means').getByText('rejected', { exact: true }).waitFor();
  await station(page, 'a pasted answer');
  await turnTo(page, 'What to try', 'Mapping test');
  keys.length = 0;
  await press(button(page, 'Send a test…'));
  await confirm(page, 'Send test');
  await region(page, 'The test call').getByText('rejected', { exact: true }).first().waitFor();
  expect(keys).toEqual([KEY]);
  await station(page, 'the test call');
  await save(page, id);
}

async function makeCampaign(page: Page, id: string, endpoint: string): Promise<void> {
  const given = async (item: object) => fillItem(page, 'campaigns', { ...item }, keyboard);
  const conditions = [
    { field: 'state', operator: 'not_in', value: ['CA', 'NV'] },
    { field: 'injury', operator: 'not_equals', value: ['yes'] },
  ];
  await goTo(page, 'Campaigns');
  await link(page, 'New campaign');
  await page.getByLabel('Name *').waitFor();
  const who = { clientId: 'cli_acme', offerId: 'off_roundup', name: 'The West', campaignId: id };
  await given(who);
  await openPart(page, 'Which leads', keyboard);
  const refused = { name: 'Elsewhere', subRules: [{ logicalOperator: 'OR', conditions }] };
  await given({ disqualificationConditionals: [refused] });
  await page.getByText('state is none of “CA” or “NV” or injury is not “yes”').waitFor();
  await openPart(page, 'How many and when', keyboard);
  const limits = [
    { cap: 50, type: 'daily' },
    { budget: 2500.5, currency: 'USD', type: 'monthly' },
  ];
  await given({ deliveryLimits: limits });
  const hours = [{ day: 'Monday', startTime: '08:30', endTime: '18:00' }];
  await given({ deliverySchedule: { timezone: 'America/New_York', specificDays: hours } });
  await openPart(page, 'Where to', keyboard);
  await given({ deliveryEndpointId: endpoint });
  await openPart(page, 'Price and returns', keyboard);
  const west = {
    name: 'California',
    subRules: [{ conditions: [{ field: 'state', operator: 'equals', value: ['CA'] }] }],
  };
  await given({ price: { currency: 'USD', amount: 40, rules: [{ when: west, amount: 55 }] } });
  await given({ returns: { windowDays: 7, reasons: ['wrong_number'], maximumPercent: 10 } });
  await station(page, 'the campaign');

  await press(button(page, 'Try'));
  await choose(page.getByRole('combobox', { name: 'Leads of another campaign' }), 'ACMRU');
  await press(button(page, /^Try it on the last /));
  const ends = page
    .getByText(/of the last \d+ real leads would/)
    .or(page.getByRole('alert').filter({ visible: true }))
    .first();
  await ends.waitFor();
  expect(await ends.textContent()).toContain(`of the last ${LEADS} real leads would end differently`);
  expect(await of().campaigns.find(id)).toBeUndefined();
  await station(page, 'the last leads');
  await save(page, id);
  expect(await of().campaigns.find(id)).toMatchObject({
    ...who,
    deliveryEndpointId: endpoint,
    disqualificationConditionals: [refused],
    deliveryLimits: limits,
    deliverySchedule: { specificDays: hours },
    price: { amount: 40, rules: [{ when: west, amount: 55 }] },
    returns: { windowDays: 7, reasons: ['wrong_number'], maximumPercent: 10 },
  });

  await press(button(page, 'Pause'));
  await confirm(page, 'Pause');
  await button(page, 'Resume').waitFor();
  expect(await of().campaigns.find(id)).toMatchObject({ active: false });
  await station(page, 'paused');
  await link(page, 'Copy');
  await page.getByRole('heading', { name: 'New campaign', level: 1 }).waitFor();
  await write(page.getByLabel('Id *'), `${id}B`);
  await station(page, 'a copy');
  await save(page, `${id}B`);
  expect(await of().campaigns.find(`${id}B`)).toMatchObject({
    name: 'The West (copy)',
    deliveryLimits: limits,
  });
}

async function undoYesterday(page: Page): Promise<void> {
  const price = async () => (await of().campaigns.find('TEXAS'))?.price;
  expect(await price()).toMatchObject({ amount: 0.4 });
  await goTo(page, 'Campaigns');
  await link(page, 'TEXAS');
  await link(page, 'Edit');
  await link(page, 'History');
  await press(button(page, 'Before this change').first());
  await page.getByRole('row', { name: /Price/ }).first().waitFor();
  await station(page, 'history');
  await press(button(page, 'Restore'));
  await page.getByText('Changed. This tab keeps it').waitFor();
  await station(page, 'restored');
  await save(page, 'TEXAS');
  expect(await price()).toBeUndefined();
}

async function archiveOffer(page: Page, id: string): Promise<void> {
  await listOf(page, 'Offers');
  await link(page, id);
  await press(button(page, 'Archive'));
  await confirm(page, 'Archive');
  await page.getByText('It is archived: its campaigns go on.').waitFor();
  await station(page, 'archived');
  expect((await of().offers.find(id))?.archivedAt).toBeDefined();
}

inBrowser('the morning of a campaign manager', () => {
  beforeAll(async () => {
    const { stores } = at.world;
    await putDemoTenant(stores);
    const createdAt = '2026-01-01T00:00:00.000Z';
    for (const offerId of ['off_roundup', 'off_over_d', 'off_over_p']) {
      const said = { offerId, name: offerId, abbrev: 'RU', category: 'mass_tort', active: true };
      await putItem(of().offers, offerId, offerSchema.parse({ ...said, createdAt, updatedAt: createdAt }));
    }
    for (let n = 0; n < LEADS; n += 1)
      await decidedLead(stores, {
        address: { state: n % 2 === 0 ? 'CA' : 'NV' },
        questionnaire: { injury: 'yes' },
      });
    await memberOf(at, 'mia@example.com', 'manager', ['demo']);
  }, 240_000);

  it.each(screens)(
    'connects a buyer, makes and tries a campaign, undoes what was wrong, archives what is over, and shows a secret nowhere, on %s',
    async (name, screen) => {
      const on = name === 'a phone' ? 'p' : 'd';
      await changedYesterday();
      const page = await personAt(at, 'mia@example.com', '/?tenant=demo', screen);
      page.setDefaultTimeout(BUSY_MS);
      const seen = watchedBy(page);
      await connectBuyer(page, `end_${on}`);
      await makeCampaign(page, `WES${on.toUpperCase()}`, `end_${on}`);
      await undoYesterday(page);
      await archiveOffer(page, `off_over_${on}`);

      const { mongodbUrl, redisUrl } = at.world;
      const stored = JSON.stringify(await everythingIn(mongodbUrl));
      const all = [await seen(), stored, await redisAsText(redisUrl), ...logged];
      for (const secret of [PASTED, KEY])
        expect([secret, all.findIndex((text) => text.includes(secret))]).toEqual([secret, -1]);
      expect([wrong.splice(0), page.watched.complaints]).toEqual([[], []]);
      await page.context().close();
    },
    900_000,
  );
});
