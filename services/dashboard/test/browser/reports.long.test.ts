/** Guarantees of the page of reports. */
import { accepted, aSale, aSubmission, axeFindings, duringTests } from '@sluice/testing';
import { decidedLead, putDemoTenant } from './demo-leads.js';
import { inBrowser, openDashboard, phone } from './open-dashboard.js';

const at = duringTests(openDashboard);

inBrowser('the page of reports', () => {
  beforeAll(async () => {
    const { stores } = at.world;
    await putDemoTenant(stores);
    const data = { questionnaire: { injury: 'yes' } };
    const leads = [await decidedLead(stores, data), await decidedLead(stores, data)];
    const { conclusions } = stores.forTenant('demo');
    for (const [n, { leadId, submissionId }] of leads.entries()) {
      const end =
        n === 0 ? ({ status: 'delivered' } as const) : ({ status: 'rejected', reason: 'no' } as const);
      const now = stores.clock.now();
      const lead = { leadId, submissionId, ended: true, at: now, ...end };
      await conclusions.close(submissionId, { end: { ...end, endedAt: now }, lead });
      if (n > 0) continue;
      const sale = aSale('', { leadId, submissionId, occurredAt: now, receivedAt: now });
      await stores.forTenant('demo').ledger.book(sale);
    }
    // No report counts a test, nor by the status that a person sets.
    const test = aSubmission({ submissionId: 'sub_test', leadId: 'lead_test', isTest: true });
    await stores.accept(accepted({ ...test, campaignId: 'ACMRU' }));
    await stores.forTenant('demo').leadUpdates.apply([leads[1]?.leadId ?? ''], (lead) => ({
      lead: { ...lead, status: 'pending_action' },
      search: [],
      statusSetAt: stores.clock.now(),
    }));
  });

  it('shows the leads of the last days, money first, and columns without any number not at all', async () => {
    const page = await at.loggedInAt('/reports?tenant=demo');
    const row = page.getByRole('row').filter({ hasText: 'ACMRU' });
    await row.waitFor();
    const cells = await row.getByRole('cell').allTextContents();
    const heads = await page.getByRole('columnheader').allTextContents();
    // Columns without any number are left out.
    expect(heads).toEqual(['By', 'Revenue', 'Received', 'Qualified', 'Delivered', 'Rejected', 'Accepted']);
    expect(cells).toEqual(['$42.50', '2', '2', '1', '1', '50.0 %']);
    const figures = page.getByRole('region', { name: 'Money' });
    expect(await figures.textContent()).toBe('Revenue in USD$42.50');
    await page.getByRole('figure', { name: 'Revenue by day in USD' }).waitFor();
    await page.getByRole('figure', { name: 'Leads by day and outcome' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.context().close();
  }, 60_000);

  it.each(['day', 'campaign', 'placedCampaign', 'client', 'offer'])(
    'leads by %s from each number to a list of just as many leads',
    async (by) => {
      const page = await at.loggedInAt(`/reports?tenant=demo&by=${by}`);
      const links = page.getByRole('region', { name: 'Report' }).locator('a[href^="/leads"]');
      await links.first().waitFor();
      const numbers = await Promise.all(
        (await links.all()).map(async (link) => [await link.textContent(), await link.getAttribute('href')]),
      );
      // At least one row, and the totals.
      expect(numbers.length).toBeGreaterThan(4);
      for (const [said, address] of numbers) {
        await page.goto(`${at.url}${address ?? ''}`);
        const listed = page.getByRole('region', { name: 'Leads' }).getByRole('rowheader');
        await listed.first().waitFor();
        expect([address, String(await listed.count())]).toEqual([address, said]);
      }
      await page.context().close();
    },
    90_000,
  );

  it('leads from an amount to its entries where it counts on its own day', async () => {
    const page = await at.loggedInAt('/reports?tenant=demo&basis=occurred');
    const row = page.getByRole('row').filter({ hasText: 'ACMRU' });
    await row.waitFor();
    // The list of leads does not know when they ended.
    expect(await page.locator('main a[href^="/leads"]').count()).toBe(0);
    await row.getByRole('link', { name: '$42.50' }).click();
    await page.getByRole('heading', { name: 'Ledger', level: 1 }).waitFor();
    const entries = page.getByRole('region', { name: 'Ledger' }).getByRole('row');
    await entries.nth(1).waitFor();
    expect(await entries.count()).toBe(2);
    await page.context().close();
  }, 60_000);

  it('saves what it shows as CSV', async () => {
    const page = await at.loggedInAt('/reports?tenant=demo&by=campaign');
    const downloaded = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download CSV' }).click();
    const file = await downloaded;
    expect(file.suggestedFilename()).toMatch(/^demo-campaign-\d{4}-\d{2}-\d{2}-\d{4}-\d{2}-\d{2}\.csv$/);
    const chunks: Uint8Array[] = [];
    for await (const chunk of await file.createReadStream()) chunks.push(chunk as Uint8Array);
    const text = Buffer.concat(chunks).toString('utf8');
    expect(text.startsWith('\uFEFFcampaign,campaignName,received,')).toBe(true);
    expect(text).toContain('ACMRU,2,2,');
    await page.context().close();
  }, 60_000);

  it('fits on a phone', async () => {
    const page = await at.loggedInAt('/reports?tenant=demo', phone);
    await page.getByRole('row').filter({ hasText: 'ACMRU' }).waitFor();
    const [content, screen] = await page.evaluate<[number, number]>(
      '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
    );
    expect(content).toBe(screen);
    await page.context().close();
  }, 60_000);
});
