/** Fields of items whose being empty, or not being there, means something: what a form says of them is what is saved. */
import { duringTests, eventually } from '@sluice/testing';
import type { Page } from 'playwright-core';
import { putDemoTenant } from './demo-leads.js';
import { fillItem, keyboard, openParts } from './fill-item.js';
import { kept, save, saved } from './item-forms.js';
import { asked, inBrowser, openDashboard, personAt } from './open-dashboard.js';

const at = duringTests(openDashboard);
const BUSY_MS = 240_000;

const path = (section: string, id: string) => `/admin/v1/tenants/demo/items/${section}/${id}`;
const stored = async (id: string) => (await at.world.stores.forTenant('demo').campaigns.find(id))!;
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

const conditions = { subRules: [{ conditions: [{ field: 'state', operator: 'equals', value: ['CA'] }] }] };
const pixel = { triggerPoint: 'lead_qualified', pixelId: '1', platform: 'facebook', eventName: 'Lead' };

/** Makes a campaign, and opens every part of its form. */
async function openCampaign(page: Page, campaignId: string, said: object): Promise<void> {
  const item = { campaignId, name: 'Parts', clientId: 'cli_acme', offerId: 'off_parts', ...said };
  const body = { item, basedOn: null };
  expect(await asked(page, 'PUT', path('campaigns', campaignId), body)).toMatchObject({ data: { item } });
  await page.goto(`${at.url}/items/demo/campaigns/${campaignId}`);
  await openParts(page);
}

inBrowser('the form of an item', () => {
  beforeAll(async () => {
    await putDemoTenant(at.world.stores);
    await at.world.addOperator('ada@example.com', 'administer');
    const page = await personAt(at, 'ada@example.com', '/');
    const offer = { offerId: 'off_parts', name: 'Parts', abbrev: 'PA', category: 'mass_tort' };
    await asked(page, 'PUT', path('offers', 'off_parts'), { item: offer, basedOn: null });
    await page.context().close();
  }, BUSY_MS);

  it(
    'takes off what an item may be without, such as a price, a consent, the conditions of a pixel and a list of events',
    async () => {
      const page = await personAt(at, 'ada@example.com', '/');
      await openCampaign(page, 'OFF', {
        price: { currency: 'USD', amount: 40 },
        returns: { windowDays: 3 },
        consent: { trustedForm: { required: false } },
        suppliers: { mode: 'deny', entries: ['sup_north'] },
        pixelRules: [{ ...pixel, conditions }],
        webhooks: { timeoutSeconds: 7, events: { 'lead.delivered': true } },
      });
      for (const part of ['Price', 'Returns', 'Consent', 'Suppliers', 'Conditions'])
        await button(page, `Remove ${part}`).click();
      const rule = page.getByRole('group', { name: 'Pixels 1', exact: true });
      await rule.getByText('No condition: every lead matches.').waitFor();
      // Every event is sent without a list, and none by an empty one.
      const event = page.getByLabel('lead.delivered', { exact: true });
      await event.selectOption('Take it off the list');
      await event.waitFor({ state: 'detached' });
      await save(page);
      await saved(page, 'OFF');
      const { price, returns, consent, suppliers, pixelRules, webhooks } = await stored('OFF');
      expect({ price, returns, consent, suppliers }).toEqual({});
      expect({ pixelRules, webhooks }).toEqual({ pixelRules: [pixel], webhooks: { timeoutSeconds: 7 } });
      for (const part of ['Price', 'Conditions'])
        expect(await button(page, `Remove ${part}`).count()).toBe(0);
      await page.context().close();
    },
    BUSY_MS,
  );

  it(
    'takes off a reason that was read by a pattern',
    async () => {
      const page = await personAt(at, 'ada@example.com', '/');
      const rule = { when: { status: '422' }, outcome: 'rejected' };
      const reason = { jsonPath: '$.why', pattern: '^(.*)$' };
      const item = {
        ...{ deliveryEndpointId: 'ep_rule', url: 'https://buyer.example/in' },
        responseRules: [{ ...rule, reason }],
      };
      await asked(page, 'PUT', path('deliveryEndpoints', 'ep_rule'), { item, basedOn: null });
      await page.goto(`${at.url}/items/demo/deliveryEndpoints/ep_rule`);
      await openParts(page);
      const group = page.getByRole('group', { name: 'Reason', exact: true });
      for (const part of ['JSON path', 'Pattern']) await group.getByLabel(part, { exact: true }).fill('');
      await group.waitFor({ state: 'detached' });
      await save(page);
      await saved(page, 'ep_rule');
      const endpoint = await at.world.stores.forTenant('demo').deliveryEndpoints.find('ep_rule');
      expect(endpoint?.responseRules).toEqual([rule]);
      await page.context().close();
    },
    BUSY_MS,
  );

  it(
    'tells none of several from those by default: no answer leads to the next buyer once none is ticked',
    async () => {
      const page = await personAt(at, 'ada@example.com', '/');
      await openCampaign(page, 'NEXT', {});
      const nextOn = async () => (await stored('NEXT')).distribution?.nextOn;
      const group = page.getByRole('group', { name: /^Ask the next buyer/ });
      const [refused, byDefault] = [
        group.getByLabel('refused', { exact: true }),
        group.getByLabel('as by default'),
      ];
      expect([await byDefault.isChecked(), await refused.isChecked()]).toEqual([true, false]);
      await refused.check();
      expect(await byDefault.isChecked()).toBe(false);
      await refused.uncheck();
      await save(page);
      await saved(page, 'NEXT');
      expect(await nextOn()).toEqual([]);
      await page.reload();
      await openParts(page);
      expect([await byDefault.isChecked(), await refused.isChecked()]).toEqual([false, false]);
      await byDefault.check();
      await save(page);
      await eventually('it is by default', async () => (await nextOn()) === undefined, 60_000);
      await page.context().close();
    },
    BUSY_MS,
  );

  it(
    'keeps the values of a condition whose operator is chosen by arrow keys, and numbers among numbers, and says how sets are joined',
    async () => {
      const page = await personAt(at, 'ada@example.com', '/');
      const ages = { field: 'age', operator: 'equals', value: [18, 21] };
      const old = { field: 'state', operator: 'equals', value: ['NV'] };
      const subRules = [{ conditions: [ages] }, { conditions: [old] }];
      await openCampaign(page, 'KEYS', {
        disqualificationConditionals: [{ logicalOperator: 'OR', subRules }],
      });
      await page.getByText('(age is “18” or “21”) or (state is “NV”)').waitFor();
      await page.getByLabel('Value', { exact: true }).first().fill('18\n5.0');
      await page.getByLabel('Value', { exact: true }).first().fill('18\n5.05\n042');
      const operator = page.getByLabel('Operator', { exact: true }).first();
      // Past those that take no value.
      await keyboard.choose(operator, 'matches');
      await keyboard.choose(operator, 'equals');
      await save(page);
      await saved(page, 'KEYS');
      const [group] = (await stored('KEYS')).disqualificationConditionals ?? [];
      expect(group?.subRules[0]?.conditions).toEqual([{ ...ages, value: [18, 5.05, '042'] }]);
      await page.context().close();
    },
    BUSY_MS,
  );

  it(
    'shows no conflict with the same change, such as its own whose answer was lost',
    async () => {
      const page = await personAt(at, 'ada@example.com', '/');
      page.on('dialog', (dialog) => void dialog.accept());
      await openCampaign(page, 'SAME', {});
      await page.getByLabel('Name *').fill('The same');
      await eventually('it is kept', async () => (await kept(page)).includes('The same'), 60_000);
      const { data } = await asked(page, 'GET', path('campaigns', 'SAME'));
      const body = { item: { ...data.item, name: 'The same' }, basedOn: data.etag };
      await asked(page, 'PUT', path('campaigns', 'SAME'), body);
      await page.reload();
      await page.getByRole('heading', { name: 'The same', level: 1 }).waitFor();
      await eventually('nothing is changed', async () => !(await kept(page)).includes('The same'), 60_000);
      expect(await page.getByText('Somebody else').count()).toBe(0);
      await page.context().close();
    },
    BUSY_MS,
  );

  it(
    'stores nothing that may be a key, keeps it until the page is loaded again, and says so',
    async () => {
      const page = await personAt(at, 'ada@example.com', '/settings?tenant=demo');
      page.on('dialog', (dialog) => void dialog.accept());
      const endpoint = (accept: string) => ({
        ...{ deliveryEndpointId: 'ep_keys', url: 'https://buyer.example/in' },
        headers: { Accept: accept },
      });
      for (const [accept, basedOn] of [
        ['text/xml', null],
        ['text/plain', undefined],
      ] as const) {
        const live = await asked(page, 'GET', path('deliveryEndpoints', 'ep_keys'));
        const body = { item: endpoint(accept), basedOn: basedOn ?? live.data?.etag ?? null };
        await asked(page, 'PUT', path('deliveryEndpoints', 'ep_keys'), body);
      }
      await page.goto(`${at.url}/items/demo/deliveryEndpoints/ep_keys/history`);
      await button(page, 'Before this change').first().click();
      await button(page, 'Restore').click();
      const accept = page.getByLabel('Value of Accept');
      await openParts(page);
      expect(await accept.inputValue()).toBe('text/xml');
      await fillItem(page, 'deliveryEndpoints', { headers: { 'X-Partner': 'p-4711' } });
      await page.getByText('After a reload, type again what may be a key or a password.').waitFor();
      expect(await kept(page)).not.toContain('4711');
      await page.getByRole('link', { name: 'History' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
      await page.getByRole('link', { name: 'To the form' }).click();
      await openParts(page);
      expect(await page.getByLabel('Value of X-Partner').inputValue()).toBe('p-4711');
      await page.reload();
      await openParts(page);
      expect(await page.getByLabel('Value of X-Partner').count()).toBe(0);
      await page.context().close();
    },
    BUSY_MS,
  );
});
