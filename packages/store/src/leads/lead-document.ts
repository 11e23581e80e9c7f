/** A lead as the database stores it. */
import type { LeadRecord } from '@sluice/contracts';
import type { RemovalMark } from '../removal/removal-documents.js';

/** The campaign that placed a lead, and whose it was then. */
export interface PlacedWith {
  readonly campaignId: string;
  readonly clientId: string;
  readonly offerId?: string;
}

/** A lead as stored; `search` holds the lower-case words by which it is found. */
export interface LeadDocument extends Omit<LeadRecord, 'leadId'> {
  readonly _id: string;
  readonly search: readonly string[];
  /** The lead's submissions, in the order in which they run; a submission that is not listed ends `void`. */
  readonly submissionIds: readonly string[];
  /** Submissions that can no longer be listed, because that did not happen in time. */
  readonly refusedIds?: readonly string[];
  /**
   * Set when a person sets the status, removed when a new submission is accepted. While it is set, an ending does not
   * change the status.
   */
  readonly statusSetAt?: Date;
  /**
   * Set when its latest submission ended, removed when a new one is accepted. While it is set, late writes have no
   * effect.
   */
  readonly ended?: true;
  /** When it ended, as far as its reports tell; those that end together have the time of the last. */
  readonly endedAt?: Date;
  /** Where its latest submission was placed, written when that ended; removed when a new one is accepted. */
  readonly placed?: PlacedWith;
  /**
   * Counts the changes of its data, by people and by further submissions, so that of two concurrent changes neither is
   * lost.
   */
  readonly revision?: number;
  /** Set while the lead is being deleted or erased. */
  readonly removal?: RemovalMark;
}
