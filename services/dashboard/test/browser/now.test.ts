/** The first page in a real browser: findings in words, and live figures. */
import { duringTests, eventually, putItem, putTenant } from '@sluice/testing';
import { setTimeout as pause } from 'node:timers/promises';
import { deliveryQueue } from '@sluice/contracts';
import { createProducer } from '@sluice/queue';
import { inBrowser, openDashboard, phone } from './open-dashboard.js';

const at = duringTests(openDashboard);

inBrowser('the first page', () => {
  beforeAll(async () => {
    await putTenant(at.world.stores.tenants, { tenantId: 'demo', name: 'Demo', settings: {} });
    await putItem(at.world.stores.forTenant('demo').deliveryEndpoints, 'end_acme', {
      deliveryEndpointId: 'end_acme',
      name: 'Acme',
      url: 'https://acme.example/leads',
      method: 'POST',
      format: 'json',
      timeoutSeconds: 10,
      onAmbiguous: 'retry',
      responseRules: [],
    });
  });

  it('shows the leads of this minute as they arrive, without a reload', async () => {
    const page = await at.loggedInAt('/');
    const figure = page.locator('.figure', { hasText: 'Leads this minute' }).locator('.value');
    const shown = async () => Number((await figure.textContent())?.replaceAll(',', ''));
    const { figures, clock } = at.world.stores;
    // The figure begins anew with the next minute.
    const leftMs = 60_000 - (clock.now().getTime() % 60_000);
    if (leftMs < 10_000) await pause(leftMs + 100);
    const before = await shown();
    for (let n = 0; n < 1_234; n += 1) figures.countAccepted('demo');
    await figures.flush();
    await eventually('the figure moves', async () => (await shown()) >= before + 1_000, 6_000);
    await page.context().close();
  });

  it('names a failing buyer within ten seconds, with the number of waiting leads and a link to it', async () => {
    const { stores, redis } = at.world;
    const page = await at.loggedInAt('/');
    await page.getByRole('heading', { name: 'Now', level: 1 }).waitFor();
    expect(await page.getByText('Buyer "Acme"').count()).toBe(0);

    const producer = createProducer(redis);
    const since = new Date();
    for (let n = 0; n < 7; n += 1) {
      const payload = { tenantId: 'demo', submissionId: `sub_${n}`, generation: 0 };
      await producer.add(deliveryQueue, { payload, since, lane: 'endpoint.end_acme' });
      stores.receivers.noteAnswer('demo', 'end_acme', {
        at: stores.clock.now(),
        leadId: `lead_${n}`,
        submissionId: `sub_${n}`,
        n: 1,
        outcome: 'retry',
        status: 500,
        durationMs: 20,
      });
    }
    const openUntil = new Date(stores.clock.now().getTime() + 60_000);
    await stores.forTenant('demo').openCircuits.note('end_acme', openUntil, stores.clock.now());
    // The answers and the circuit may be written one after the other, and shown so.
    const finding = page.getByRole('link', {
      name: /Buyer "Acme" answers 500 since \d\d:\d\d:\d\d \S+ \(.+\); 7 leads wait; its circuit tries again in/,
    });
    await finding.waitFor({ timeout: 10_000 });
    expect(await finding.getAttribute('href')).toBe('/buyers/demo/end_acme');
    await producer.close();
    await page.context().close();
  });

  it('has a button for the operation that resolves a finding, which asks first', async () => {
    const { tenantHolds, clock } = at.world.stores;
    await tenantHolds.put({ tenantId: 'demo', by: 'nadia', reason: 'wrong buyer', since: clock.now() });
    const page = await at.loggedInAt('/');
    await page.getByRole('button', { name: 'Release calls' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Outbound calls of demo on hold by nadia').waitFor();
    await dialog.getByRole('button', { name: 'Release calls' }).click();
    await page.getByText('Release calls: done.', { exact: true }).waitFor();
    expect(await tenantHolds.all()).toEqual([]);
    await page.context().close();
  });

  it('fits on a phone without scrolling sideways', async () => {
    const page = await at.loggedInAt('/', phone);
    await page.locator('.figures').waitFor();
    const width = await page.evaluate<number>('document.documentElement.scrollWidth');
    expect(width).toBeLessThanOrEqual(375);
    await page.context().close();
  });

  it('has a menu that nothing sticks out of, however long the address of the person is', async () => {
    const page = await at.loggedInAt('/');
    await page.locator('.operator-name').waitFor();
    const edges = await page.evaluate<readonly number[]>(`(() => {
      document.querySelector('.operator-name').textContent = 'someone.with.a.long.name@company.example';
      const right = (one) => one.getBoundingClientRect().right;
      return [document.querySelector('#side'), ...document.querySelectorAll('.side-foot *')].map(right);
    })()`);
    expect(Math.max(...edges)).toBe(edges[0]);
    await page.context().close();
  });
});
