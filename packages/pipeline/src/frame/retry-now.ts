/**
 * The next attempt of a delivery at once instead of when it was planned, because a person knows that the buyer is back.
 * A worker makes it, under its own key, once the one before it has an outcome or its lease is over, so nothing is called
 * twice.
 */
import { groupBy } from '@sluice/concurrency';
import type { RecordedDecision, Routed } from '@sluice/contracts';
import type { DeliveryAttempt, GenerationAttempt, StoredSubmission } from '@sluice/store';
import { isUnderWay } from '../calls/attempted-call.js';
import { now, type Core, type StoresFor } from '../core.js';
import { enqueueSooner } from '../enqueue/enqueue.js';
import { deliveryLane } from '../enqueue/lane.js';

/** A delivery that waits for an attempt. */
export interface WaitingDelivery {
  readonly submission: StoredSubmission;
  readonly generation: number;
  readonly routed: Routed;
  /** The attempt before; absent if the buyer could not be asked yet. */
  readonly last?: DeliveryAttempt;
  /** When the attempt is planned, or when somebody looks whether the buyer's circuit is still open. */
  readonly until: Date;
}

/** What a submission waits for. */
export type DeliveryState =
  | ({ readonly kind: 'waits' } & WaitingDelivery)
  /** A worker may be making an attempt, until then. */
  | { readonly kind: 'under_way'; readonly until: Date }
  | { readonly kind: 'not_waiting' };

/** What a submission waits for, as read. */
export async function deliveryState(
  { stores }: StoresFor<'clock' | 'forTenant'>,
  tenantId: string,
  submissionId: string,
): Promise<DeliveryState> {
  const of = stores.forTenant(tenantId);
  const submission = await of.submissions.find(submissionId);
  if (!mayWait(submission, now({ stores }))) return { kind: 'not_waiting' };
  const [history, attempts] = await Promise.all([
    of.journal.history(submissionId),
    of.attempts.of(submissionId),
  ]);
  return deliveryStateOf({ submission, history, attempts }, now({ stores }));
}

/** What a submission with these decisions and attempts waits for. One that is in a queue for the first time does not wait. */
export function deliveryStateOf({ submission, history, attempts }: Made, at: Date): DeliveryState {
  const { decision: routed, generation } = history.at(-1) ?? {};
  if (generation === undefined || routed?.kind !== 'routed' || !mayWait(submission, at))
    return { kind: 'not_waiting' };
  const last = attempts.findLast((one) => one.generation === generation);
  if (last && isUnderWay(last, at)) return { kind: 'under_way', until: last.leaseUntil };
  if (last?.ending) return { kind: 'not_waiting' };
  return { kind: 'waits', submission, generation, routed, last, until: submission.enqueuedAt };
}

/** A submission, and what was made of it so far. */
interface Made {
  readonly submission: StoredSubmission;
  readonly history: readonly RecordedDecision[];
  readonly attempts: readonly GenerationAttempt[];
}

// Every wait is written to the submission with its end; an attempt that is being made ends its wait at its lease.
function mayWait(
  submission: StoredSubmission | undefined,
  at: Date,
): submission is StoredSubmission & { readonly enqueuedAt: Date } {
  return submission?.dueAt !== undefined && submission.enqueuedAt !== undefined && submission.enqueuedAt > at;
}

/** A delivery whose next attempt is planned anew, with the lane in whose queue a worker looks at it. */
export interface PlannedRetry {
  readonly tenantId: string;
  readonly submissionId: string;
  readonly generation: number;
  readonly lane: string;
}

/** Plans the next attempt for `at`. A worker makes it after `enqueueRetries`; if nobody enqueues it, the sweep does. */
export async function planRetry(
  { stores }: StoresFor<'forTenant' | 'sweepTiming'>,
  { submission, generation, routed, last }: WaitingDelivery,
  at: Date,
): Promise<PlannedRetry> {
  const { tenantId, submissionId } = submission;
  const { attempts, submissions } = stores.forTenant(tenantId);
  const planned = last?.outcome?.nextAt;
  if (last?.outcome && planned && planned > at)
    await attempts.planNext({ submissionId, generation }, last.n, last.outcome, at);
  await submissions.postpone(submissionId, new Date(at.getTime() + stores.sweepTiming.lateByMs), at);
  return { tenantId, submissionId, generation, lane: await deliveryLane(stores, submission, routed) };
}

/** Has workers make attempts of one tenant that were planned for `at`. */
export async function enqueueRetries(
  core: Pick<Core, 'producer' | 'log'>,
  planned: readonly PlannedRetry[],
  at: Date,
): Promise<void> {
  for (const [lane, of] of groupBy(planned, (one) => one.lane)) await enqueueSooner(core, { lane, of, at });
}
