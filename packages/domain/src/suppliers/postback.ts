/** Postbacks: which end of a lead its supplier's tracker is told of, with which values, and at which address. */
import {
  withPlaceholders,
  type Ending,
  type LeadSource,
  type LedgerEntry,
  type NewEffect,
  type Postback,
  type PostbackEvent,
  type PostbackValues,
  type ReasonClass,
  type Supplier,
  type SupplierOutcome,
} from '@sluice/contracts';
import { submissionKey } from '../effects/effect-key.js';
import { encodedInUrl } from '../text/encoded-in-url.js';
import { submissionStatusAfter } from '../lifecycle/endings.js';
import { notTaken, payoutOf } from './supplier-lead.js';

/** What is told. A return is an outcome of its own here, and a rejection in the supplier's lists. */
export interface ToldOf {
  readonly event: PostbackEvent;
  readonly outcome: SupplierOutcome | 'returned';
  readonly reason?: ReasonClass;
}

/** The lead that it is told of, as it was sent. */
export interface PostbackLead extends LeadSource {
  readonly leadId: string;
  readonly submissionId: string;
  readonly campaignId: string;
  readonly isTest: boolean;
}

/** What is told of the end of a submission; undefined if it waits for a person, or another submission decides. */
export function endOf(ending: Ending): ToldOf | undefined {
  switch (ending.kind) {
    case 'delivered':
      return { event: 'delivered', outcome: 'accepted' };
    case 'pending_action':
    case 'superseded':
    case 'void':
      return undefined;
    default:
      return { event: 'rejected', ...notTaken(submissionStatusAfter(ending), ending.reason) };
  }
}

/** What is told of an approved return. */
export const returnOf: ToldOf = { event: 'returned', outcome: 'returned', reason: 'returned' };

/** Whether the supplier's tracker is told that of the lead. Nobody is told of test leads. */
export function isTold(
  { isTest }: Pick<PostbackLead, 'isTest'>,
  { postback }: Pick<Supplier, 'postback'>,
  { event }: ToldOf,
): boolean {
  return !isTest && postback?.on.includes(event) === true;
}

/** The effect that tells it, once per submission and event; `costs` are those of the lead, with their reversals. */
export function postbackOf(
  lead: PostbackLead,
  { supplierId, answerDetail }: Pick<Supplier, 'supplierId' | 'answerDetail'>,
  { event, outcome, reason }: ToldOf,
  { costs, eventId }: { readonly costs: readonly LedgerEntry[]; readonly eventId: string },
): NewEffect<'postback'> {
  const { leadId, submissionId, campaignId, sentTo, subIds } = lead;
  const { payout } = payoutOf(costs);
  const values: PostbackValues = {
    leadId,
    outcome,
    ...(reason !== undefined && answerDetail === 'reason' && { reason }),
    ...(payout && { payout: String(payout.amount), currency: payout.currency }),
    ...(sentTo !== undefined && { campaignId: sentTo }),
    ...subIds,
  };
  return {
    effectId: submissionKey(submissionId, 'postback', event),
    eventId,
    kind: 'postback',
    trigger: event,
    submissionId,
    leadId,
    campaignId,
    body: { supplierId, event, values },
  };
}

/** The address with its values, none of which can change its host or add a parameter. */
export function postbackUrl({ url }: Pick<Postback, 'url'>, values: PostbackValues): string {
  return withPlaceholders(url, (name) => encodedInUrl(values[name] ?? ''));
}
