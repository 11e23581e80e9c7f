/** The checks in whose place people have decided about a lead. */
import type { CheckName, OwnReason, SubmissionRecord } from '@sluice/contracts';
import type { StoresFor } from '../core.js';

// Why a check holds a lead; of a submission without one of them, nothing more is read.
const unavailable: ReadonlySet<string | undefined> = new Set([
  'ai_unavailable',
  'consent_unavailable',
  'lookup_unavailable',
] as const satisfies readonly OwnReason[]);

/**
 * The check that held the submission which this one continues by a person's `deliver`, and those that held the ones
 * before it that were continued so; empty if none did. A person decides in place of these checks, and of no other:
 * with the vendors of two checks down, each `deliver` gets the lead past one more. Of several people who press at once,
 * each continues the submission that was held, whatever becomes of the others.
 */
export async function checksByPerson(
  { stores }: StoresFor<'forTenant'>,
  { tenantId, ...submission }: Pick<SubmissionRecord, 'tenantId' | 'kind' | 'predecessorId' | 'acceptedAt'>,
): Promise<ReadonlySet<CheckName>> {
  const checks = new Set<CheckName>();
  const { submissions, journal } = stores.forTenant(tenantId);
  let { kind, predecessorId, acceptedAt } = submission;
  while (kind === 'deliver' && predecessorId !== undefined) {
    const before = await submissions.find(predecessorId);
    if (!before) break;
    if (unavailable.has(before.reason)) {
      const held = (await journal.history(predecessorId)).at(-1);
      if (held?.decision.kind !== 'pending_action') break;
      // Decisions of older releases name none.
      checks.add(held.decision.check ?? 'llm');
    } else if (before.endedAt !== undefined && before.endedAt <= acceptedAt) break;
    ({ kind, predecessorId, acceptedAt } = before);
  }
  return checks;
}
