/** Leads that need attention, and replaying a group of them, in a real browser. */
import type { Stores } from '@sluice/store';
import { duringTests, axeFindings } from '@sluice/testing';
import type { Page } from 'playwright-core';
import { putDemoTenant, decidedLead, unknownLead } from './demo-leads.js';
import { inBrowser, openDashboard, personAt } from './open-dashboard.js';

const at = duringTests(openDashboard);
const because = 'its worker crashed';

inBrowser('the page of what needs attention', () => {
  beforeAll(async () => {
    await putDemoTenant(at.world.stores);
  });

  it('says so if nothing needs attention', async () => {
    const page = await at.loggedInAt('/attention?tenant=demo');
    await page.getByText('Nothing needs attention').waitFor();
    await page.context().close();
  });

  it('replays a group after a dry run that shows which leads would be replayed, and shows the result', async () => {
    const { stores } = at.world;
    const leadIds = [await quarantinedLead(stores), await quarantinedLead(stores)];
    const page = await at.loggedInAt('/attention?tenant=demo');
    await openGroup(page);
    for (const leadId of leadIds) await page.getByRole('link', { name: leadId }).waitFor();
    await page.getByText(`delivery: ${because}, 6 times`).first().waitFor();
    await page.getByRole('button', { name: 'Dry run' }).click();
    await page.getByText('Done: 2 of 2 would be sent, 0 skipped.').waitFor();
    await page.getByText('Show leads', { exact: true }).click();
    await page.getByText(`${leadIds[0]} would be sent`).waitFor();
    for (const leadId of leadIds) expect(await statusOf(stores, leadId)).toBe('error');

    await page.getByRole('button', { name: 'Replay 2' }).click();
    await page.getByRole('dialog').getByText('2 leads are sent to campaign Acme ACMRU again').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Replay' }).click();
    await page.getByText('Done: 2 of 2 sent, 0 skipped.').waitFor();
    await page.getByRole('heading', { name: 'Replays in the last day' }).waitFor();
    for (const leadId of leadIds) expect(await statusOf(stores, leadId)).toBe('pending');
    const [ended] = await stores.audit.page({ action: 'replayEnded' }, 1);
    expect(ended).toMatchObject({ result: { went: 2, left: 0 }, outcome: 'done' });
    await page.context().close();
  }, 60_000);

  it('leads from the finding of failed leads to as many as it counts, and to their replay', async () => {
    const { stores } = at.world;
    const twoDaysAgo = new Date(stores.clock.now().getTime() - 2 * 86_400_000);
    const old = await failedLead(stores, twoDaysAgo);
    const late = [await failedLead(stores), await failedLead(stores)];
    const page = await at.loggedInAt('/attention?tenant=demo');
    const finding = page.getByRole('listitem').filter({ hasText: 'ended failed within the last day' });
    await finding.getByText('; 2 leads').waitFor();
    await finding.getByRole('link', { name: 'Replay' }).click();
    await page.getByText('Only leads that ended since').waitFor();
    for (const leadId of late) await page.getByRole('link', { name: leadId }).waitFor();
    expect(await page.getByRole('link', { name: old }).count()).toBe(0);
    await page.getByRole('button', { name: 'Dry run' }).click();
    await page.getByText('Done: 2 of 2 would be sent, 0 skipped.').waitFor();
    await page.getByRole('button', { name: 'All causes' }).click();
    await page.getByRole('row', { name: 'http 500' }).getByRole('cell', { name: '3', exact: true }).waitFor();
    await page.context().close();
  }, 60_000);

  it('names the buyer of each unknown outcome, and resolves several in one go after a confirmation', async () => {
    const { stores } = at.world;
    const leads: string[] = [];
    for (const firstName of ['Eve', 'Fay', 'Gil'])
      leads.push((await unknownLead(stores, { firstName })).leadId);
    const page = await at.loggedInAt('/attention?tenant=demo');
    const [first = '', ...others] = leads;
    await page.getByRole('row', { name: first }).getByText('Acme', { exact: true }).waitFor();
    for (const leadId of others) await page.getByLabel(`Choose ${leadId}`).check();
    await page.getByRole('button', { name: 'Buyer has it', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('This cannot be undone').waitFor();
    for (const leadId of others) await dialog.getByText(leadId).waitFor();
    await dialog.getByRole('button', { name: 'The buyer has it' }).click();
    await page.getByText('2 outcomes are resolved.', { exact: true }).waitFor();
    for (const leadId of others) expect(await statusOf(stores, leadId)).toBe('delivered');
    expect(await statusOf(stores, first)).toBe('pending_action');
    await page.getByRole('button', { name: 'Choose all' }).click();
    await page.getByRole('button', { name: 'Buyer does not have it', exact: true }).click();
    await dialog.getByRole('button', { name: 'The buyer does not have it' }).click();
    await page.getByText('The outcome is resolved.', { exact: true }).waitFor();
    expect(await statusOf(stores, first)).toBe('failed');
    await page.context().close();
  });

  it.each(['light', 'dark'] as const)(
    'has no serious axe findings with an open group after a dry run, %s',
    async (colorScheme) => {
      await quarantinedLead(at.world.stores);
      const page = await at.loggedInAt('/attention?tenant=demo', { colorScheme });
      await openGroup(page);
      await page.getByRole('button', { name: 'Dry run' }).click();
      await page.getByText(/^Done: \d+ of \d+ would be sent/).waitFor();
      expect(await axeFindings(page)).toEqual([]);
      await page.context().close();
    },
    60_000,
  );

  it('offers no replay to a role that may not make one', async () => {
    await at.world.addOperator('eve@example.com', 'view');
    const page = await personAt(at, 'eve@example.com', '/attention?tenant=demo');
    await openGroup(page);
    await page.getByText('Replaying requires the operate role; yours is view.').waitFor();
    expect(await page.getByRole('button', { name: 'Dry run' }).count()).toBe(0);
    await page.context().close();
  });
});

async function openGroup(page: Page): Promise<void> {
  await page.getByRole('button', { name: `delivery: ${because}` }).click();
  await page.getByRole('region', { name: 'Leads with this cause' }).waitFor();
}

async function statusOf(stores: Stores, leadId: string): Promise<string | undefined> {
  return (await stores.forTenant('demo').leads.find(leadId))?.status;
}

/** A lead of ACMRU whose attempts are spent. */
async function failedLead(stores: Stores, moment = stores.clock.now()): Promise<string> {
  const { leadId, submissionId } = await decidedLead(stores, { firstName: 'Ida' });
  const { leads, conclusions } = stores.forTenant('demo');
  const ended = { status: 'failed', reason: 'http_500' } as const;
  await leads.recordStatus(leadId, { ...ended, ended: true, submissionId, at: moment });
  await conclusions.close(submissionId, { end: { ...ended, endedAt: moment } });
  return leadId;
}

/** A lead of ACMRU that was quarantined at delivery. */
async function quarantinedLead(stores: Stores): Promise<string> {
  const { leadId, submissionId } = await decidedLead(stores, { firstName: 'Ada' });
  const { journal, leads, conclusions } = stores.forTenant('demo');
  const moment = stores.clock.now();
  const ended = { status: 'error', reason: 'quarantined' } as const;
  const looked = { looked: 'starts', verdict: 'failed', values: { deaths: 6 } } as const;
  const decision = { kind: ended.status, reason: ended.reason, trace: [{ ...looked, because }] } as const;
  await journal.record({ leadId, submissionId }, 'delivery', 0, decision, moment);
  await leads.recordStatus(leadId, { ...ended, ended: true, submissionId, at: moment });
  await conclusions.close(submissionId, { end: { ...ended, endedAt: moment } });
  return leadId;
}
