/** The ledger: what was earned and paid for leads, one entry for each cause. */
import type { LedgerType } from '../words.js';
import type { LeadSource } from './lead-source.js';

/** What an entry is about. */
export interface LedgerSubject extends LeadSource {
  readonly leadId: string;
  readonly submissionId: string;
  /** The campaign that the lead was submitted to. */
  readonly campaignId: string;
  /** The campaign that the lead was placed with; absent if it was not. */
  readonly placedCampaignId?: string;
  /** The client and the offer of the campaign that placed it, else of the one it was submitted to. */
  readonly clientId?: string;
  readonly offerId?: string;
  /** When the lead came in. */
  readonly receivedAt: Date;
}

/** An entry. Entries are only added: a correction is another entry. */
export interface LedgerEntry extends LedgerSubject {
  /** Derived from the cause, so that a cause is booked once. */
  readonly entryId: string;
  readonly type: LedgerType;
  /** The amount in minor units of the currency; negative for what is given back or paid. */
  readonly minor: number;
  readonly currency: string;
  readonly occurredAt: Date;
  /** On a sale without any price; its amount is 0. */
  readonly unpriced?: true;
  /** On a sale: the buyer's own identifier of the lead, until the person is erased. */
  readonly reference?: string;
  /** A person's words about it. */
  readonly note?: string;
  /** Who booked it: the first characters of an API key. */
  readonly by?: string;
  /** It was a person or key of the installation, whom nobody of the tenant is shown. */
  readonly byOperator?: true | undefined;
}

/** The entries of one type in one currency. */
export interface LedgerSum extends Pick<LedgerEntry, 'type' | 'currency' | 'minor'> {
  readonly entries: number;
  /** How many of them are sales without a price. */
  readonly unpriced: number;
}
