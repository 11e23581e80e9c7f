/**
 * Ends a delivery in one command: with the outcome of its last attempt, the decision, and the end of the submission.
 * Only for a delivered first submission, which gives nothing back.
 */
import type { RecordedDecision, SubmissionRecord } from '@sluice/contracts';
import type { AttemptOutcome } from '@sluice/store';
import type { Core } from '../core.js';
import { effectsOfDecision } from '../effects/plan-effects.js';
import type { RoutingOutcome } from '../stage/routing-outcome.js';
import { afterEnd, endWrites, isDocument } from './end-writes.js';

/** An attempt that has ended, and whose outcome is not recorded yet. */
export interface UnrecordedAttempt {
  readonly n: number;
  readonly outcome: AttemptOutcome;
}

/**
 * Records the attempt and the decision, and ends the submission. False if another decision is recorded already; only
 * the attempt is written then. Undefined, with nothing written, if it takes more than one command.
 */
export async function endAtOnce(
  core: Core,
  submission: SubmissionRecord,
  attempt: UnrecordedAttempt,
  recorded: RecordedDecision<'delivery'>,
  routing: RoutingOutcome,
): Promise<boolean | undefined> {
  const { stage, decision, decidedAt } = recorded;
  if (!submission.first || decision.kind !== 'delivered') return undefined;
  const effects = await effectsOfDecision(core, submission, recorded);
  if (effects.some(isDocument)) return undefined;
  const { tenantId, submissionId, leadId } = submission;
  const ended = { submission, stage, ending: decision, routing, at: decidedAt };
  const { end, before } = endWrites(core, ended, effects);
  const { endings } = core.stores.forTenant(tenantId);
  const conclusion = { ...attempt, leadId, decision, decidedAt };
  const created = await endings.conclude(submissionId, conclusion, end, before);
  if (!created) return false;
  await afterEnd(core, ended, created);
  return true;
}
