/** What an end writes once its decision stands: what becomes of claims, counts, the ledger, effects, the lead and itself. */
import type {
  Delivered,
  Ending,
  LedgerEntry,
  NewEffect,
  PassedOn,
  SubmissionRecord,
  RecordedDecision,
} from '@sluice/contracts';
import { countsOfRouted, slotName } from '@sluice/contracts';
import {
  DEFAULT_CURRENCY,
  isEnding,
  keepsClaims,
  leadStatusAfter,
  minorUnits,
  slotsAfter,
  submissionStatusAfter,
} from '@sluice/domain';
import type { Amount, Closing, KeptClaims, PlacedWith, Placement, Slot, TakenOut } from '@sluice/store';
import { dedupeWindowEnd } from '../claims/claim-values.js';
import type { StoresFor } from '../core.js';
import { countedForSupplier } from '../counts/supplier-count.js';
import { bookedLead } from '../ledger/book-milestones.js';
import { entriesOfEnd } from '../ledger/entries-of-end.js';
import { postbackOfEnd } from '../planning/plan-postback.js';
import { plannedAt } from '../planning/write-effect.js';
import { lastRouting, type RoutingOutcome } from '../routing/routing-outcome.js';

/** The decision that ends a submission, or its way to one buyer, and when it was made. */
export type RecordedEnd = Omit<RecordedDecision, 'decision'> & { readonly decision: Ending | PassedOn };

/** An end whose routing outcome and effects are known. */
export interface KnownEnd {
  readonly submission: SubmissionRecord;
  readonly recorded: RecordedEnd;
  readonly routing: RoutingOutcome | undefined;
  readonly effects: readonly NewEffect[];
}

/** Whether the effect also requests a file of the lead, so that writing it takes more than the command. */
export function isDocument({ kind }: NewEffect): boolean {
  return kind === 'document';
}

/** What is written at `at`. Of a submission that is passed on, only its name leaves its counts, and the client its claim. */
export async function closingOf(
  core: StoresFor<'clock' | 'forTenant' | 'sweepTiming'>,
  { submission, recorded, routing, effects }: KnownEnd,
  at: Date,
): Promise<Closing> {
  const { stage, decision, decidedAt } = recorded;
  if (!isEnding(decision)) {
    const claims = await keptByClient(core, submission, routing, recorded, at);
    return { claims, counts: takenOut(core, submission, routing, decision) };
  }
  const { reason } = decision;
  const isResolution = stage === 'resolution';
  const placement = placementOf(submission, routing, decision);
  const ledger = await entriesOfEnd(core, submission, { ending: decision, routing, at: decidedAt }, effects);
  const postbacks = await postbackOfEnd(core, submission, decision, ledger);
  const { receivedAt } = await bookedLead(core, submission);
  const claims = [
    ...(await keptClaims(core, submission, recorded.stage, decision, at)),
    ...(await keptByClient(core, submission, routing, recorded, at)),
  ];
  return {
    claims,
    counts: [
      ...takenOut(core, submission, routing, decision, placement),
      ...countedForSupplier(core, submission, recorded),
    ],
    ledger,
    effects: [...effects.filter((effect) => !isDocument(effect)), ...postbacks].map((effect) =>
      plannedAt(core, effect, at),
    ),
    ...(!isResolution && leadAfter(submission, decision, at, ledger)),
    end: {
      status: submissionStatusAfter(decision),
      endedAt: at,
      isResolution,
      reason,
      placement,
    },
    receivedAt: !submission.isTest ? receivedAt : undefined,
  };
}

// Claims that the end does not keep are released. Those of a placed lead are renewed; a first submission made them itself,
// so their window needs no renewal. When another submission of the lead was placed, the lead keeps the claims that this one
// made for it.
async function keptClaims(
  { stores }: StoresFor<'forTenant'>,
  { tenantId, submissionId, leadId, campaignId, first }: SubmissionRecord,
  stage: RecordedEnd['stage'],
  ending: Ending,
  at: Date,
): Promise<readonly KeptClaims[]> {
  if (stage === 'resolution' && ending.kind === 'superseded') return [];
  const keeps = keepsClaims(ending);
  if (keeps && first) return [];
  const { campaigns, journal } = stores.forTenant(tenantId);
  const claims = ending.claims ?? (await journal.find(submissionId, 'qualification', 0))?.claims ?? [];
  if (claims.length === 0) return [];
  if (!keeps) return [{ release: claims, submissionId }];
  const campaign = await campaigns.cached(campaignId);
  return campaign ? [{ renew: claims, leadId, expiresAt: dedupeWindowEnd(campaign, at) }] : [];
}

// The same for the claims of the client that the submission was routed to, of which one that waits for a person keeps none.
async function keptByClient(
  { stores }: StoresFor<'forTenant'>,
  { tenantId, submissionId, leadId, first }: SubmissionRecord,
  routing: RoutingOutcome | undefined,
  { stage, generation, decision }: RecordedEnd,
  at: Date,
): Promise<readonly KeptClaims[]> {
  const { claims = [], campaignId = '' } = routing?.routed ?? {};
  if (claims.length === 0 || (stage === 'resolution' && decision.kind === 'superseded')) return [];
  const after = isEnding(decision) ? slotsAfter(decision) : 'release';
  if (after === 'release') {
    // A repetition may come late: by now the next buyer, of the same client, may have the claims with its own routing.
    const last = isEnding(decision) ? undefined : await lastRouting(stores.forTenant(tenantId), submissionId);
    const kept = new Set(last && last.generation > generation ? last.routed.claims : []);
    return [{ release: claims.filter((id) => !kept.has(id)), submissionId }];
  }
  const campaign = first ? undefined : await stores.forTenant(tenantId).campaigns.cached(campaignId);
  return campaign ? [{ renew: claims, leadId, expiresAt: dedupeWindowEnd(campaign, at) }] : [];
}

// The status that the lead gets, unless a newer submission determines it.
function leadAfter(
  { leadId, submissionId }: SubmissionRecord,
  ending: Ending,
  at: Date,
  ledger: readonly LedgerEntry[],
): Pick<Closing, 'lead'> {
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
      reason: ending.reason,
      approvalStatus: ending.kind === 'pending_action' && ending.approval ? ending.approval : undefined,
      placed,
    },
  };
}

function placedBy(sale: LedgerEntry | undefined): PlacedWith | undefined {
  if (sale?.placedCampaignId === undefined || sale.clientId === undefined) return undefined;
  const { placedCampaignId: campaignId, clientId, offerId } = sale;
  return { campaignId, clientId, offerId };
}

// The submission's name leaves its counts, unless the buyer may have the lead.
function takenOut(
  { stores }: StoresFor<'forTenant'>,
  submission: SubmissionRecord,
  routing: RoutingOutcome | undefined,
  decision: Ending | PassedOn,
  placed?: Placement,
): readonly TakenOut[] {
  const open = openIn(submission, routing);
  if (!open || (isEnding(decision) && slotsAfter(decision) === 'keep')) return [];
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
    groupCount,
    amount,
  };
}

function amountOf({ price, currency = DEFAULT_CURRENCY }: Delivered): Amount | undefined {
  const minor = price === undefined ? undefined : minorUnits(price, currency);
  return minor === undefined ? undefined : { currency, minor };
}
