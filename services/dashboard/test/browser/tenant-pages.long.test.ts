/** Guarantees of every page of one tenant: the right tenant, its time zone, and a message if either is unknown. */
import { campaignSchema, deliveryQueue } from '@sluice/contracts';
import { createProducer } from '@sluice/queue';
import {
  aStoredSupplier,
  axeFindings,
  duringTests,
  eventually,
  putItem,
  putTenant,
  tooSmall,
} from '@sluice/testing';
import { putDemoTenant, decidedLead } from './demo-leads.js';
import { operator } from '../dashboards.js';
import { inBrowser, openDashboard, phone } from './open-dashboard.js';

const at = duringTests(openDashboard);
const times = { createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' };

inBrowser('the pages of a tenant', () => {
  beforeAll(async () => {
    const { stores } = at.world;
    await putTenant(stores.tenants, {
      tenantId: 'alpha',
      name: 'Alpha',
      settings: { timezone: 'Asia/Kolkata' },
    });
    await putDemoTenant(stores);
    await putItem(
      stores.forTenant('demo').suppliers,
      'sup_north',
      aStoredSupplier({
        supplierId: 'sup_north',
        name: 'North Media',
        limits: [{ type: 'daily', cap: 500 }],
      }),
    );
    await putItem(
      stores.forTenant('demo').campaigns,
      'FULL',
      campaignSchema.parse({
        campaignId: 'FULL',
        name: 'Full',
        clientId: 'cli_acme',
        offerId: 'off_roundup',
        ...times,
        deliveryLimits: [{ cap: 0, type: 'daily' }],
      }),
    );
  });

  it('keep the tenant that was viewed last, across pages and logins', async () => {
    const page = await at.loggedInAt('/campaigns?tenant=demo');
    const tenant = page.getByRole('combobox', { name: 'Tenant', exact: true });
    await page.getByRole('link', { name: 'TEXAS' }).waitFor();
    for (const name of ['Leads', 'Buyers', 'Settings']) {
      await page.getByRole('link', { name, exact: true }).click();
      await page.getByRole('heading', { name, level: 1 }).waitFor();
      await tenant.waitFor();
      expect([name, await tenant.inputValue()]).toEqual([name, 'demo']);
    }
    await page.goto(`${at.url}/attention`);
    await tenant.waitFor();
    expect(await tenant.inputValue()).toBe('demo');
    await page.context().close();
  }, 60_000);

  it('have the tenant in their address, so that a link shows a colleague the same', async () => {
    const page = await at.loggedInAt('/buyers?tenant=alpha');
    await page.getByRole('link', { name: 'Ledger' }).click();
    await page.waitForURL('**/ledger?tenant=alpha');
    await page.goto(`${at.url}/campaigns/demo/TEXAS`);
    const tenant = page.getByRole('combobox', { name: 'Tenant', exact: true });
    await tenant.waitFor();
    expect(await tenant.inputValue()).toBe('demo');
    expect(await page.getByRole('link', { name: 'Returns' }).getAttribute('href')).toBe(
      '/returns?tenant=demo',
    );
    await tenant.selectOption('alpha');
    await page.waitForURL('**/campaigns?tenant=alpha');
    const kept = () => page.evaluate<string | null>('localStorage.getItem("sluice.tenant")');
    await eventually('the tenant is remembered', async () => (await kept()) === 'alpha');
    // An address from before names no tenant, and is completed.
    await page.goto(`${at.url}/settings`);
    await page.waitForURL('**/settings?tenant=alpha');
    await page.context().close();
  });

  it('report an unknown tenant instead of showing another one', async () => {
    const page = await at.loggedInAt('/queues');
    for (const address of [
      '/leads',
      '/reports',
      '/returns',
      '/ledger',
      '/campaigns',
      '/suppliers',
      '/what-if',
      '/attention',
      '/buyers',
      '/webhooks',
    ]) {
      await page.goto(`${at.url}${address}?tenant=nobody`);
      await page.getByText('There is no tenant “nobody”').waitFor();
      await page.getByRole('combobox', { name: 'Tenant', exact: true }).selectOption('demo');
      await page.getByText('There is no tenant “nobody”').waitFor({ state: 'detached' });
    }
    await page.context().close();
  }, 60_000);

  it('report that tenants could not be loaded, not that there are none, and reload them on request', async () => {
    const page = await at.newPage();
    await page.route('**/admin/v1/tenants?*', (route) => route.fulfill({ status: 500, body: '{}' }));
    await page.goto(`${at.url}/leads`);
    await page.getByLabel('E-mail address').fill(operator);
    await page.getByLabel('Password').fill('quiet-heron-7719');
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByText('Could not load this').waitFor();
    expect(await page.getByText('No tenants yet').count()).toBe(0);
    await page.unroute('**/admin/v1/tenants?*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('No matching leads').or(page.locator('tbody tr')).first().waitFor();
    await page.context().close();
  });

  it('drop another tenant’s campaign, and report an address that names a campaign of another tenant', async () => {
    const page = await at.loggedInAt('/what-if?tenant=demo&campaign=ACMRU');
    await page.getByLabel('First name').waitFor();
    await page.getByRole('combobox', { name: 'Tenant', exact: true }).selectOption('alpha');
    await page.getByText('No campaigns yet').waitFor();
    expect(new URL(page.url()).searchParams.get('campaign')).toBeNull();
    await page.goto(`${at.url}/what-if?tenant=demo&campaign=OTHER`);
    await page.getByText('There is no campaign OTHER').waitFor();
    await page.context().close();
  });

  it('show times and read dates in the tenant’s time zone, with UTC on hover', async () => {
    const { stores } = at.world;
    const { leadId } = await decidedLead(stores, { firstName: 'Zoe' });
    // Half past ten at night in New York is the next day in UTC and in the browser.
    const createdAt = new Date('2026-01-16T03:30:00Z');
    const page = await at.loggedInAt('/leads?tenant=demo', { timezoneId: 'UTC' });
    await stores.forTenant('demo').leads.find(leadId);
    await page.route('**/admin/v1/tenants/demo/leads/*/timeline', async (route) => {
      const answer = await route.fetch();
      const body = (await answer.json()) as { data: { lead: { createdAt: string } } };
      body.data.lead.createdAt = createdAt.toISOString();
      await route.fulfill({ response: answer, json: body });
    });
    await page.goto(`${at.url}/leads/demo/${leadId}`);
    const created = page.locator('dt:has-text("Created") + dd time').first();
    await created.waitFor();
    expect(await created.textContent()).toBe('Thu 15 Jan 2026, 22:30:00 EST');
    expect(await created.getAttribute('title')).toContain('2026-01-16 03:30:00 UTC');

    const asking = page.waitForRequest((request) => /\/admin\/v1.*from=/.test(request.url()));
    await page.goto(`${at.url}/leads?tenant=demo&from=2026-01-15&to=2026-01-15`);
    const { searchParams } = new URL((await asking).url());
    expect([searchParams.get('from'), searchParams.get('to')]).toEqual([
      '2026-01-15T05:00:00.000Z',
      '2026-01-16T04:59:59.999Z',
    ]);
    await page.context().close();
  });

  it('show a campaign with a full cap as full, not as open', async () => {
    const page = await at.loggedInAt('/campaigns?tenant=demo');
    const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: 'FULL' }) });
    await row.getByText('full', { exact: true }).waitFor();
    await row.getByText('resets').waitFor();
    expect(await row.getByText('open', { exact: true }).count()).toBe(0);
    await page.context().close();
  });

  it('show buyers with their outcomes and waiting leads, those in trouble first, and the answers of each', async () => {
    const { stores, redis } = at.world;
    const answer = { at: stores.clock.now(), leadId: 'lead_1', submissionId: 'sub_1', durationMs: 20 };
    for (let n = 1; n <= 4; n += 1)
      stores.receivers.noteAnswer('demo', 'ep_acme', { ...answer, n, outcome: 'retry', status: 502 });
    await stores.receivers.flush();
    const producer = createProducer(redis);
    const payload = { tenantId: 'demo', submissionId: 'sub_9', generation: 0 };
    await producer.add(deliveryQueue, { payload, since: new Date(), lane: 'endpoint.ep_acme' });
    await producer.close();

    const page = await at.loggedInAt('/buyers?tenant=demo');
    const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: 'Acme' }) });
    await row.getByText('failing', { exact: true }).waitFor();
    expect(await row.textContent()).toMatch(/failing since \d\d:\d\d:\d\d/);
    expect(await row.locator('td').nth(1).textContent()).toBe('1');
    await row.getByRole('link', { name: 'Acme' }).click();
    await page.getByRole('heading', { name: 'Acme', level: 1 }).waitFor();
    await page.getByRole('region', { name: 'Latest answers' }).getByText('502').first().waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.context().close();
  }, 60_000);

  it("open a buyer's circuit with a reason, show who opened it, and close it after a confirmation", async () => {
    const given = async () => (await at.world.stores.receivers.find('demo', 'ep_acme'))?.order;
    const page = await at.loggedInAt('/buyers/demo/ep_acme');
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Open circuit' }).click();
    await dialog.getByText('Its leads wait and use up no attempts').waitFor();
    await dialog.getByLabel('Reason').fill('they migrate tonight');
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Open circuit' }).click();
    await page.getByText('until closed by hand').waitFor();
    await page.getByText('they migrate tonight').waitFor();
    expect(await given()).toMatchObject({ kind: 'open', reason: 'they migrate tonight' });

    const others = await at.loggedInAt('/');
    const finding = others.getByRole('link', { name: /Circuit of buyer "Acme" held open by/ });
    expect(await finding.textContent()).toMatch(
      /they migrate tonight.+since \d\d:\d\d:\d\d \S+ \(.+\); 1 lead waits/,
    );
    await finding.click();
    await others.getByRole('heading', { name: 'Acme', level: 1 }).waitFor();
    await others.context().close();

    await page.getByRole('button', { name: 'Close circuit' }).click();
    await dialog.getByText('the waiting leads continue').waitFor();
    await dialog.getByRole('button', { name: 'Close circuit' }).click();
    await page.getByRole('button', { name: 'Open circuit' }).waitFor();
    expect(await given()).toMatchObject({ kind: 'closed' });
    await page.context().close();
  }, 60_000);

  it('switch a webhook receiver on after a confirmation', async () => {
    const { webhookUrls } = at.world.stores.forTenant('demo');
    await webhookUrls.disable({ url: 'https://gone.example/hook', headers: {} }, 'gone', new Date());
    const page = await at.loggedInAt('/webhooks?tenant=demo');
    const row = page.getByRole('row', { name: 'https://gone.example/hook' });
    await row.getByText('it answered 410 Gone').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await row.getByRole('button', { name: 'Switch on' }).click();
    await page.getByRole('dialog').getByText('Events it missed are not sent').waitFor();
    expect(await webhookUrls.switchedOff()).toHaveLength(1);
    await page.getByRole('dialog').getByRole('button', { name: 'Switch on' }).click();
    await page.getByText('No receivers yet').waitFor();
    expect(await webhookUrls.switchedOff()).toEqual([]);
    await page.context().close();
  });

  it('scroll neither sideways nor inside themselves on a phone, and a finger can hit what is on them, with data', async () => {
    const page = await at.loggedInAt('/leads?tenant=demo', phone);
    for (const address of [
      '/leads',
      '/reports',
      '/returns',
      '/ledger',
      '/campaigns',
      '/campaigns/demo/ACMRU',
      '/suppliers',
      '/suppliers/demo/sup_north',
      '/what-if',
      '/buyers',
      '/buyers/demo/ep_acme',
      '/queues',
      '/settings',
      '/settings/keys',
      '/settings/file',
      '/settings/secrets',
      '/settings/credentials',
      '/settings/calls',
      '/settings/retention',
      '/settings/admin-keys',
      '/',
      '/attention',
      '/webhooks',
      '/statements',
      '/people',
      '/operators',
      '/audit',
    ]) {
      await page.goto(at.url + address);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      await page.getByText('Loading…').first().waitFor({ state: 'detached' });
      const [content, screen] = await page.evaluate<[number, number]>(
        '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
      );
      expect([address, content]).toEqual([address, screen]);
      const scrolling = await page.evaluate<string[]>(
        '[...document.querySelectorAll(".table-scroll")].filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.ariaLabel)',
      );
      expect([address, scrolling]).toEqual([address, []]);
      expect([address, await tooSmall(page)]).toEqual([address, []]);
    }
    await page.goto(`${at.url}/buyers`);
    const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: 'Acme' }) });
    await row.getByRole('cell').first().waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.context().close();
  }, 400_000);
});
