/** In which checks' place a person decides who lets a lead go on: those that held it one after another, and no other. */
import type { CheckName, QualificationDecision, SubmissionRecord } from '@sluice/contracts';
import { duringTests } from '@sluice/testing';
import { openWorld } from '@sluice/testing/core';
import { checksByPerson } from '../src/checks/check-by-person.js';
import { accept } from './pipeline.js';

const world = duringTests(openWorld);
const trace = [] as const;
const asking: QualificationDecision = { kind: 'asking', check: 'llm', criteria: [], trace };
const held: QualificationDecision = {
  kind: 'pending_action',
  reason: 'ai_unavailable',
  check: 'llm',
  trace,
};
const heldBy = (check: CheckName): QualificationDecision => ({
  ...held,
  reason: 'lookup_unavailable',
  check,
});

/** A submission of this kind, which ended after these decisions for this reason. */
async function ended(
  decisions: readonly QualificationDecision[],
  reason: string | undefined,
  follows: Pick<SubmissionRecord, 'kind' | 'predecessorId'> = { kind: 'submit' },
  status: 'pending_action' | 'superseded' | 'delivered' = 'pending_action',
) {
  const { core } = world;
  const { journal, conclusions } = core.stores.forTenant('demo');
  const submission = await accept(core, follows);
  const at = core.stores.clock.now();
  for (const [generation, decision] of decisions.entries())
    await journal.record(submission, 'qualification', generation, decision, at);
  const end = { status, endedAt: at, ...(reason !== undefined && { reason }) };
  await conclusions.close(submission.submissionId, { end });
  return submission.submissionId;
}

/** The checks that people decided about, as the submission of this kind that comes next is told of them. */
async function checksAfter(
  predecessorId: string,
  kind: SubmissionRecord['kind'] = 'deliver',
  acceptedAt = new Date(),
) {
  return [...(await checksByPerson(world.core, { tenantId: 'demo', kind, predecessorId, acceptedAt }))];
}

it('are named by the last decision of a chain', async () => {
  expect(await checksAfter(await ended([asking, asking, held], 'ai_unavailable'))).toEqual(['llm']);
});

it('are the language model for a decision of a release before checks were named', async () => {
  const { check: _, ...unnamed } = held;
  expect(await checksAfter(await ended([asking, unnamed], 'ai_unavailable'))).toEqual(['llm']);
});

it.each<[string, Parameters<typeof ended>, SubmissionRecord['kind']]>([
  ['the submission before waited for something else', [[asking, held], 'human_review'], 'deliver'],
  ['the lead is submitted again', [[asking, held], 'ai_unavailable'], 'submit'],
])('are none if %s', async (_what, given, kind) => {
  expect(await checksAfter(await ended(...given), kind)).toEqual([]);
});

it.each([
  ['all whose vendors are down, while a person lets the lead past one after another', 'deliver', 2],
  ['none of before the lead was submitted again', 'submit', 1],
] as const)('are %s', async (_what, kind, count) => {
  const first = await ended([heldBy('lookup.lk_a')], 'lookup_unavailable');
  const second = await ended([heldBy('lookup.lk_b')], 'lookup_unavailable', { kind, predecessorId: first });
  expect(await checksAfter(second)).toEqual(['lookup.lk_b', 'lookup.lk_a'].slice(0, count));
});

it.each(['superseded', 'delivered'] as const)(
  'are those of the held lead for each of two people who press at once, although the first one is %s by then',
  async (status) => {
    const held = await ended([heldBy('lookup.lk_a')], 'lookup_unavailable');
    const first = await ended([], undefined, { kind: 'deliver', predecessorId: held }, status);
    const { endedAt } = (await world.core.stores.forTenant('demo').submissions.find(first))!;
    expect(await checksAfter(first, 'deliver', new Date(endedAt!.getTime() - 1))).toEqual(['lookup.lk_a']);
    // Whoever presses later does not continue the submission that was held.
    expect(await checksAfter(first, 'deliver', endedAt)).toEqual([]);
  },
);
