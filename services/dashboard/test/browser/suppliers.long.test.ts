/** Suppliers looked after in the dashboard: their numbers, keys, instructions, leads and sites, by keyboard alone. */
import { campaignSchema, type Supplier } from '@sluice/contracts';
import { lastDays } from '@sluice/domain';
import { reportSupplier } from '@sluice/reports';
import {
  accepted,
  aStoredSupplier,
  aSubmission,
  duringTests,
  nextNumber,
  press,
  putItem,
  putTenant,
  tabTo,
  zoneAtNoon,
} from '@sluice/testing';
import { choose, goTo, isForEveryone, screens } from './by-keyboard.js';
import { putDemoTenant } from './demo-leads.js';
import { inBrowser, openDashboard, pick } from './open-dashboard.js';

const at = duringTests(openDashboard);
const timezone = zoneAtNoon(new Date());
const of = () => at.world.stores.forTenant('demo');
const now = () => at.world.stores.clock.now();

const putSupplier = (supplierId: string, name: string, said: Partial<Supplier> = {}) =>
  putItem(of().suppliers, supplierId, aStoredSupplier({ supplierId, name, ...said }));

/** A lead of a site of sup_north that ended like this, and cost 12 dollars if it was placed. */
async function sent(subId1: string, status: 'delivered' | 'rejected'): Promise<string> {
  const source = { supplierId: 'sup_north', sentTo: 'ACMRU', subIds: { subId1 } };
  const submissionId = `sub_6${String(nextNumber()).padStart(25, '0')}`;
  const submission = aSubmission({ submissionId, acceptedAt: now(), ...source });
  const { leadId, acceptedAt: receivedAt } = submission;
  await at.world.stores.accept(accepted(submission));
  const cost = { type: 'cost', minor: 1_200, currency: 'USD', occurredAt: now(), receivedAt } as const;
  const entry = { entryId: `${leadId}.cost`, ...cost, leadId, submissionId, campaignId: 'ACMRU', ...source };
  await of().conclusions.close(submissionId, {
    end: { status, endedAt: now() },
    lead: { leadId, submissionId, status, ended: true, at: now() },
    ledger: status === 'delivered' ? [entry] : [],
    receivedAt,
  });
  return leadId;
}

let leadOfSite: string;

inBrowser('suppliers', () => {
  beforeAll(async () => {
    const { stores } = at.world;
    await putDemoTenant(stores);
    await putTenant(stores.tenants, { tenantId: 'demo', name: 'Demo Leads', settings: { timezone } });
    const acme = (await of().campaigns.find('ACMRU'))!;
    const suppliers = { mode: 'deny', entries: ['sup_north/site-13'] };
    await putItem(of().campaigns, 'ACMRU', campaignSchema.parse({ ...acme, suppliers }));
    await putSupplier('sup_north', 'North Media', {
      campaigns: ['ACMRU', 'TEXAS', 'GONE1'],
      limits: [{ type: 'daily', cap: 500 }],
      cost: { mode: 'per_lead', amount: 12, currency: 'USD' },
    });
    await putSupplier('sup_own', 'Landing page');
    await putSupplier('sup_gone', 'Given up', { archivedAt: '2026-01-02T00:00:00.000Z' });
    for (const status of ['delivered', 'delivered', 'rejected'] as const)
      leadOfSite = await sent('site-17', status);
    await sent('site-13', 'rejected');
  });

  it.each(screens)(
    'are shown with the numbers that they are told, and get keys and instructions, on %s',
    async (name, screen) => {
      const page = await at.loggedInAt('/?tenant=demo', screen);
      const button = (does: string) => page.getByRole('button', { name: does, exact: true });
      const dialog = page.getByRole('dialog');
      const panel = (title: string) => page.getByRole('region', { name: title, exact: true });

      await goTo(page, 'Suppliers');
      const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: 'sup_north' }) });
      await row.getByText('0 of 500').waitFor();
      await isForEveryone(page);
      const days = { ...lastDays({}, 1, now(), timezone), timezone, groupBy: ['day'] as const };
      const [told] = await reportSupplier(at.world.core, 'demo', 'sup_north', days);
      const { received, accepted: taken, rejected, duplicate, pending } = told!;
      expect([received, taken, rejected]).toEqual([4, 2, 2]);
      const numbers = [received, taken, rejected, duplicate, pending].map(String);
      const cells = await row.getByRole('cell').allTextContents();
      expect(cells.slice(2, 8)).toEqual([...numbers, '$24.00']);
      expect(await page.getByText('Given up').count()).toBe(0);
      await choose(page.getByRole('combobox', { name: 'Archived' }), 'Shown');
      await page.getByText('Given up').waitFor();

      await press(page.getByRole('link', { name: 'sup_north' }));
      await page.getByRole('heading', { name: 'North Media', level: 1 }).waitFor();
      await page.getByText('$12.00 for each lead that qualifies').waitFor();
      await page.getByText('there is no such campaign').waitFor();
      const today = await panel('Today, as the supplier sees it').locator('.value').allTextContents();
      expect(today).toEqual([...numbers, '$24.00']);
      await isForEveryone(page);

      await press(button('Make a link'));
      await choose(dialog.getByRole('combobox', { name: 'Campaign' }), 'Acme ACMRU');
      await choose(dialog.getByRole('combobox', { name: 'Expires' }), 'after 30');
      await isForEveryone(page);
      await press(dialog.getByRole('button', { name: 'Make link' }));
      const link = dialog.getByText('https://leads.example/post/');
      await link.waitFor();
      await isForEveryone(page);
      const token = ((await link.textContent()) ?? '').split('/post/')[1] ?? '';
      const linked = () => at.world.stores.postingLinks.find(token);
      expect(await linked()).toEqual({ tenantId: 'demo', supplierId: 'sup_north', campaignId: 'ACMRU' });
      await press(dialog.getByRole('button', { name: 'I have saved it' }));
      const links = panel('Posting instructions').getByRole('row').filter({ hasText: 'ACMRU' });
      await links.waitFor();
      expect(await page.getByText(token).count()).toBe(0);
      await press(links.getByRole('button', { name: 'Revoke' }));
      await press(dialog.getByRole('button', { name: 'Revoke' }));
      await page.getByText('No links yet').waitFor();
      expect(await linked()).toBeUndefined();

      await press(button('Generate API key'));
      await tabTo(dialog.getByLabel('Name'));
      await page.keyboard.type(`tracker on ${name}`);
      await press(dialog.getByRole('button', { name: 'Generate API key' }));
      const key = (await dialog.locator('code').textContent()) ?? '';
      expect(await at.world.stores.apiKeys.holderOf(key)).toMatchObject({ supplierId: 'sup_north' });
      await press(dialog.getByRole('button', { name: 'I have saved it' }));
      await panel('API keys of North Media').getByText(`tracker on ${name}`).waitFor();
      await isForEveryone(page);

      await press(page.getByRole('link', { name: 'Report by site' }));
      await page.getByRole('heading', { name: 'Reports', level: 1 }).waitFor();
      const site = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'site-17' }) });
      await site.getByText('$24.00').first().waitFor();
      await isForEveryone(page);
      await press(site.getByRole('link', { name: '3', exact: true }).first());
      await page.getByRole('heading', { name: 'Leads', level: 1 }).waitFor();
      await page.getByRole('rowheader').nth(2).waitFor();
      expect(await page.getByRole('rowheader').count()).toBe(3);
      expect(page.watched.complaints).toEqual([]);
      await page.context().close();
    },
    240_000,
  );

  it('and their sites narrow the leads, stand on the page of a lead, and lead to the supplier', async () => {
    const page = await at.loggedInAt('/leads?tenant=demo');
    await pick(page, 'Suppliers', 'north');
    await page.getByRole('button', { name: 'Remove North Media (sup_north)' }).waitFor();
    await page.getByLabel('Site (sub id 1)').fill('site-13');
    await page.waitForURL(/subId1=site-13/);
    await page.getByText('site-13').first().waitFor();
    await page.getByText('site-17').first().waitFor({ state: 'detached' });
    await page.getByRole('rowheader').first().waitFor();
    expect(await page.getByRole('rowheader').count()).toBe(1);
    await page.goto(`${at.url}/leads/demo/${leadOfSite}`);
    await page.getByText('site-17').waitFor();
    await page.getByRole('link', { name: 'sup_north' }).click();
    await page.getByRole('heading', { name: 'North Media', level: 1 }).waitFor();
    await page.context().close();
  }, 60_000);

  it('are asked about in a what-if: the campaign that denies a site does not take its lead', async () => {
    const page = await at.loggedInAt('/what-if?tenant=demo&campaign=ACMRU');
    await pick(page, 'Supplier that sends the made-up lead', 'north');
    await page.getByLabel('Its site (sub id 1)').fill('site-13');
    await page.getByRole('button', { name: 'What would happen?' }).click();
    const result = page.getByRole('region', { name: 'Now' }).last();
    await result.getByText('rejected').first().waitFor();
    await page.getByLabel('Its site (sub id 1)').fill('site-17');
    await page.getByRole('button', { name: 'What would happen?' }).click();
    await result.getByText('sent to ACMRU').first().waitFor();
    await page.context().close();
  }, 60_000);
});
