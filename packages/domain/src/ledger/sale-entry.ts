/** The entry of a sale: a lead was placed, whether or not it has a price. */
import {
  leadSourceOf,
  type Campaign,
  type Delivered,
  type LeadSource,
  type LedgerEntry,
  type PriceTerms,
  type SubmissionRecord,
} from '@sluice/contracts';
import { minorUnits } from '../money/minor-units.js';
import { DEFAULT_CURRENCY } from '../money/price.js';

/** A submission that was placed. */
export interface Sale {
  readonly submission: LeadSource &
    Pick<SubmissionRecord, 'submissionId' | 'leadId' | 'campaignId' | 'isTest'>;
  readonly decision: Pick<Delivered, 'campaignId' | 'clientId' | 'price' | 'currency' | 'reference'>;
  /** The terms on which the lead was routed. */
  readonly terms: PriceTerms | undefined;
  /** The campaign that placed it, unless it was deleted since. */
  readonly placedWith: Pick<Campaign, 'offerId'> | undefined;
  readonly receivedAt: Date;
  readonly occurredAt: Date;
}

/**
 * The entry of a sale; undefined for a test lead. Its key is that of the submission, so that a submission is sold once.
 * Without a price it is unpriced and of nothing, because a guess would not be noticed.
 */
export function saleEntry(sale: Sale): LedgerEntry | undefined {
  const { submission, decision, terms, placedWith, receivedAt, occurredAt } = sale;
  const { submissionId, leadId, campaignId, isTest } = submission;
  if (isTest) return undefined;
  const currency = decision.currency ?? terms?.currency ?? DEFAULT_CURRENCY;
  const minor = decision.price === undefined ? undefined : minorUnits(decision.price, currency);
  return {
    entryId: `${submissionId}.sale`,
    type: 'sale',
    minor: minor ?? 0,
    currency,
    leadId,
    submissionId,
    campaignId,
    placedCampaignId: decision.campaignId,
    clientId: decision.clientId,
    offerId: placedWith?.offerId,
    ...leadSourceOf(submission),
    occurredAt,
    receivedAt,
    unpriced: minor === undefined ? true : undefined,
    reference: decision.reference,
  };
}
