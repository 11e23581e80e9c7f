/** A lead as the database holds it. */
import type { LeadRecord } from '@sluice/contracts';

/** A lead as stored; `search` holds the lower-case words it is found by. */
export interface LeadDocument extends Omit<LeadRecord, 'leadId'> {
  readonly _id: string;
  readonly search: readonly string[];
  /** Every submission that is really the lead's, in the order in which they run; one that is not listed ends `void`. */
  readonly submissionIds: readonly string[];
  /** Submissions that can never be listed any more: they were not by the time by which they should have been. */
  readonly refusedIds?: readonly string[];
  /** Set when a person sets the status, removed when a new submission is accepted: an ending yields to it. */
  readonly statusSetAt?: Date;
  /** Set when its latest submission ended, removed when a new one is accepted: what comes late yields to it. */
  readonly ended?: true;
  /** Counts the changes of its data, by people and by further submissions, so that none of two at once is lost. */
  readonly revision?: number;
}
