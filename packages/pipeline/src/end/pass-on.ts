/**
 * Passing a lead on: its buyer said no, the room that it took there is given back, and routing goes on with the next
 * buyer. The buyer's next attempt is cancelled before that, so that no late worker asks it again.
 */
import type { PassedOn, RecordedDecision, SubmissionRecord } from '@sluice/contracts';
import { failpoint } from '@sluice/process';
import type { Core } from '../core.js';
import { openIn } from './end-writes.js';
import type { UnrecordedAttempt } from './end-at-once.js';
import { releaseAfter } from '../holds/release-next-waiting.js';
import { enqueueStage } from '../frame/enqueue.js';
import type { RoutingOutcome } from '../routing/routing-outcome.js';

/** Gives the room back and enqueues the submission for its next buyer. Repeatable. */
export async function passOn(
  core: Core,
  submission: SubmissionRecord,
  { generation, decidedAt }: Pick<RecordedDecision, 'generation' | 'decidedAt'>,
  { routing, mayBeBegun }: { readonly routing?: RoutingOutcome | undefined; readonly mayBeBegun: boolean },
): Promise<void> {
  const stores = core.stores.forTenant(submission.tenantId);
  const routed = routing?.routed ?? (await stores.journal.findRouted(submission.submissionId, generation));
  const open = openIn(submission, routed && { routed, generation });
  if (open) {
    await stores.counts.release(open, open.counts);
    await releaseAfter(core, submission.tenantId, open.counts);
  }
  await goOn(core, submission, generation, { since: decidedAt, mayBeBegun });
}

/**
 * Records the outcome of the last attempt, cancels the next one, records the decision and gives the room back, in one
 * command. False if another worker has the next attempt or has decided; only the outcome is recorded then.
 */
export async function passOnTogether(
  core: Core,
  submission: SubmissionRecord,
  { n, outcome, insist }: UnrecordedAttempt,
  { decision, decidedAt }: { readonly decision: PassedOn; readonly decidedAt: Date },
  routing: RoutingOutcome,
): Promise<boolean> {
  const { tenantId, submissionId, leadId } = submission;
  const { generation } = routing;
  const { endings, counts } = core.stores.forTenant(tenantId);
  const open = openIn(submission, routing);
  const conclusion = { generation, n, outcome, leadId, decision, decidedAt };
  const names = open ? counts.takenOut(open, open.counts) : [];
  if (!(await insist(() => endings.passOn(submissionId, conclusion, names)))) return false;
  await failpoint('after-decision-before-advance', submission);
  if (open) await releaseAfter(core, tenantId, open.counts);
  await goOn(core, submission, generation, { since: decidedAt, mayBeBegun: false });
  await failpoint('after-advance', submission);
  return true;
}

async function goOn(
  core: Core,
  submission: SubmissionRecord,
  generation: number,
  when: { readonly since: Date; readonly mayBeBegun: boolean },
): Promise<void> {
  await enqueueStage(core, submission, { stage: 'routing', generation: generation + 1, ...when });
}
