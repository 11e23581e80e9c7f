/** Repost, deliver and move: what each does with a known lead, and what it refuses, whoever asks for it. */
import { leadStatuses, repostableLeadStatuses, type LeadRecord } from '@sluice/contracts';
import { newId, silentLogger } from '@sluice/process';
import { aStoredCampaign, duringTests, putItem } from '@sluice/testing';
import { createIntake, createNoteReceived, deliverLead, moveLead, repostLead } from '../src/index.js';
import { accept, openPipeline } from './pipeline.js';

const world = duringTests(openPipeline);
beforeAll(async () => {
  for (const campaignId of ['ACMRU', 'OTHER'])
    await putItem(
      mine().campaigns,
      campaignId,
      aStoredCampaign({ campaignId, clientId: `cli_${campaignId}` }),
    );
});

const mine = () => world.core.stores.forTenant('demo');
const deps = () => ({
  stores: world.core.stores,
  intake: createIntake(world.core),
  noteReceived: createNoteReceived(world.core.stores, silentLogger),
});
const found = async (leadId: string) => (await mine().leads.find(leadId))!;

/** A lead of ACMRU that was submitted once. */
async function aLead(changes: Partial<LeadRecord> = {}): Promise<LeadRecord> {
  const { leadId } = await accept(world.core, { campaignId: 'ACMRU', data: { firstName: 'Ada' } });
  await mine().leadUpdates.apply([leadId], (lead) => ({ lead: { ...lead, ...changes }, search: [] }));
  return found(leadId);
}

type Action = (lead: LeadRecord, submissionId: string) => Promise<void>;
const actions = {
  repost: (lead, submissionId) => repostLead(deps(), { lead, submissionId }),
  deliver: (lead, submissionId) => deliverLead(deps(), { lead, submissionId }, 'OTHER'),
  move: (lead, submissionId) =>
    moveLead(deps(), { lead, submissionId }, { campaignId: 'OTHER', requestId: 'req_1' }),
} satisfies Record<string, Action>;

/** What an action made of a lead: its further submission. */
async function done(act: Action, lead: LeadRecord) {
  const submissionId = newId('submission');
  await act(lead, submissionId);
  return (await mine().submissions.find(submissionId))!;
}

/** The code and the message of what an action refused, after which the lead must be as it was. */
async function refusal(act: Action, lead: LeadRecord) {
  const submissionId = newId('submission');
  const refused = act(lead, submissionId).then(
    () => 'done',
    ({ code, message, details }: { code: string; message: string; details?: string[] }) => [
      code,
      details?.[0] ?? message,
    ],
  );
  const why = await refused;
  expect(await found(lead.leadId)).toEqual(lead);
  expect(await mine().submissions.find(submissionId)).toBeUndefined();
  return why;
}

describe('a repost', () => {
  it.each(repostableLeadStatuses)(
    'of a lead that is %s tries its previous delivery again, without qualification',
    async (status) => {
      const lead = await aLead({ status });
      const submission = await done(actions.repost, lead);
      expect(submission).toMatchObject({
        kind: 'repost',
        campaignId: 'ACMRU',
        retryOf: lead.lastSubmissionId,
      });
      expect(await found(lead.leadId)).toMatchObject({
        status: 'pending',
        lastSubmissionId: submission.submissionId,
      });
    },
  );

  it.each(leadStatuses.filter((status) => !repostableLeadStatuses.some((one) => one === status)))(
    'is refused for a lead that is %s',
    async (status) => {
      expect(await refusal(actions.repost, await aLead({ status }))).toEqual([
        'INVALID_STATE',
        `A lead can be reposted when its status is failed, rejected, error; it is ${status}`,
      ]);
    },
  );

  it('gets one of two that are made at once', async () => {
    const lead = await aLead({ status: 'failed' });
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => actions.repost(lead, newId('submission'))));
    const codes = outcomes.map((one) =>
      one.status === 'fulfilled' ? 'done' : (one.reason as { code: string }).code,
    );
    expect(codes.sort()).toEqual(['INVALID_STATE', 'INVALID_STATE', 'done']);
  });

  it('goes to another destination if one is given, and where it went before whatever campaign is named', async () => {
    const deliveryInfo = { url: 'https://buyer.example/in', method: 'PUT' as const };
    const submission = await done(
      (lead, submissionId) => repostLead(deps(), { lead, submissionId, campaignId: 'OTHER', deliveryInfo }),
      await aLead({ status: 'failed' }),
    );
    expect(submission).toMatchObject({ campaignId: 'ACMRU', deliveryInfo });
  });

  it('with other data is qualified with them, for the campaign that is named or else for its own', async () => {
    const again = (campaignId?: string): Action => {
      const qualifiedWith = (data: LeadRecord['data']) => ({ ...data, lastName: 'Byron' });
      return (lead, submissionId) => repostLead(deps(), { lead, submissionId, campaignId, qualifiedWith });
    };
    const named = await done(again('OTHER'), await aLead({ status: 'rejected' }));
    expect(named).toMatchObject({ campaignId: 'OTHER', data: { firstName: 'Ada', lastName: 'Byron' } });
    expect(named.retryOf).toBeUndefined();
    expect(await found(named.leadId)).toMatchObject({ campaignId: 'OTHER', clientId: 'cli_OTHER' });
    expect(await done(again(), await aLead({ status: 'error' }))).toMatchObject({ campaignId: 'ACMRU' });
  });

  it('is refused for a campaign that does not exist, and for a lead whose own no longer does', async () => {
    const unknown = { campaignId: 'NONE' };
    expect(
      await refusal(
        (lead, submissionId) => repostLead(deps(), { lead, submissionId, ...unknown }),
        await aLead({ status: 'failed' }),
      ),
    ).toEqual(['VALIDATION_ERROR', 'campaignId: does not exist']);
    expect(await refusal(actions.repost, await aLead({ status: 'failed', ...unknown }))).toEqual([
      'INVALID_STATE',
      'The campaign of the lead no longer exists',
    ]);
  });
});

describe('a delivery by hand', () => {
  it.each([undefined, 'approved'] as const)(
    'of a lead whose approval is %s sends it to the campaign in a further submission',
    async (approvalStatus) => {
      const lead = await aLead({ status: 'pending_action', approvalStatus });
      expect(await done(actions.deliver, lead)).toMatchObject({
        kind: 'deliver',
        campaignId: 'OTHER',
        status: 'pending',
      });
    },
  );

  it.each(['pending', 'rejected'] as const)('is refused while its approval is %s', async (approvalStatus) => {
    const lead = await aLead({ status: 'pending_action', approvalStatus });
    expect(await refusal(actions.deliver, lead)).toEqual([
      'INVALID_STATE',
      `A lead cannot be delivered while its approval status is ${approvalStatus}`,
    ]);
  });
});

it('a move changes the campaign of a lead and sends it there in a further submission, which the campaign notes', async () => {
  const lead = await aLead({ status: 'delivered' });
  const before = world.core.stores.clock.now();
  expect(await done(actions.move, lead)).toMatchObject({ kind: 'move', campaignId: 'OTHER' });
  expect(await found(lead.leadId)).toMatchObject({ campaignId: 'OTHER', status: 'pending' });
  const { lastLeadReceivedAt = '' } = (await mine().campaigns.find('OTHER'))!;
  expect(Date.parse(lastLeadReceivedAt)).toBeGreaterThanOrEqual(before.getTime());
});

it.each(['deliver', 'move'] as const)('%s is refused for a campaign that does not exist', async (name) => {
  const lead = await aLead();
  const act: Action = (of, submissionId) =>
    name === 'deliver'
      ? deliverLead(deps(), { lead: of, submissionId }, 'NONE')
      : moveLead(deps(), { lead: of, submissionId }, { campaignId: 'NONE', requestId: 'req_1' });
  expect(await refusal(act, lead)).toEqual(['VALIDATION_ERROR', 'campaignId: does not exist']);
});

it.each(Object.entries(actions))('%s is refused for a lead whose person was erased', async (_name, act) => {
  const { leadId } = await aLead({ status: 'failed' });
  await mine().removal.erase(leadId);
  expect(await refusal(act, await found(leadId))).toEqual([
    'VALIDATION_ERROR',
    'leadId: the personal data of this lead was erased',
  ]);
});
