/**
 * Ends a delivery in one command: with the outcome of its last attempt, the decision, and the end of the submission.
 * Only for a delivered first submission, which gives nothing back.
 */
import type { RecordedDecision, SubmissionRecord } from '@sluice/contracts';
import type { AttemptOutcome } from '@sluice/store';
import type { Insist } from '../calls/insist.js';
import type { Core } from '../core.js';
import { effectsOfDecision } from '../effects/plan-effects.js';
import { entriesOfEnd } from '../ledger/entries-of-end.js';
import type { RoutingOutcome } from '../routing/routing-outcome.js';
import { afterEnd, endWrites, isDocument } from './end-writes.js';

/** An attempt that has ended, and whose outcome is not recorded yet. */
export interface UnrecordedAttempt {
  readonly n: number;
  readonly outcome: AttemptOutcome;
  /** For as long as the attempt may be recorded. */
  readonly insist: Insist;
}

/**
 * Records the attempt and the decision, and ends the submission. False if another decision is recorded already; only
 * the attempt is written then. Undefined, with nothing written, if it takes more than one command.
 */
export async function endAtOnce(
  core: Core,
  submission: SubmissionRecord,
  { n, outcome, insist }: UnrecordedAttempt,
  recorded: RecordedDecision<'delivery'>,
  routing: RoutingOutcome,
): Promise<boolean | undefined> {
  const { stage, generation, decision, decidedAt } = recorded;
  if (!submission.first || decision.kind !== 'delivered') return undefined;
  const effects = await insist(() => effectsOfDecision(core, submission, recorded));
  if (effects.some(isDocument)) return undefined;
  const { tenantId, submissionId, leadId, acceptedAt: receivedAt } = submission;
  const ended = { submission, stage, ending: decision, routing, at: decidedAt, receivedAt };
  const entries = await insist(() => entriesOfEnd(core, submission, ended, effects));
  const { end, before } = endWrites(core, ended, effects, entries);
  const { endings } = core.stores.forTenant(tenantId);
  const conclusion = { generation, n, outcome, leadId, decision, decidedAt };
  // A repetition writes the same documents, so that those of an earlier try are recognised as our own.
  const created = await insist(() => endings.conclude(submissionId, conclusion, end, before));
  if (!created) return false;
  await afterEnd(core, ended, created);
  return true;
}
