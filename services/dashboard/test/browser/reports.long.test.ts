/** Guarantees of the page of reports. */
import { duringTests, axeFindings } from '@sluice/testing';
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
    }
  });

  it('shows the leads of the last days, and each number leads to its leads', async () => {
    const page = await at.loggedInAt('/reports?tenant=demo');
    const row = page.getByRole('row').filter({ hasText: 'ACMRU' });
    await row.waitFor();
    const cells = await row.getByRole('cell').allTextContents();
    // Received, qualified, delivered.
    expect(cells.slice(0, 3)).toEqual(['2', '2', '1']);
    await page.getByRole('figure', { name: 'Leads by day and outcome' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await row.getByRole('link').nth(1).click();
    await page.getByRole('heading', { name: 'Leads', level: 1 }).waitFor();
    const listed = page.getByRole('region', { name: 'Leads' }).getByRole('row');
    await listed.nth(1).waitFor();
    expect(await listed.count()).toBe(2);
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
