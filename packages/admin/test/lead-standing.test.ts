/** A lead's head says what became of it, and nobody places a lead that stands sold or on its way by mistake. */
import {
  adminDecideReturn,
  adminDeliverLead,
  adminGetLeadTimeline,
  adminMoveLead,
  adminRequestReturn,
} from '@sluice/contracts';
import { accepted, aSale, aSubmission, duringTests, putItem } from '@sluice/testing';
import { aBuyer, aCampaign, aSoldLead } from './catalog.js';
import { openAdminApi } from './admin-api.js';

const world = duringTests(openAdminApi);
const params = { tenantId: 'alpha' };
const of = () => world.stores.forTenant('alpha');

beforeAll(async () => {
  await aBuyer(world.stores);
  await putItem(of().campaigns, 'FREE', aCampaign('FREE', { returns: { windowDays: 365 } }));
});

const sold = () => aSoldLead(world.stores, 'FREE');

const timeline = async (leadId: string) =>
  (await world.call(adminGetLeadTimeline, { params: { ...params, leadId } })).data;

it('a lead that was sold says to whom and for how much, and is placed again only after an explicit yes', async () => {
  const leadId = await sold();
  const { head, standing } = await timeline(leadId);
  expect(head.what).toMatchObject({
    tone: 'good',
    text: expect.stringMatching(/^Sold to Acme for \$42\.50, .* UTC\.$/) as string,
  });
  expect(head.campaignId).toBe('FREE');
  const words = 'Acme has this lead: it was sold for $42.50 to campaign FREE.';
  expect(standing).toBe(words);
  for (const operation of [adminDeliverLead, adminMoveLead]) {
    const asked = { params: { ...params, leadId }, body: { campaignId: 'ACMRU' } };
    const { status, error } = await world.call(operation, asked);
    expect([status, error?.message]).toEqual([
      409,
      `${words} To place it once more all the same, say \`again\`.`,
    ]);
  }
  expect((await of().leads.submissionsOf(leadId)).length).toBe(1);
  const again = { params: { ...params, leadId }, body: { campaignId: 'ACMRU', again: true } };
  const { status, data } = await world.call(adminDeliverLead, again);
  expect(status).toBe(202);
  expect((await timeline(leadId)).head.what.text).toMatch(/^On its way since /);
  const twice = { params: { ...params, leadId }, body: { campaignId: 'ACMRU' } };
  expect((await world.call(adminMoveLead, twice)).error?.message).toContain('Acme has this lead');
  expect((await of().leads.find(leadId))?.lastSubmissionId).toBe(data.newSubmissionId);
});

it('a lead whose sale was given back stands sold no more', async () => {
  const leadId = await sold();
  const asked = await world.call(adminRequestReturn, { params, body: { leadId, reason: 'wrong number' } });
  const ofReturn = { ...params, returnId: asked.data.returnId };
  await world.call(adminDecideReturn, { params: ofReturn, body: { decision: 'approved' } });
  const { head, standing } = await timeline(leadId);
  expect([standing, head.what.text]).toEqual([
    undefined,
    expect.stringMatching(/^Sold to Acme for \$42\.50, .*, and given back\.$/),
  ]);
  const placed = { params: { ...params, leadId }, body: { campaignId: 'ACMRU' } };
  expect((await world.call(adminDeliverLead, placed)).status).toBe(202);
});

it('a lead that was imported, and decided by nobody, is not told as refused', async () => {
  const ids = { leadId: 'lead_imported', submissionId: 'sub_imported' };
  const submission = aSubmission({ tenantId: 'alpha', campaignId: 'FREE', ...ids });
  await world.stores.accept(
    accepted({ ...submission, kind: 'import', status: 'imported', dueAt: undefined }),
  );
  expect((await timeline('lead_imported')).head.what).toEqual({
    text: 'It was not sent to a buyer.',
    tone: 'quiet',
  });
});

it('a lead that is on its way says so, and is not placed beside itself by mistake', async () => {
  const submission = aSubmission({
    tenantId: 'alpha',
    leadId: 'lead_way',
    submissionId: 'sub_way',
    campaignId: 'FREE',
  });
  await world.stores.accept(accepted(submission));
  const { head, standing } = await timeline('lead_way');
  expect(head.what.text).toMatch(/^On its way since .* UTC\.$/);
  expect(standing).toBe('The lead is on its way with sub_way.');
  const asked = { params: { ...params, leadId: 'lead_way' }, body: { campaignId: 'ACMRU' } };
  expect((await world.call(adminDeliverLead, asked)).status).toBe(409);
});

it('a lead that some buyer may have, or that an earlier buyer has still, is not placed again by mistake', async () => {
  const ids = { leadId: 'lead_maybe', submissionId: 'sub_maybe' };
  const submission = aSubmission({ tenantId: 'alpha', campaignId: 'FREE', ...ids });
  await world.stores.accept(accepted(submission));
  const end = { status: 'pending_action', reason: 'unknown_outcome' } as const;
  await of().conclusions.close('sub_maybe', { end: { ...end, endedAt: world.stores.clock.now() } });
  const maybe = 'It is not known whether the buyer of sub_maybe has this lead.';
  expect((await timeline('lead_maybe')).standing).toBe(maybe);
  const asked = { params: { ...params, leadId: 'lead_maybe' }, body: { campaignId: 'ACMRU' } };
  expect((await world.call(adminDeliverLead, asked)).error?.message).toContain(maybe);

  const leadId = await sold();
  const at = new Date(world.stores.clock.now().getTime() + 1_000);
  const second = { leadId, submissionId: 'sub_second', clientId: 'cli_other', placedCampaignId: 'ACMRU' };
  await of().ledger.book(aSale('second', { ...second, occurredAt: at, receivedAt: at }));
  const taken = aSale('taken', { ...second, occurredAt: at, receivedAt: at });
  await of().ledger.book({ ...taken, entryId: 'return.second', type: 'return', minor: -taken.minor });
  expect((await timeline(leadId)).standing).toMatch(/^Acme has this lead: /);
});

it('of two who place a lead at once one does, and the other is told', async () => {
  const leadId = await sold();
  const asked = await world.call(adminRequestReturn, { params, body: { leadId, reason: 'wrong number' } });
  const ofReturn = { ...params, returnId: asked.data.returnId };
  await world.call(adminDecideReturn, { params: ofReturn, body: { decision: 'approved' } });
  const place = () =>
    world.call(adminDeliverLead, { params: { ...params, leadId }, body: { campaignId: 'ACMRU' } });
  const answers = await Promise.all([place(), place(), place()]);
  expect(answers.map(({ status }) => status).sort()).toEqual([202, 409, 409]);
});
