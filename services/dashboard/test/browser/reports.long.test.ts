/** Guarantees of the page of reports. */
import { aSale, axeFindings, duringTests } from '@sluice/testing';
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
  });

  it('shows the leads of the last days, and each number leads to its leads', async () => {
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
    await row.getByRole('link', { name: '1' }).first().click();
    await page.getByRole('heading', { name: 'Leads', level: 1 }).waitFor();
    const listed = page.getByRole('region', { name: 'Leads' }).getByRole('row');
    await listed.nth(1).waitFor();
    expect(await listed.count()).toBe(2);
    await page.context().close();
  }, 60_000);

  it('leads from an amount to its entries where it counts on its own day', async () => {
    const page = await at.loggedInAt('/reports?tenant=demo&basis=occurred');
    const row = page.getByRole('row').filter({ hasText: 'ACMRU' });
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
    expect(text.startsWith('\uFEFFcampaign,received,')).toBe(true);
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
