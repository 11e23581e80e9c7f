/** Stories of the morning, told in one go by keyboard alone: no command, no address and no id is typed. */
import { campaignSchema } from '@sluice/contracts';
import { monthIn } from '@sluice/domain';
import { aSale, duringTests, press, putItem, tabTo } from '@sluice/testing';
import { choose, chooseFile, goTo, isForEveryone, saved, screens } from './by-keyboard.js';
import { decidedLead, putDemoTenant } from './demo-leads.js';
import { inBrowser, openDashboard } from './open-dashboard.js';

const at = duringTests(openDashboard);
const of = () => at.world.stores.forTenant('demo');
let month: string;

inBrowser('without a command and without an id', () => {
  beforeAll(async () => {
    const { stores } = at.world;
    await putDemoTenant(stores);
    const campaign = (await of().campaigns.find('ACMRU'))!;
    const returns = { windowDays: 365, reasons: ['wrong_number', 'outside_area'] };
    await putItem(of().campaigns, 'ACMRU', campaignSchema.parse({ ...campaign, returns }));
    // By the tenant's zone, as the page has it.
    month = monthIn('America/New_York', 'last', stores.clock.now()).key;
    const occurredAt = new Date(`${month}-15T12:00:00Z`);
    for (const n of [1, 2, 3]) {
      const { leadId, submissionId } = await decidedLead(stores, { questionnaire: { injury: 'yes' } });
      const sale = { leadId, submissionId, reference: `B-${n}`, minor: n * 1_000 };
      await of().ledger.book(aSale('', { ...sale, occurredAt, receivedAt: occurredAt }));
    }
  });

  it.each(screens)(
    'what a client owed last month, its CSV, a return with a reason and a reconciled list, on %s',
    async (name, screen) => {
      const isPhone = name === 'a phone';
      const page = await at.loggedInAt('/?tenant=demo', screen);
      const button = (does: string) => page.getByRole('button', { name: does, exact: true });

      await goTo(page, 'Statements');
      await choose(page.getByRole('combobox', { name: 'Client' }), 'Acme');
      const due = page.getByRole('region', { name: 'What is due' });
      await due.getByText('$60.00').first().waitFor();
      await isForEveryone(page);
      const { name: file, text } = await saved(page, () => press(button('Download CSV')));
      expect(file).toBe(`demo-cli_acme-${month}.csv`);
      expect(text.split('\r\n').filter((line) => line.includes(',sale,'))).toHaveLength(3);

      // From the sale to its lead, and back to the buyer.
      const sales = page.getByRole('region', { name: 'Entries' }).getByRole('row');
      const sale = sales.filter({ hasText: isPhone ? '$20.00' : '$10.00' });
      await press(sale.getByRole('link').first());
      await press(button('Request a return'));
      await choose(page.getByRole('combobox', { name: 'Reason' }), 'wrong');
      await isForEveryone(page);
      await press(button('Request'));
      await page.getByText('The return is requested', { exact: true }).waitFor();

      await goTo(page, 'Ledger');
      await press(page.getByRole('link', { name: 'Reconcile a list…' }));
      await page.getByRole('heading', { name: 'Reconcile a list', level: 1 }).waitFor();
      await choose(page.getByRole('combobox', { name: 'Client' }), 'Acme');
      const paid = isPhone ? '40.00' : '35.00';
      const list = `reference,amount,currency,date\nB-3,${paid},USD,${month}-15\nB-2,a lot,USD,${month}-15\n`;
      await chooseFile(page.getByLabel('CSV file'), list);
      await press(button('Compare'));
      const rows = page.getByRole('region', { name: 'Rows that do not match' }).getByRole('row');
      await rows
        .filter({ hasText: `$${paid}` })
        .first()
        .waitFor();
      await rows.filter({ hasText: 'Unreadable' }).first().waitFor();
      await isForEveryone(page);
      await press(button('Book the differences…'));
      await press(page.getByRole('dialog').getByRole('button', { name: 'Book' }));
      await page.getByText('1 adjustment is booked', { exact: true }).waitFor();

      const { returns } = await of().returns.page({}, 10);
      expect(returns.map(({ reason, status }) => [reason, status])).toContainEqual([
        'wrong_number',
        'requested',
      ]);
      expect(page.watched.complaints).toEqual([]);
      await page.context().close();
    },
    180_000,
  );

  it('a lead that was sold is sold again only after an explicit yes, which names the sale', async () => {
    const { stores } = at.world;
    const { leadId, submissionId } = await decidedLead(stores, { questionnaire: { injury: 'yes' } });
    const now = stores.clock.now();
    const end = { status: 'delivered', endedAt: now } as const;
    const lead = { leadId, submissionId, ended: true, at: now, status: 'delivered' } as const;
    await of().conclusions.close(submissionId, { end, lead });
    const sale = { leadId, submissionId, minor: 7_000, occurredAt: now, receivedAt: now };
    await of().ledger.book(aSale('', sale));
    const submissions = async () => (await of().submissions.ofLead(leadId)).length;
    const before = await submissions();

    const page = await at.loggedInAt(`/leads/demo/${leadId}`);
    await press(page.getByRole('button', { name: 'Deliver', exact: true }));
    const dialog = page.getByRole('dialog');
    await dialog.getByText('has this lead: it was sold for $70.00').waitFor();
    const deliver = dialog.getByRole('button', { name: 'Deliver', exact: true });
    await press(deliver);
    await dialog.getByText('Say yes, or cancel.').waitFor();
    expect(await submissions()).toBe(before);
    await isForEveryone(page);
    await tabTo(dialog.getByLabel('Place it once more all the same?'));
    await page.keyboard.type('Y');
    await press(deliver);
    await page.getByText('Sent to ACMRU as').first().waitFor();
    expect(await submissions()).toBe(before + 1);
    await page.context().close();
  }, 120_000);
});
