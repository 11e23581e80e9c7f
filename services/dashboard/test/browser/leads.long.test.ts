/** Finding a lead, reading why it was routed as it was, and trying a rule before it is saved, in a real browser. */
import { axeFindings } from '@sluice/testing';
import { putDemoTenant, decidedLead, unknownLead } from './demo-leads.js';
import { inBrowser, openConsole, type ConsoleInBrowser } from './open-console.js';

let at: ConsoleInBrowser;
let leadId: string;

inBrowser('the pages of leads', () => {
  beforeAll(async () => {
    at = await openConsole();
    const { stores } = at.world;
    await putDemoTenant(stores);
    const ada = { firstName: 'Ada', lastName: 'Nuñez', email: 'ada@example.com', phone: '+16505551212' };
    const decided = await decidedLead(stores, {
      ...ada,
      address: { state: 'TX' },
      questionnaire: { injury: 'yes' },
    });
    leadId = decided.leadId;
    for (const injury of ['yes', 'no', 'maybe'])
      await decidedLead(stores, { firstName: 'Bob', lastName: injury, questionnaire: { injury } });
  }, 90_000);
  afterAll(() => at?.close());

  it('find a lead by its phone number and show why it was routed', async () => {
    const page = await at.loggedInAt('/leads?tenant=demo');
    await page.keyboard.press('/');
    await page.keyboard.type('(650) 555-1212');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'A… N…' }).click();
    await page.getByText('Routed to campaign TEXAS, client cli_acme.').waitFor();
    await page.getByText('Routing rule “Texans” matched.').waitFor();
    await page.getByText('state is “TX”: yes, it is “TX”').waitFor();
    await page.getByText('injury is “no”: no, it is “yes”').waitFor();
    expect(page.url()).toContain(`/leads/demo/${leadId}`);
    await page.context().close();
  });

  it('show personal data only on request, which the audit records', async () => {
    const page = await at.loggedInAt(`/leads/demo/${leadId}`);
    await page.getByRole('heading', { name: 'Person' }).waitFor();
    expect(await page.content()).not.toContain('ada@example.com');
    await page.getByRole('button', { name: 'Show personal data' }).click();
    await page.getByText('ada@example.com').waitFor();
    const [entry] = await at.world.stores.audit.recent(1);
    expect([entry?.action, entry?.about?.['leadId'], entry?.outcome]).toEqual([
      'adminRevealLead',
      leadId,
      'done',
    ]);
    await page.context().close();
  });

  it('show in the dialog why a lead cannot be moved', async () => {
    const page = await at.loggedInAt(`/leads/demo/${leadId}`);
    await page.getByRole('button', { name: 'Move' }).click();
    await page.getByRole('dialog').getByLabel('Campaign').fill('NONE');
    await page.getByRole('dialog').getByRole('button', { name: 'Move' }).click();
    await page.getByRole('dialog').getByText('campaignId: does not exist').waitFor();
    await page.context().close();
  });

  it.each(['light', 'dark'] as const)(
    'have no serious axe findings with a lead and a campaign on them, %s',
    async (colorScheme) => {
      const page = await at.loggedInAt(`/leads/demo/${leadId}`, { colorScheme });
      await page.getByText('Routing rule “Texans” matched.').waitFor();
      expect(await axeFindings(page)).toEqual([]);
      await page.goto(`${at.url}/campaigns/demo/ACMRU`);
      await page.getByText('Rule “Texans” sends leads').waitFor();
      expect(await axeFindings(page)).toEqual([]);
      await page.context().close();
    },
    60_000,
  );

  it('filter the list while typing, and keep the filter in the address', async () => {
    const page = await at.loggedInAt('/leads?tenant=demo');
    await page.getByLabel('Search', { exact: true }).fill('bob may');
    await page.getByRole('link', { name: 'B… m…' }).waitFor();
    await page.locator('tbody:not(:has(tr:nth-child(2)))').waitFor();
    expect(new URL(page.url()).searchParams.get('search')).toBe('bob may');
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.locator('tbody tr').nth(3).waitFor();
    await page.context().close();
  });

  it('describe a campaign in plain words, and switch it off after a confirmation', async () => {
    const page = await at.loggedInAt('/campaigns?tenant=demo');
    await page.getByRole('link', { name: 'ACMRU' }).click();
    await page.getByText('It refuses leads (“Not hurt”) when injury is “no”.').waitFor();
    await page.getByText('Rule “Texans” sends leads to TEXAS when state is “TX”.').waitFor();
    await page.goto(`${at.url}/campaigns/demo/TEXAS`);
    await page.getByRole('button', { name: 'Switch off' }).click();
    await page.getByRole('dialog').getByText('Within seconds it takes no more leads').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Switch off' }).click();
    await page.getByRole('button', { name: 'Switch on' }).waitFor();
    expect((await at.world.stores.forTenant('demo').campaigns.find('TEXAS'))?.active).toBe(false);
    await at.world.stores.forTenant('demo').campaigns.change('TEXAS', { active: true });
    await page.context().close();
  }, 60_000);

  it('try a changed rule on the last real leads: how many would end differently, which, and why', async () => {
    const page = await at.loggedInAt('/what-if?tenant=demo&campaign=ACMRU');
    const field = page.getByLabel('Its rules');
    while (!(await field.inputValue()).includes('Not hurt')) await page.waitForTimeout(50);
    await field.fill((await field.inputValue()).replace('"no"', '"maybe"'));
    await page.getByRole('button', { name: 'Try it on the last 100 real leads' }).click();
    await page.getByRole('heading', { name: '2 of the last 4 real leads would end differently' }).waitFor();
    await page.getByText('1: sent to ACMRU → disqualified: a disqualification group matched').waitFor();
    await page.getByRole('button', { name: 'What would happen?' }).click();
    await page.getByRole('heading', { name: 'With the change' }).waitFor();
    const saved = await at.world.stores.forTenant('demo').campaigns.find('ACMRU');
    expect(JSON.stringify(saved)).not.toContain('maybe');
    await page.context().close();
  });

  it('resolve an unknown outcome and repost the lead, each after a confirmation and with an audit entry', async () => {
    const { stores } = at.world;
    const unknown = await unknownLead(stores, { firstName: 'Eve', questionnaire: { injury: 'yes' } });
    const page = await at.loggedInAt(`/leads/demo/${unknown.leadId}`);
    await page.getByText('A person has to act').waitFor();
    await page.getByRole('button', { name: 'Buyer does not have it' }).click();
    await page.getByText('its slot is released, and it can be reposted').waitFor();
    expect(await stores.audit.aboutLead('demo', unknown.leadId)).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'The buyer does not have it' }).click();
    await page.getByText('The outcome is resolved: failed').waitFor();
    await page.getByText('It could not be delivered').waitFor();
    await page.getByText('resolved its unknown outcome: the buyer does not have it (session)').waitFor();

    await page.getByRole('button', { name: 'Repost' }).click();
    await page.getByText('The lead is not qualified again').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Repost' }).click();
    await page.getByText('Reposted to campaign ACMRU.').waitFor();
    await page.getByText('reposted it (session)').waitFor();
    const entries = await stores.audit.aboutLead('demo', unknown.leadId);
    expect(entries.map(({ action, outcome }) => [action, outcome])).toEqual([
      ['adminResolveOutcome', 'done'],
      ['adminRepostLead', 'done'],
    ]);
    await page.context().close();
  }, 60_000);
});
