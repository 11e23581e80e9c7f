/** What the end of a submission writes in its one command, and what follows once that is written. */
import type { Effect, Ending, NewEffect, RecordedDecision, SubmissionRecord } from '@sluice/contracts';
import { slotName } from '@sluice/contracts';
import { leadStatusAfter, slotsAfter, submissionStatusAfter } from '@sluice/domain';
import { failpoint } from '@sluice/runtime';
import type { Placement, SubmissionEnd, WrittenWithEnd } from '@sluice/store';
import type { Core, StoresFor } from '../core.js';
import { plannedAt } from '../effects/plan-effects.js';
import { enqueueEffect } from '../stage/enqueue.js';
import { countEnd } from '../stage/measure.js';
import type { RoutingOutcome } from '../stage/routing-outcome.js';

/** A submission that ends at `at` by a decision of `stage`. */
export interface EndedSubmission {
  readonly submission: SubmissionRecord;
  readonly stage: RecordedDecision['stage'];
  readonly ending: Ending;
  readonly routing: RoutingOutcome | undefined;
  readonly at: Date;
}

/** Whether the effect also requests a file of the lead, so that writing it takes more than the command. */
export function isDocument({ kind }: NewEffect): boolean {
  return kind === 'document';
}

/** The end, and what is written before it: placements, those of `effects` that are no documents, the lead's status. */
export function endWrites(
  core: StoresFor<'sweepTiming'>,
  { submission, stage, ending, routing, at }: EndedSubmission,
  effects: readonly NewEffect[],
): { readonly end: SubmissionEnd; readonly before: WrittenWithEnd } {
  const { reason } = ending;
  const isResolution = stage === 'resolution';
  const placement = placementOf(submission, routing, ending);
  const placed = slotsAfter(ending) === 'confirm' ? heldSlots(submission, routing) : undefined;
  return {
    end: {
      status: submissionStatusAfter(ending),
      endedAt: at,
      isResolution,
      ...(reason !== undefined && { reason }),
      ...(placement && { placement }),
    },
    before: {
      ...(placed && { placed }),
      effects: effects.filter((effect) => !isDocument(effect)).map((effect) => plannedAt(core, effect, at)),
      ...(!isResolution && leadAfter(submission, ending, at)),
    },
  };
}

/** Enqueues the effects that the end created, and counts it. */
export async function afterEnd(
  core: Core,
  { submission, stage, ending, routing, at }: EndedSubmission,
  created: readonly Effect[],
): Promise<void> {
  // Not awaited: if Redis refuses a job, the sweep requeues it.
  for (const effect of created) void enqueueEffect(core, effect, at);
  const held = heldSlots(submission, routing);
  if (held) core.stores.forTenant(submission.tenantId).slots.ended(held.name, held.counters);
  await failpoint('after-end', submission);
  countEnd(core, submission, stage, ending);
  core.stores.figures.countEnd(submission.tenantId, submissionStatusAfter(ending));
}

// The status that the lead gets, unless a newer submission determines it.
function leadAfter(
  { leadId, submissionId }: SubmissionRecord,
  ending: Ending,
  at: Date,
): Pick<WrittenWithEnd, 'lead'> {
  const status = leadStatusAfter(ending);
  if (status === undefined) return {};
  return {
    lead: {
      leadId,
      submissionId,
      status,
      ended: true,
      at,
      ...(ending.reason !== undefined && { reason: ending.reason }),
      ...(ending.kind === 'pending_action' && ending.approval && { approvalStatus: ending.approval }),
    },
  };
}

/** The slots that routing reserved for a submission: a name in each of the counters. */
interface HeldSlots {
  readonly name: string;
  readonly counters: readonly string[];
}

/** The slots that a routed submission holds; undefined if it holds none. */
export function heldSlots(
  { submissionId }: SubmissionRecord,
  routing: RoutingOutcome | undefined,
): HeldSlots | undefined {
  if (!routing || routing.routed.slots.length === 0) return undefined;
  return {
    name: slotName(submissionId, routing.generation),
    counters: routing.routed.slots,
  };
}

function placementOf(
  { isTest }: SubmissionRecord,
  routing: RoutingOutcome | undefined,
  ending: Ending,
): Placement | undefined {
  if (isTest || !routing || ending.kind !== 'delivered') return undefined;
  const { campaignId, clientId, reservedAt } = routing.routed;
  return { campaignId, clientId, at: reservedAt };
}
