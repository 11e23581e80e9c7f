/** In which check's place a person decides who lets a lead go on: that of the one that held it, and of no other. */
import type { QualificationDecision, SubmissionRecord } from '@sluice/contracts';
import { duringTests } from '@sluice/testing';
import { openWorld } from '@sluice/testing/core';
import { checkByPerson } from '../src/checks/check-by-person.js';
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

/** A submission that came after one with these decisions and this reason, and the check that its person decided about. */
async function after(
  decisions: readonly QualificationDecision[],
  reason: string | undefined,
  kind: SubmissionRecord['kind'] = 'deliver',
) {
  const { core } = world;
  const { journal, conclusions } = core.stores.forTenant('demo');
  const before = await accept(core);
  const at = core.stores.clock.now();
  for (const [generation, decision] of decisions.entries())
    await journal.record(before, 'qualification', generation, decision, at);
  const end = { status: 'pending_action' as const, endedAt: at, ...(reason !== undefined && { reason }) };
  await conclusions.close(before.submissionId, { end });
  return checkByPerson(core, { tenantId: 'demo', kind, predecessorId: before.submissionId });
}

it('is named by the last decision of a chain', async () => {
  expect(await after([asking, asking, held], 'ai_unavailable')).toBe('llm');
});

it('is the language model for a decision of a release before checks were named', async () => {
  const { check: _, ...unnamed } = held;
  expect(await after([asking, unnamed], 'ai_unavailable')).toBe('llm');
});

it.each<[string, Parameters<typeof after>]>([
  ['the submission before waited for something else', [[asking, held], 'human_review']],
  ['the lead is submitted again', [[asking, held], 'ai_unavailable', 'submit']],
])('is none if %s', async (_what, given) => {
  expect(await after(...given)).toBeUndefined();
});
