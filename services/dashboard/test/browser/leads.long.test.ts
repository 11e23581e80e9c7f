/** Finding a lead, reading why it was routed as it was, and trying a rule before it is saved, in a real browser. */
import { duringTests, axeFindings } from '@sluice/testing';
import { putDemoTenant, decidedLead, unknownLead } from './demo-leads.js';
import { inBrowser, openDashboard, personAt, pick } from './open-dashboard.js';

const at = duringTests(openDashboard);
let leadId: string;

inBrowser('the pages of leads', () => {
  beforeAll(async () => {
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
  });

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
    const [entry] = await at.world.stores.audit.page({}, 1);
    expect([entry?.action, entry?.about?.['leadId'], entry?.outcome]).toEqual([
      'adminRevealLead',
      leadId,
      'done',
    ]);
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

  it('search and filter the list; the address keeps the filters, and never what was searched for', async () => {
    const page = await at.loggedInAt('/leads?tenant=demo');
    const addresses: string[] = [];
    page.on('request', (request) => addresses.push(request.url()));
    page.on('framenavigated', (frame) => addresses.push(frame.url()));
    const field = page.getByLabel('Search', { exact: true });
    await field.fill('bob may');
    await field.press('Enter');
    const found = page.getByRole('link', { name: 'B… m…' });
    await found.waitFor();
    await page.locator('tbody:not(:has(tr:nth-child(2)))').waitFor();
    await page.getByLabel('Status').selectOption('disqualified');
    await page.getByText('No matching leads').waitFor();
    expect(new URL(page.url()).searchParams.get('status')).toBe('disqualified');
    await page.getByLabel('Status').selectOption('');
    await found.click();
    await page.getByRole('heading', { name: 'Person' }).waitFor();
    await page.goBack();
    await found.waitFor();
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.locator('tbody tr').nth(3).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('(650) 555-1212');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'A… N…' }).waitFor();
    const ours = addresses.map((each) => decodeURIComponent(each.replace(at.url, '')));
    expect(ours.filter((each) => /bob|650.*1212/i.test(each))).toEqual([]);
    const [entry] = await at.world.stores.audit.page({}, 1);
    expect([entry?.action, entry?.about]).toEqual(['adminSearchLeads', { tenantId: 'demo', by: 'phone' }]);
    await page.context().close();
  }, 60_000);

  it('move the search of an old bookmark out of the address', async () => {
    const page = await at.loggedInAt('/leads?tenant=demo&search=bob+may');
    await page.getByRole('link', { name: 'B… m…' }).waitFor();
    expect(new URL(page.url()).search).toBe('?tenant=demo');
    await page.context().close();
  });

  it('say to the role view what it may not ask', async () => {
    await at.world.addOperator('eve@example.com', 'view');
    const page = await personAt(at, 'eve@example.com', '/leads?tenant=demo');
    const field = page.getByLabel('Search', { exact: true });
    await field.fill('bob');
    await field.press('Enter');
    await page.getByText('Searching for a person requires the operate role; yours is view.').waitFor();
    await field.fill(leadId.toLowerCase());
    await field.press('Enter');
    await page.getByRole('link', { name: 'A… N…' }).waitFor();
    await page.goto(`${at.url}/what-if?tenant=demo&campaign=ACMRU`);
    await page.getByText('Asking about an existing lead requires the operate role').waitFor();
    await page.getByText('Trying it on real leads requires the operate role').waitFor();
    await page.getByRole('button', { name: 'What would happen?' }).click();
    await page.getByText('sent to ACMRU', { exact: true }).waitFor();
    await page.context().close();
  }, 60_000);

  it('describe a campaign in plain words, and switch it off after a confirmation', async () => {
    const page = await at.loggedInAt('/campaigns?tenant=demo');
    await page.getByRole('link', { name: 'ACMRU' }).click();
    await page.getByText('It refuses leads (“Not hurt”) when injury is “no”.').waitFor();
    await page.getByText('Rule “Texans” sends leads to TEXAS when state is “TX”.').waitFor();
    await page.goto(`${at.url}/campaigns?tenant=demo`);
    await page.getByLabel('Id or name').fill('acme tex');
    const listed = page.getByRole('region', { name: 'Campaigns' }).getByRole('link');
    await page.waitForURL(/search=acme/);
    await listed.filter({ hasText: 'ACMRU' }).waitFor({ state: 'detached' });
    await listed.filter({ hasText: 'TEXAS' }).click();
    await page.getByText('Its rule “Texans” sends leads when state is “TX”.').waitFor();
    await page.getByText('Its client may not give leads back.').waitFor();
    await page.getByRole('button', { name: 'Switch off' }).click();
    await page.getByRole('dialog').getByText('Within seconds it takes no more leads').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Switch off' }).click();
    await page.getByRole('button', { name: 'Switch on' }).waitFor();
    expect((await at.world.stores.forTenant('demo').campaigns.find('TEXAS'))?.active).toBe(false);
    await at.world.stores.forTenant('demo').campaigns.change('TEXAS', { active: true });
    await page.context().close();
  }, 60_000);

  it('archive a campaign and its client after a confirmation, hide both in their lists until they are asked for, and take them out again', async () => {
    const { campaigns, clients } = at.world.stores.forTenant('demo');
    const page = await at.loggedInAt('/campaigns/demo/TEXAS');
    const confirmed = async (does: string) => {
      await page.getByRole('button', { name: does }).first().click();
      await page.getByRole('dialog').getByRole('button', { name: does }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    };
    await confirmed('Archive');
    expect((await campaigns.find('TEXAS'))?.archivedAt).toMatch(/Z$/);
    await page.goto(`${at.url}/campaigns?tenant=demo`);
    const row = page.getByRole('row', { name: /TEXAS/ });
    await page.getByRole('row', { name: /ACMRU/ }).waitFor();
    expect(await row.count()).toBe(0);
    await page.getByLabel('Archived').selectOption('true');
    await row.getByText('archived', { exact: true }).waitFor();
    await page.goto(`${at.url}/campaigns/demo/TEXAS`);
    await confirmed('Take out of the archive');
    expect((await campaigns.find('TEXAS'))?.archivedAt).toBeUndefined();
    await page.goto(`${at.url}/clients?tenant=demo`);
    await page
      .getByText(/^\d+ sold, \d+ returned$/)
      .first()
      .waitFor();
    await confirmed('Archive');
    const archived = (await clients.all()).filter(({ archivedAt }) => archivedAt !== undefined);
    expect(archived).toHaveLength(1);
    const client = page.getByRole('row', { name: new RegExp(archived[0]!.clientId) });
    await client.waitFor({ state: 'detached' });
    await page.getByLabel('Archived').selectOption('true');
    await client.getByText('archived', { exact: true }).waitFor();
    await confirmed('Take out of the archive');
    expect((await clients.all()).every(({ archivedAt }) => archivedAt === undefined)).toBe(true);
    await page.context().close();
  }, 120_000);

  it('try a made-up lead, which form fields describe, and the last real leads, and say what is not shown', async () => {
    const page = await at.loggedInAt('/what-if?tenant=demo&campaign=ACMRU');
    await page.getByLabel('E-mail address').fill('nowhere');
    await page.getByRole('button', { name: 'What would happen?' }).click();
    await page.getByLabel('E-mail address').and(page.locator('[aria-invalid]')).waitFor();
    await page.getByLabel('E-mail address').fill('ada@example.com');
    await page.getByLabel('State').fill('TX');
    await page.getByRole('button', { name: 'What would happen?' }).click();
    await page.getByText('sent to TEXAS', { exact: true }).waitFor();
    await page.getByText('Offered to TEXAS').waitFor();
    await page.getByText('Duplicates: another lead may come in before').waitFor();
    await page.getByRole('button', { name: 'Try it on the last 1,000 real leads' }).click();
    await page.getByRole('heading', { name: 'The last 4 real leads' }).waitFor();
    await page.getByText('every lead is decided with room under each').waitFor();
    await page.context().close();
  }, 60_000);

  it('resolve an unknown outcome and repost the lead, each after a confirmation and with an audit entry', async () => {
    const { stores } = at.world;
    const unknown = await unknownLead(stores, { firstName: 'Eve', questionnaire: { injury: 'yes' } });
    const page = await at.loggedInAt(`/leads/demo/${unknown.leadId}`);
    await page.getByText('A person has to act').waitFor();
    await page.getByRole('button', { name: 'Buyer does not have it' }).click();
    await page.getByText('its slot is released, and it can be reposted').waitFor();
    expect(await stores.audit.aboutLead('demo', unknown.leadId)).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'The buyer does not have it' }).click();
    await page.getByText('The outcome is resolved: failed', { exact: true }).waitFor();
    await page.getByText('It could not be delivered').waitFor();
    await page.getByText('resolved the unknown outcome: the buyer does not have it (session)').waitFor();

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

  it('say in the head that a lead is on its way, and move it only after an explicit yes', async () => {
    const page = await at.loggedInAt(`/leads/demo/${leadId}`);
    await page.getByText('On its way since').waitFor();
    await page.getByRole('button', { name: 'Move' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('The lead is on its way with').waitFor();
    await dialog.getByRole('button', { name: 'Move' }).click();
    await dialog.getByText('Choose the campaign.').waitFor();
    await dialog.getByText('Say yes, or cancel.').waitFor();
    await pick(dialog, 'Campaign', 'texas');
    await dialog.getByLabel('Place it once more all the same?').selectOption('yes');
    await dialog.getByRole('button', { name: 'Move' }).click();
    await page.getByText('Moved to TEXAS as').first().waitFor();
    await page.context().close();
  });
});
