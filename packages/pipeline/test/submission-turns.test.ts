import type { ApiError, Held, QualificationDecision, SubmissionRecord } from '@sluice/contracts';
import { newId } from '@sluice/process';
import { aStoredCampaign, duringTests, putItem, putTenant } from '@sluice/testing';
import { createIntake, repostLead, turnOf } from '../src/index.js';
import { accept, openPipeline } from './pipeline.js';

const world = duringTests(openPipeline);

const tenantId = 'demo';
const mine = () => world.core.stores.forTenant(tenantId);
const campaign = aStoredCampaign({ campaignId: 'ACMRU' });
const held: Held = {
  ...{ kind: 'held', reason: 'daily_limit_full', campaignId: 'ACMRU' },
  ...{ until: new Date('2100-01-01'), waitsFor: [], trace: [] },
};
beforeAll(async () => {
  const settings = { webhooks: { url: 'https://tenant.example/events', enabled: true } };
  await putTenant(world.core.stores.tenants, { tenantId, name: 'Demo', settings });
  await putItem(mine().campaigns, 'ACMRU', campaign);
});

const found = async (submissionId: string): Promise<SubmissionRecord> => {
  const submission = await mine().submissions.find(submissionId);
  if (!submission) throw new Error(`there is no ${submissionId}`);
  return submission;
};

const turn = async (submissionId: string) => turnOf(world.core, await found(submissionId));

async function end(submissionId: string, leadId: string, status: 'failed' | 'delivered'): Promise<void> {
  const at = world.core.stores.clock.now();
  await mine().leads.recordStatus(leadId, { status, ended: true, submissionId, at });
  await mine().conclusions.close(submissionId, { end: { status, endedAt: at } });
}

/** A request for a further submission of the lead. */
function request(leadId: string, kind: 'submit' | 'repost' = 'submit', submissionId = newId('submission')) {
  const intake = createIntake(world.core);
  const repost = async () => {
    const lead = await mine().leads.find(leadId);
    if (lead) await repostLead({ stores: world.core.stores, intake }, { lead, submissionId });
  };
  const submit = () => intake.acceptFollowUp({ tenantId, leadId, submissionId, kind: 'submit', campaign });
  return { submissionId, run: kind === 'repost' ? repost : submit };
}

/** The same request, interrupted: its run wrote the submission and died before it updated the lead. */
async function interrupted(leadId: string): Promise<string> {
  const { lastSubmissionId: predecessorId } = (await mine().leads.find(leadId)) ?? {};
  const acceptedAt = world.core.stores.clock.now();
  const submission: SubmissionRecord = {
    ...(await found(predecessorId ?? '')),
    submissionId: newId('submission'),
    first: false,
    acceptedAt,
    status: 'pending',
    dueAt: new Date(acceptedAt.getTime() + 20_000),
    predecessorId: predecessorId ?? '',
  };
  await world.core.stores.accept({ submission });
  return submission.submissionId;
}

describe('submissions of one lead', () => {
  it("start in the order of the lead's list, even if an interrupted request had named the same predecessor earlier", async () => {
    const { leadId, submissionId: first } = await accept(world.core);
    await end(first, leadId, 'delivered');
    const late = await interrupted(leadId);
    expect(await turn(late)).toBe('not_listed');
    const faster = request(leadId);
    await faster.run();
    await request(leadId, 'submit', late).run();
    expect([await turn(faster.submissionId), await turn(late)]).toEqual(['begins', 'waits']);
    await end(faster.submissionId, leadId, 'delivered');
    expect(await turn(late)).toBe('begins');
  });

  it.each(['pending', 'delivered', 'failed'] as const)(
    'include the slower of two concurrent reposts only if the faster one has failed by then (%s)',
    async (status) => {
      const { leadId, submissionId } = await accept(world.core);
      await end(submissionId, leadId, 'failed');
      const [slow, fast] = [request(leadId, 'repost'), request(leadId, 'repost')];
      await fast.run();
      if (status !== 'pending') await end(fast.submissionId, leadId, status);
      const refused = await slow.run().then(
        () => undefined,
        ({ code }: ApiError) => code,
      );
      expect(refused).toBe(status === 'failed' ? undefined : 'INVALID_STATE');
      expect(await mine().leads.lists(leadId, slow.submissionId)).toBe(status === 'failed');
    },
  );

  it.each<['qualification' | 'routing', QualificationDecision | Held, ...events: string[]]>([
    ['qualification', { kind: 'asking', check: 'llm', criteria: ['x'], trace: [] }, 'lead.created'],
    [
      ...(['qualification', { kind: 'awaiting_action', trace: [] }] as const),
      ...['lead.created', 'lead.first_submission_action'],
    ],
    ['routing', held, 'lead.queued'],
  ])(
    'replace one that waits (%s %j) without losing its events, and then nobody is asked',
    async (stage, waits, ...events) => {
      const { leadId, submissionId } = await accept(world.core);
      // Its worker died before it planned what follows.
      const at = world.core.stores.clock.now();
      await mine().journal.record(await found(submissionId), stage, 0, waits, at);
      const newer = request(leadId);
      await newer.run();
      expect(await turn(newer.submissionId)).toBe('begins');
      expect((await found(submissionId)).status).toBe('superseded');
      const planned = await mine().effects.ofSubmission(submissionId);
      expect(planned.map(({ kind, trigger }) => [kind, trigger])).toEqual(
        events.map((event) => ['webhook', event]),
      );
    },
  );

  it('wait for every earlier one, even if the one directly before ended out of turn', async () => {
    const { leadId, submissionId: moving } = await accept(world.core);
    const [second, third] = [request(leadId), request(leadId)];
    await second.run();
    await third.run();
    // As quarantine ends a submission, in turn or not.
    await end(second.submissionId, leadId, 'failed');
    expect(await turn(third.submissionId)).toBe('waits');
    await end(moving, leadId, 'delivered');
    expect(await turn(third.submissionId)).toBe('begins');
  });
});
