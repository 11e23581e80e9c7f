/** The pages of money, on a desktop and on a phone; `morning.long.test.ts` tells their story in one go. */
import { campaignSchema, clientSchema } from '@sluice/contracts';
import { monthIn } from '@sluice/domain';
import { aSale, duringTests, putItem } from '@sluice/testing';
import type { Page } from 'playwright-core';
import { isForEveryone, saved, screens } from './by-keyboard.js';
import { decidedLead, putDemoTenant } from './demo-leads.js';
import { inBrowser, openDashboard, pick } from './open-dashboard.js';

const at = duringTests(openDashboard);
let month: string;

inBrowser('money in the dashboard', () => {
  beforeAll(async () => {
    const { stores } = at.world;
    await putDemoTenant(stores);
    const { campaigns, clients, ledger } = stores.forTenant('demo');
    const campaign = (await campaigns.find('ACMRU'))!;
    const returns = { windowDays: 365, reasons: ['wrong_number', 'outside_area'] };
    await putItem(campaigns, 'ACMRU', campaignSchema.parse({ ...campaign, returns }));
    const client = (await clients.find('cli_acme'))!;
    await putItem(clients, 'cli_idle', clientSchema.parse({ ...client, clientId: 'cli_idle', name: 'Idle' }));
    // By the tenant's zone, as the page has it.
    month = monthIn('America/New_York', 'last', stores.clock.now()).key;
    const occurredAt = new Date(`${month}-15T12:00:00Z`);
    for (const [n, currency] of ['USD', 'USD', 'EUR', 'EUR'].entries()) {
      const { leadId, submissionId } = await decidedLead(stores, { questionnaire: { injury: 'yes' } });
      const reference = `B-${n + 1}`;
      await ledger.book(
        aSale('', { leadId, submissionId, currency, reference, occurredAt, receivedAt: occurredAt }),
      );
    }
    const adjustment = { entryId: 'adj_1', type: 'adjustment', minor: -1250, occurredAt } as const;
    await ledger.book({ ...aSale('x', adjustment), note: 'agreed' });
  });

  describe.each(screens)('on %s', (_name, screen) => {
    const isPhone = screen.isMobile === true;

    it('say what a client owed last month, and save it as CSV', async () => {
      const page = await at.loggedInAt('/statements?tenant=demo', screen);
      await page.getByText('Choose a client', { exact: true }).last().waitFor();
      await pick(page, 'Client', 'acme');
      const due = page.getByRole('region', { name: 'What is due' }).getByRole('row');
      await due.nth(2).waitFor();
      expect(await due.allTextContents()).toEqual([
        'CurrencyDueSalesAdjustments',
        'EUR€85.00€85.00 (2)–',
        'USD$72.50$85.00 (2)-$12.50 (1)',
      ]);
      expect(await page.getByRole('region', { name: 'Entries' }).getByRole('row').count()).toBe(6);
      await isForEveryone(page);
      const { name, text } = await downloaded(page);
      expect(name).toBe(`demo-cli_acme-${month}.csv`);
      const lines = text.split('\r\n');
      expect(lines[0]).toBe('\uFEFFdate,time,type,leadId,campaignId,campaign,amount,currency,unpriced,note');
      expect(lines.filter((line) => line.includes(',sale,'))).toHaveLength(4);
      expect(lines.filter((line) => line.includes(',-12.5,USD,,agreed'))).toHaveLength(1);
      expect(page.watched.complaints).toEqual([]);
      await page.context().close();
    }, 60_000);

    it('say that a client without sales owes nothing, and why a month cannot be shown', async () => {
      const page = await at.loggedInAt('/statements?tenant=demo&clientId=cli_idle', screen);
      await page.getByText('Nothing was booked in this month').waitFor();
      await page.goto(`${at.url}/statements?tenant=demo&clientId=cli_idle&month=2026-13`);
      await page.getByText('month: must be a month, YYYY-MM, or this or last').waitFor();
      await page.context().close();
    }, 60_000);

    it('add up what the filters of the ledger match', async () => {
      const page = await at.loggedInAt('/ledger?tenant=demo&type=sale', screen);
      await page.getByRole('button', { name: 'Add up' }).click();
      const totals = page.getByRole('region', { name: 'Totals' }).getByRole('row');
      await totals.nth(2).waitFor();
      expect((await totals.allTextContents()).slice(1)).toEqual([
        'EUR€85.00€85.00 (2)',
        'USD$85.00$85.00 (2)',
      ]);
      await isForEveryone(page);
      const { name, text } = await downloaded(page);
      expect(name).toBe('demo-ledger.csv');
      expect(text.split('\r\n').filter((line) => line.includes(',cli_acme,Acme,'))).toHaveLength(4);
      await page.context().close();
    }, 60_000);

    it('reconcile a list that is uploaded, and book its difference once', async () => {
      const page = await at.loggedInAt('/ledger?tenant=demo', screen);
      await page.getByRole('link', { name: 'Reconcile a list…' }).press('Enter');
      await page.getByRole('heading', { name: 'Reconcile a list', level: 1 }).waitFor();
      await pick(page, 'Client', 'acme');
      await upload(page, 'PK\u0003\u0004', 'Compare');
      await page.getByText('is an Excel workbook or a ZIP archive').waitFor();
      await upload(page, Buffer.alloc(15_000_000, 'a'), 'Compare');
      await page.getByText('Request body is too large: the file has 15.0 MB').waitFor();
      const paid = isPhone ? '50.00' : '45.00';
      const list = [
        'reference,amount,currency,date',
        `B-1,42.50,USD,${month}-15`,
        `B-2,${paid},USD,${month}-15`,
        `B-9,1,USD,${month}-15`,
        'B-3,a lot,EUR',
      ].join('\n');
      await upload(page, list, 'Compare');
      const rows = page.getByRole('region', { name: 'Rows that do not match' }).getByRole('row');
      await rows.nth(3).waitFor();
      expect(await rows.nth(1).textContent()).toContain(`line 3Amount differs$${paid}`);
      expect(await rows.nth(2).textContent()).toContain('line 4Unknown');
      expect(await rows.nth(3).textContent()).toContain('line 5Unreadable');
      await isForEveryone(page);
      const { ledger } = at.world.stores.forTenant('demo');
      const entries = async () => (await ledger.page({}, 100)).entries.length;
      const before = await entries();
      await page.getByRole('button', { name: 'Book the differences…' }).press('Enter');
      await page.getByRole('dialog').getByRole('button', { name: 'Book' }).press('Enter');
      await page.getByText('1 adjustment is booked', { exact: true }).waitFor();
      expect(await entries()).toBe(before + 1);
      await page.context().close();
    }, 60_000);

    it('import a file of returns after a preview that requests nothing', async () => {
      const page = await at.loggedInAt('/returns?tenant=demo', screen);
      await page.getByRole('link', { name: 'Import a file…' }).press('Enter');
      const [accepted, other] = isPhone ? ['B-2', 'B-1'] : ['B-1', 'B-9'];
      await upload(
        page,
        `reference,reason\n${accepted},wrong_number\n${other},wrong_number\nB-3,too dear\n`,
        'Preview',
      );
      const rows = page.getByRole('region', { name: 'Rows' }).getByRole('row');
      await rows.nth(3).waitFor();
      const shown = (await rows.allTextContents()).slice(1);
      expect(shown).toEqual([
        'line 2Accepted',
        expect.stringMatching(isPhone ? /^line 3Returned before/ : /^line 3Refused.*belongs to no sale/),
        expect.stringMatching(/^line 4Refusedreason: must be one of wrong_number, outside_area/),
      ]);
      await isForEveryone(page);
      const { returns } = at.world.stores.forTenant('demo');
      const requested = async () => (await returns.page({}, 100)).returns.length;
      const before = await requested();
      await page.getByRole('button', { name: 'Request 1 return…' }).press('Enter');
      await page.getByRole('dialog').getByRole('button', { name: 'Request' }).press('Enter');
      await page.getByText('1 return requested', { exact: true }).waitFor();
      expect(await requested()).toBe(before + 1);
      await page.context().close();
    }, 60_000);
  });
});

/** Chooses a file and presses the button `does`. */
async function upload(page: Page, file: string | Buffer, does: string): Promise<void> {
  const buffer = Buffer.from(file);
  await page.getByLabel('CSV file').setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer });
  await page.getByRole('button', { name: does }).press('Enter');
}

const downloaded = (page: Page) =>
  saved(page, () => page.getByRole('button', { name: 'Download CSV' }).press('Enter'));
