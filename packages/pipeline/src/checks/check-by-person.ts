/** The check in whose place a person has decided about a lead. */
import type { CheckName, OwnReason, SubmissionRecord } from '@sluice/contracts';
import type { StoresFor } from '../core.js';

// Why a check holds a lead; of a submission without one of them, nothing more is read.
const unavailable: ReadonlySet<string | undefined> = new Set([
  'ai_unavailable',
  'consent_unavailable',
  'lookup_unavailable',
] as const satisfies readonly OwnReason[]);

/**
 * The check that held the submission which this one continues by a person's `deliver`; undefined if none did. A person
 * decides in place of that check, and of no other.
 */
export async function checkByPerson(
  { stores }: StoresFor<'forTenant'>,
  { tenantId, kind, predecessorId }: Pick<SubmissionRecord, 'tenantId' | 'kind' | 'predecessorId'>,
): Promise<CheckName | undefined> {
  if (kind !== 'deliver' || predecessorId === undefined) return undefined;
  const { submissions, journal } = stores.forTenant(tenantId);
  const { reason } = (await submissions.find(predecessorId)) ?? {};
  if (!unavailable.has(reason)) return undefined;
  const { decision } = await journal.qualification(predecessorId);
  if (decision?.kind !== 'pending_action') return undefined;
  // Decisions of older releases name none.
  return decision.check ?? 'llm';
}
