/** Measures submissions: the time since acceptance, and how they ended. Costs a few additions per submission. */
import {
  readOwnReason,
  type Decision,
  type Ending,
  type RecordedDecision,
  type Stage,
  type SubmissionRecord,
} from '@sluice/contracts';
import { readingsIn, UNKNOWN_OUTCOME } from '@sluice/domain';
import { boundLabels } from '@sluice/process';
import type { StoredSubmission, Stores } from '@sluice/store';
import type { Core } from '../core.js';

/** How many ends one process counts separately: tenants times statuses times reasons. */
const ENDS_COUNTED_SEPARATELY = 1_000;
const boundEnd = boundLabels<'tenant' | 'status' | 'reason'>(ENDS_COUNTED_SEPARATELY, ['tenant', 'reason']);

/** Outcomes after which a later stage or generation still has to decide, and one that a newer submission decides. */
const undecided: ReadonlySet<string> = new Set([
  'qualified',
  'asking',
  'awaiting_action',
  'held',
  'passed_on',
  'superseded',
]);

/**
 * Counts an end by tenant, status and reason. A buyer's own words are not used as a label, because they may quote the
 * lead.
 */
export function countEnd(
  { metrics }: Pick<Core, 'metrics'>,
  { tenantId: tenant }: Pick<SubmissionRecord, 'tenantId'>,
  stage: RecordedDecision['stage'],
  { kind: status, reason = '' }: Ending,
): void {
  const own = reason === UNKNOWN_OUTCOME || !mayQuoteBuyer(stage, reason);
  metrics.submissionsEnded.inc(boundEnd({ tenant, status, reason: own ? reason : '' }));
}

/** Whether a reason may be a buyer's own words: of a delivery, or of routing after buyers were asked. */
export function mayQuoteBuyer(stage: RecordedDecision['stage'], reason: string): boolean {
  return stage === 'delivery' || (stage === 'routing' && readOwnReason(reason) === undefined);
}

/** A decision that was recorded a moment ago. */
export interface Recorded {
  readonly stage: Stage;
  readonly outcome: string;
  readonly at: Date;
}

/**
 * Measures the time from acceptance to a decision or to delivery. Submissions that were ever held are left out, because
 * their campaign determines how long that takes.
 */
export function measureDecision(
  { metrics }: Pick<Core, 'metrics'>,
  { acceptedAt, heldAt }: Pick<StoredSubmission, 'acceptedAt' | 'heldAt'>,
  { stage, outcome, at }: Recorded,
): void {
  if (heldAt !== undefined || stage === 'action' || undecided.has(outcome)) return;
  const seconds = Math.max(0, at.getTime() - acceptedAt.getTime()) / 1000;
  if (stage !== 'delivery') metrics.decisionSeconds.observe({ outcome }, seconds);
  else if (outcome === 'delivered') metrics.deliverySeconds.observe(seconds);
}

/** Notes which values the rules of a decision could read as numbers and dates; a test lead's count nowhere. */
export function noteReadings(
  { readings }: Pick<Stores, 'readings'>,
  { tenantId, campaignId, isTest }: Pick<StoredSubmission, 'tenantId' | 'campaignId' | 'isTest'>,
  { trace }: Decision,
): void {
  if (isTest) return;
  for (const one of readingsIn(trace, campaignId)) readings.note(tenantId, one);
}

/**
 * Adds the time from acceptance to delivery to the stored figures. Leaves out submissions that were ever held, as
 * above.
 */
export function countDelivered(
  { figures }: Pick<Stores, 'figures'>,
  { tenantId, acceptedAt, heldAt }: Pick<StoredSubmission, 'tenantId' | 'acceptedAt' | 'heldAt'>,
  { stage, outcome, at }: Recorded,
): void {
  if (heldAt !== undefined || stage !== 'delivery' || outcome !== 'delivered') return;
  figures.countDelivered(tenantId, Math.max(0, at.getTime() - acceptedAt.getTime()));
}
