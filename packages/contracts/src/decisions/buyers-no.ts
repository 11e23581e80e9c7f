/** The answers of buyers after which a lead may go on to the next buyer. */

/** A buyer's final answer that is no: it refused the lead, has it already, or was never reached. */
export const buyersNos = ['refused', 'duplicate', 'failed'] as const;
export type BuyersNo = (typeof buyersNos)[number];

/** A buyer that was asked for a submission, and said no. */
export interface AskedBuyer {
  readonly campaignId: string;
  readonly clientId: string;
  readonly outcome: BuyersNo;
  /** Ours, or the buyer's own words, which may quote the lead. */
  readonly reason: string;
}
