/** What is measured of a submission on its way: how long since its acceptance, and how it ended. Costs a few additions. */
import type { Ending, QueuedStage, RecordedDecision, SubmissionRecord } from '@sluice/contracts';
import { UNKNOWN_OUTCOME } from '@sluice/domain';
import { boundLabels } from '@sluice/runtime';
import type { StoredSubmission, Stores } from '@sluice/store';
import type { Core } from '../core.js';

/** Ends that are told apart in one process: tenants times statuses times reasons. */
const ENDS_TOLD_APART = 1_000;
const boundEnd = boundLabels<'tenant' | 'status' | 'reason'>(ENDS_TOLD_APART, ['tenant', 'reason']);

/** Decisions after which another stage decides further. */
const undecided: ReadonlySet<string> = new Set(['qualified', 'awaiting_action', 'held']);

/** Counts an end by tenant, status and reason. A buyer's own words are no label: they may quote the lead. */
export function countEnd(
  { metrics }: Pick<Core, 'metrics'>,
  { tenantId: tenant }: Pick<SubmissionRecord, 'tenantId'>,
  stage: RecordedDecision['stage'],
  { kind: status, reason = '' }: Ending,
): void {
  const own = stage !== 'delivery' || reason === UNKNOWN_OUTCOME;
  metrics.submissionsEnded.inc(boundEnd({ tenant, status, reason: own ? reason : '' }));
}

/** A decision that was recorded just now. */
export interface Recorded {
  readonly stage: QueuedStage;
  readonly outcome: string;
  readonly at: Date;
}

/**
 * Measures the time from acceptance to a decision, or to the delivery. What was held is left out: how long that takes
 * says its campaign, not we.
 */
export function measureDecision(
  { metrics }: Pick<Core, 'metrics'>,
  { acceptedAt, heldAt }: Pick<StoredSubmission, 'acceptedAt' | 'heldAt'>,
  { stage, outcome, at }: Recorded,
): void {
  if (heldAt !== undefined || undecided.has(outcome)) return;
  const seconds = Math.max(0, at.getTime() - acceptedAt.getTime()) / 1000;
  if (stage !== 'delivery') metrics.decisionSeconds.observe({ outcome }, seconds);
  else if (outcome === 'delivered') metrics.deliverySeconds.observe(seconds);
}

/** Counts in the kept figures how long it took until a buyer took the lead; of what was held as little as above. */
export function countDelivered(
  { figures }: Pick<Stores, 'figures'>,
  { tenantId, acceptedAt, heldAt }: Pick<StoredSubmission, 'tenantId' | 'acceptedAt' | 'heldAt'>,
  { stage, outcome, at }: Recorded,
): void {
  if (heldAt !== undefined || stage !== 'delivery' || outcome !== 'delivered') return;
  figures.countDelivered(tenantId, Math.max(0, at.getTime() - acceptedAt.getTime()));
}
