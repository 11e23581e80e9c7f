/** What the end of a submission books: its sale if the lead was placed, what that costs, and milestones it reached. */
import type { Delivered, Ending, LedgerEntry, NewEffect, SubmissionRecord } from '@sluice/contracts';
import { saleEntry, type BookedLead } from '@sluice/domain';
import type { StoresFor } from '../core.js';
import type { RoutingOutcome } from '../routing/routing-outcome.js';
import { costOfSale } from './book-cost.js';
import { bookedLead, isMilestone, milestoneEntries } from './book-milestones.js';

/** The entries of an end that was decided at `at`, with its effects. A repeated call returns the same keys. */
export async function entriesOfEnd(
  core: StoresFor<'forTenant'>,
  submission: SubmissionRecord,
  {
    ending,
    routing,
    at,
  }: { readonly ending: Ending; readonly routing?: RoutingOutcome | undefined; readonly at: Date },
  effects: readonly NewEffect[],
): Promise<readonly LedgerEntry[]> {
  if (ending.kind !== 'delivered' && !effects.some(isMilestone)) return [];
  const lead = await bookedLead(core, submission);
  const sale =
    ending.kind === 'delivered' ? await saleOf(core, submission, ending, { routing, lead, at }) : [];
  return [...sale, ...milestoneEntries(effects, lead, at)];
}

async function saleOf(
  { stores }: StoresFor<'forTenant'>,
  submission: SubmissionRecord,
  decision: Delivered,
  {
    routing,
    lead,
    at,
  }: { readonly routing: RoutingOutcome | undefined; readonly lead: BookedLead; readonly at: Date },
): Promise<readonly LedgerEntry[]> {
  const { campaigns } = stores.forTenant(submission.tenantId);
  const entry = saleEntry({
    submission,
    decision,
    terms: routing?.routed.priceTerms,
    placedWith: await campaigns.cached(decision.campaignId),
    receivedAt: lead.receivedAt,
    occurredAt: at,
  });
  return entry ? [entry, ...(await costOfSale({ stores }, submission.tenantId, entry))] : [];
}
