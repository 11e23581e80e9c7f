import type { Campaign, LeadData } from '@sluice/contracts';
import { newId } from '@sluice/process';
import { duringTests } from '@sluice/testing';
import { createIntake } from '../src/index.js';
import { accept, openPipeline } from './pipeline.js';

const world = duringTests(openPipeline);

const tenantId = 'demo';
const mine = () => world.core.stores.forTenant(tenantId);
const campaign = { campaignId: 'ACMRU', clientId: 'cli_1', offerId: 'off_1' } as Campaign;

const saying =
  (answers: Readonly<Record<string, unknown>>) =>
  ({ data }: { readonly data: LeadData }): LeadData => ({
    ...data,
    questionnaire: { ...data.questionnaire, ...answers },
  });

async function follow(
  leadId: string,
  dataAfter?: ReturnType<typeof saying>,
  submissionId = newId('submission'),
) {
  const followUp = { tenantId, leadId, submissionId, kind: 'submit', campaign } as const;
  await createIntake(world.core).acceptFollowUp({ ...followUp, dataAfter });
  return submissionId;
}

const leadOf = async (leadId: string) => (await mine().leads.find(leadId))!;
const answersOf = async (submissionId: string) =>
  (await mine().submissions.find(submissionId))?.data.questionnaire;

describe('two concurrent requests that change one lead', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'are both merged into the lead and into the later submission (run %i)',
    async () => {
      const { leadId } = await accept(world.core, { data: { firstName: 'Ada', questionnaire: { a: 1 } } });
      await Promise.all([follow(leadId, saying({ b: 2 })), follow(leadId, saying({ c: 3 }))]);
      const { data, lastSubmissionId } = await leadOf(leadId);
      expect(data.questionnaire).toEqual({ a: 1, b: 2, c: 3 });
      expect(await answersOf(lastSubmissionId)).toEqual({ a: 1, b: 2, c: 3 });
    },
  );

  it('are both applied when one is a bulk update and the other creates a submission', async () => {
    const { leadId } = await accept(world.core, { data: { firstName: 'Ada', questionnaire: { a: 1 } } });
    await Promise.all([
      follow(leadId),
      mine().leadUpdates.apply([leadId], (lead) => ({
        lead: { ...lead, data: saying({ b: 2 })(lead) },
        search: [],
      })),
    ]);
    expect((await leadOf(leadId)).data.questionnaire).toEqual({ a: 1, b: 2 });
  });

  it('are each validated against the lead as the other left it', async () => {
    const { leadId } = await accept(world.core);
    const submissionId = newId('submission');
    const refused = createIntake(world.core).acceptFollowUp({
      tenantId,
      leadId,
      submissionId,
      kind: 'deliver',
      campaign,
      // The first check passes; then the concurrent update makes the second one refuse.
      refuse: (lead) => {
        if (lead.approvalStatus === 'rejected') throw new Error('not approved');
      },
      dataAfter: ({ data }) => data,
    });
    const update = mine().leadUpdates.apply([leadId], (lead) => ({
      lead: { ...lead, approvalStatus: 'rejected' },
      search: [],
    }));
    const outcome = await refused.then(
      () => 'accepted',
      () => 'refused',
    );
    await update;
    // Whichever came first, a lead that was rejected when the submission would be listed has no such submission.
    const listed = await mine().leads.lists(leadId, submissionId);
    expect(listed).toBe(outcome === 'accepted');
  });
});

describe('a follow-up request that is run twice', () => {
  it('does not replace newer merged data by older, nor restore an erased person', async () => {
    const { leadId } = await accept(world.core, { data: { firstName: 'Ada' } });
    const submissionId = await follow(leadId, saying({ b: 2 }));
    const early = { data: { firstName: 'Early' }, isTest: false };
    await mine().submissions.mergeAnew(submissionId, 0, early);
    expect(await answersOf(submissionId)).toEqual({ b: 2 });
    await mine().removal.erase(leadId);
    await mine().submissions.mergeAnew(submissionId, 99, early);
    expect((await mine().submissions.find(submissionId))?.data).toEqual({});
  });

  it('merges again what an interrupted run had written, when the lead has changed since', async () => {
    const { leadId, submissionId: first } = await accept(world.core, { data: { firstName: 'Ada' } });
    const submissionId = newId('submission');
    const acceptedAt = world.core.stores.clock.now();
    const interrupted = {
      ...(await mine().submissions.find(first))!,
      submissionId,
      first: false,
      acceptedAt,
      leadRevision: 0,
      predecessorId: first,
      data: { firstName: 'Ada', questionnaire: { late: 1 } },
    };
    await world.core.stores.accept({ submission: interrupted });
    await follow(leadId, saying({ b: 2 }));
    await follow(leadId, saying({ late: 1 }), submissionId);
    expect(await answersOf(submissionId)).toEqual({ b: 2, late: 1 });
    expect((await leadOf(leadId)).data.questionnaire).toEqual({ b: 2, late: 1 });
  });
});

it('a request with new data about an erased lead is refused, and its data is not stored', async () => {
  const { leadId } = await accept(world.core);
  await mine().removal.erase(leadId);
  const submissionId = newId('submission');
  await expect(follow(leadId, saying({ b: 2 }), submissionId)).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    details: ['leadId: the personal data of this lead was erased'],
  });
  expect(await mine().submissions.find(submissionId)).toBeUndefined();
});
