/** The answers of buyers after which a lead may go on to the next buyer. */

/** A buyer's final answer that is no: it refused the lead, has it already, or was never reached. */
export const buyersNos = ['refused', 'duplicate', 'failed'] as const;
export type BuyersNo = (typeof buyersNos)[number];

/** A buyer that a submission was routed to, and that does not get it: it was asked and said no, or was skipped. */
export interface AskedBuyer {
  readonly campaignId: string;
  readonly clientId: string;
  /** `skipped`: it was not asked, because of the lead's certificate. */
  readonly outcome: BuyersNo | 'skipped';
  /** Ours, or the buyer's own words, which may quote the lead. */
  readonly reason: string;
}

/** Those of the buyers that were really asked. */
export function reallyAsked(buyers: readonly AskedBuyer[] = []): readonly AskedBuyer[] {
  return buyers.filter(({ outcome }) => outcome !== 'skipped');
}
