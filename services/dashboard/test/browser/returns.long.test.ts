/** Guarantees of the pages of returns and of the ledger, and of what a lead's page shows of both. */
import { campaignSchema } from '@sluice/contracts';
import { aSale, axeFindings, duringTests, putItem } from '@sluice/testing';
import { decidedLead, putDemoTenant } from './demo-leads.js';
import { inBrowser, openDashboard, phone } from './open-dashboard.js';

const at = duringTests(openDashboard);
let leadId: string;

inBrowser('returns and the ledger in the dashboard', () => {
  beforeAll(async () => {
    const { stores } = at.world;
    await putDemoTenant(stores);
    const { campaigns, ledger } = stores.forTenant('demo');
    const campaign = (await campaigns.find('ACMRU'))!;
    const returns = { reasons: ['wrong_number', 'outside_area'] };
    await putItem(campaigns, 'ACMRU', campaignSchema.parse({ ...campaign, returns }));
    const { submissionId, ...lead } = await decidedLead(stores, { questionnaire: { injury: 'yes' } });
    ({ leadId } = lead);
    const now = stores.clock.now();
    await ledger.book(aSale('', { leadId, submissionId, occurredAt: now, receivedAt: now }));
  });

  it('say that there is nothing before there is', async () => {
    const page = await at.loggedInAt('/returns?tenant=demo&campaignId=NONE');
    await page.getByText('No matching returns').waitFor();
    await page.goto(`${at.url}/ledger?tenant=demo&clientId=cli_none`);
    await page.getByText('No matching entries').waitFor();
    await page.context().close();
  }, 60_000);

  it('let an operator request a return on the page of its lead, and approve it with a note, by keyboard', async () => {
    const page = await at.loggedInAt(`/leads/demo/${leadId}`);
    await page.getByText('Nobody gave this lead back').waitFor();
    await page.getByRole('button', { name: 'Request a return' }).press('Enter');
    // Nobody has chosen a reason yet.
    await page.getByRole('button', { name: 'Request', exact: true }).press('Enter');
    await page.getByText('Say why the buyer gives it back.').waitFor();
    await page.getByRole('combobox', { name: 'Reason' }).selectOption('outside_area');
    await page.getByRole('textbox', { name: 'Note (optional)' }).fill('lives in Ohio');
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Request', exact: true }).press('Enter');
    await page.getByText('The return is requested', { exact: true }).waitFor();
    await page.getByRole('cell', { name: 'outside_area' }).waitFor();
    expect(await page.getByRole('button', { name: 'Request a return' }).count()).toBe(0);

    await page.goto(`${at.url}/returns?tenant=demo&status=requested`);
    const row = page.getByRole('region', { name: 'Returns' }).getByRole('row').nth(1);
    await row.getByText('lives in Ohio').waitFor();
    expect(await row.getByRole('link').getAttribute('href')).toBe(`/leads/demo/${leadId}`);
    expect(await row.textContent()).toContain('$42.50');
    expect(await axeFindings(page)).toEqual([]);
    await row.getByRole('button', { name: 'Approve' }).press('Enter');
    await page.getByRole('textbox', { name: 'Note (optional)' }).fill('heard the call');
    await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
    await page.getByText('The return is approved', { exact: true }).waitFor();
    await page.getByText('No matching returns').waitFor();
    const { returns } = await at.world.stores.forTenant('demo').returns.page({}, 10);
    expect(returns).toMatchObject([{ status: 'approved', decisionNote: 'heard the call' }]);
    expect(page.watched.complaints).toEqual([]);
    await page.context().close();
  }, 60_000);

  it('offer a return only where the campaign takes it, and say why not elsewhere', async () => {
    const { stores } = at.world;
    const sold = async (placedCampaignId: string, daysAgo: number) => {
      const { leadId: id, submissionId } = await decidedLead(stores, { questionnaire: { injury: 'yes' } });
      const occurredAt = new Date(stores.clock.now().getTime() - daysAgo * 86_400_000);
      const sale = { leadId: id, submissionId, placedCampaignId, occurredAt, receivedAt: occurredAt };
      await stores.forTenant('demo').ledger.book(aSale('', sale));
      return id;
    };
    const never = await sold('TEXAS', 0);
    const late = await sold('ACMRU', 9);
    const page = await at.loggedInAt(`/leads/demo/${never}`);
    await page.getByText('TEXAS takes no leads back.').waitFor();
    expect(await page.getByRole('button', { name: 'Request a return' }).count()).toBe(0);
    await page.goto(`${at.url}/leads/demo/${late}`);
    await page.getByText('It could be returned until').waitFor();
    expect(await page.getByRole('button', { name: 'Request a return' }).count()).toBe(0);
    await page.goto(`${at.url}/leads/demo/${await sold('ACMRU', 1)}`);
    await page.getByText('Can be returned until').waitFor();
    await page.getByRole('button', { name: 'Request a return' }).waitFor();
    await page.context().close();
  }, 60_000);

  it('show the entries of a lead, and book a correction', async () => {
    const page = await at.loggedInAt(`/ledger?tenant=demo&leadId=${leadId}`);
    const rows = page.getByRole('region', { name: 'Ledger' }).getByRole('row');
    await rows.nth(2).waitFor();
    await page.getByRole('button', { name: 'Book an adjustment' }).click();
    await page.getByRole('textbox', { name: 'Amount' }).fill('12,5');
    await page.getByRole('textbox', { name: 'Why' }).fill('agreed');
    await page.getByRole('button', { name: 'Book', exact: true }).click();
    await page.getByText('The amount must be a number').waitFor();
    // What only the server knows stands beside its field too, and the dialog stays with what was typed.
    await page.getByRole('textbox', { name: 'Amount' }).fill('-12.555');
    await page.getByRole('button', { name: 'Book', exact: true }).click();
    const refused = page.getByRole('textbox', {
      name: 'Amount',
      description: /must have at most 2 decimals/,
    });
    await refused.waitFor();
    expect(await refused.inputValue()).toBe('-12.555');
    expect(await refused.and(page.locator(':focus')).count()).toBe(1);
    await page.getByRole('textbox', { name: 'Amount' }).fill('-12.5');
    await page.getByRole('button', { name: 'Book', exact: true }).click();
    await page.getByText('The adjustment is booked', { exact: true }).waitFor();
    await rows.nth(3).waitFor();
    expect(await rows.allTextContents()).toEqual([
      expect.stringContaining('Type'),
      expect.stringMatching(/^adjustment-\$12\.50/),
      expect.stringMatching(/^return-\$42\.50/),
      expect.stringMatching(/^sale\$42\.50/),
    ]);
    expect(await axeFindings(page)).toEqual([]);
    await page.context().close();
  }, 60_000);

  it('fit on a phone', async () => {
    const page = await at.loggedInAt('/returns?tenant=demo', phone);
    for (const address of ['/returns?tenant=demo', '/ledger?tenant=demo', `/leads/demo/${leadId}`]) {
      await page.goto(at.url + address);
      await page.getByRole('row').nth(1).waitFor({ state: 'attached' });
      const [content, screen] = await page.evaluate<[number, number]>(
        '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
      );
      expect([address, content]).toEqual([address, screen]);
    }
    await page.context().close();
  }, 60_000);
});
