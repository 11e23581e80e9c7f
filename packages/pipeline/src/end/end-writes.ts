/** What the end of a submission writes in its one command, and what follows once that is written. */
import type {
  Delivered,
  Effect,
  Ending,
  LedgerEntry,
  NewEffect,
  RecordedDecision,
  SubmissionRecord,
} from '@sluice/contracts';
import { countsOfRouted, slotName } from '@sluice/contracts';
import {
  DEFAULT_CURRENCY,
  leadStatusAfter,
  minorUnits,
  slotsAfter,
  submissionStatusAfter,
} from '@sluice/domain';
import { failpoint } from '@sluice/process';
import type {
  Amount,
  PlacedWith,
  Placement,
  Slot,
  SubmissionEnd,
  TakenOut,
  WrittenWithEnd,
} from '@sluice/store';
import type { Core, StoresFor } from '../core.js';
import { plannedAt } from '../effects/write-effect.js';
import { releaseAfter } from '../holds/release-next-waiting.js';
import { enqueueEffect } from '../frame/enqueue.js';
import { countEnd } from '../frame/measure.js';
import type { RoutingOutcome } from '../routing/routing-outcome.js';

/** A submission that ends at `at` by a decision of `stage`. */
export interface EndedSubmission {
  readonly submission: SubmissionRecord;
  readonly stage: RecordedDecision['stage'];
  readonly ending: Ending;
  readonly routing: RoutingOutcome | undefined;
  readonly at: Date;
  /** When its lead came in. */
  readonly receivedAt: Date;
}

/** Whether the effect also requests a file of the lead, so that writing it takes more than the command. */
export function isDocument({ kind }: NewEffect): boolean {
  return kind === 'document';
}

/**
 * The end, and what is written before it: counts, entries of the ledger, those of `effects` that are no documents, the
 * lead's status.
 */
export function endWrites(
  core: StoresFor<'forTenant' | 'sweepTiming'>,
  { submission, stage, ending, routing, at, receivedAt }: EndedSubmission,
  effects: readonly NewEffect[],
  ledger: readonly LedgerEntry[],
): { readonly end: SubmissionEnd; readonly before: WrittenWithEnd } {
  const { reason } = ending;
  const isResolution = stage === 'resolution';
  const placement = placementOf(submission, routing, ending);
  return {
    end: {
      status: submissionStatusAfter(ending),
      endedAt: at,
      isResolution,
      ...(reason !== undefined && { reason }),
      ...(placement && { placement }),
    },
    before: {
      counts: takenOut(core, submission, routing, ending, placement),
      ledger,
      effects: effects.filter((effect) => !isDocument(effect)).map((effect) => plannedAt(core, effect, at)),
      ...(!isResolution && leadAfter(submission, ending, at, ledger)),
      ...(!submission.isTest && { receivedAt }),
    },
  };
}

/** Enqueues the effects that the end created, and counts it. */
export async function afterEnd(
  core: Core,
  { submission, stage, ending, routing, at }: Omit<EndedSubmission, 'receivedAt'>,
  created: readonly Effect[],
): Promise<void> {
  // Not awaited: if Redis refuses a job, the sweep requeues it.
  for (const effect of created) if (effect.status === 'due') void enqueueEffect(core, effect, at);
  const open = openIn(submission, routing);
  const after = slotsAfter(ending);
  if (open && after === 'confirm')
    core.stores.forTenant(submission.tenantId).counts.ended(open.name, open.counts);
  if (open && after === 'release') await releaseAfter(core, submission.tenantId, open.counts);
  await failpoint('after-end', submission);
  countEnd(core, submission, stage, ending);
  core.stores.figures.countEnd(submission.tenantId, submissionStatusAfter(ending));
}

// The status that the lead gets, unless a newer submission determines it.
function leadAfter(
  { leadId, submissionId }: SubmissionRecord,
  ending: Ending,
  at: Date,
  ledger: readonly LedgerEntry[],
): Pick<WrittenWithEnd, 'lead'> {
  const status = leadStatusAfter(ending);
  if (status === undefined) return {};
  const placed = placedBy(ledger.find(({ type }) => type === 'sale'));
  return {
    lead: {
      leadId,
      submissionId,
      status,
      ended: true,
      at,
      ...(ending.reason !== undefined && { reason: ending.reason }),
      ...(ending.kind === 'pending_action' && ending.approval && { approvalStatus: ending.approval }),
      ...(placed && { placed }),
    },
  };
}

function placedBy(sale: LedgerEntry | undefined): PlacedWith | undefined {
  if (sale?.placedCampaignId === undefined || sale.clientId === undefined) return undefined;
  const { placedCampaignId: campaignId, clientId, offerId } = sale;
  return { campaignId, clientId, ...(offerId !== undefined && { offerId }) };
}

// The submission's name leaves its counts, unless the buyer may have the lead.
function takenOut(
  { stores }: StoresFor<'forTenant'>,
  submission: SubmissionRecord,
  routing: RoutingOutcome | undefined,
  ending: Ending,
  placed: Placement | undefined,
): readonly TakenOut[] {
  const open = openIn(submission, routing);
  if (!open || slotsAfter(ending) === 'keep') return [];
  return stores.forTenant(submission.tenantId).counts.takenOut(open, open.counts, placed);
}

/** The slot of a routed submission, and the counts in which it is open; undefined for a test lead. */
export function openIn(
  { submissionId, isTest }: SubmissionRecord,
  routing: RoutingOutcome | undefined,
): (Slot & { readonly counts: readonly string[] }) | undefined {
  if (!routing || isTest) return undefined;
  const { routed, generation } = routing;
  const name = slotName(submissionId, generation);
  return { name, opening: routed.opening ?? '', counts: countsOfRouted(routed) };
}

function placementOf(
  { isTest }: SubmissionRecord,
  routing: RoutingOutcome | undefined,
  ending: Ending,
): Placement | undefined {
  if (isTest || !routing || ending.kind !== 'delivered') return undefined;
  const { campaignId, clientId, reservedAt, groupCount } = routing.routed;
  const amount = amountOf(ending);
  return {
    campaignId,
    clientId,
    at: reservedAt,
    ...(groupCount !== undefined && { groupCount }),
    ...(amount && { amount }),
  };
}

function amountOf({ price, currency = DEFAULT_CURRENCY }: Delivered): Amount | undefined {
  const minor = price === undefined ? undefined : minorUnits(price, currency);
  return minor === undefined ? undefined : { currency, minor };
}
