/**
 * Submission and lead as they are stored. A lead is the person; a submission is one attempt to place that person.
 */
import type { LeadData } from './lead-data.js';
import type { TraceContext } from './trace-context.js';

/** How a submission came to be. */
export const submissionKinds = ['submit', 'import', 'repost', 'deliver', 'move'] as const;
export type SubmissionKind = (typeof submissionKinds)[number];

/** Where to send a repost that skips qualification, in place of the configured destination. */
export interface DeliveryInfo {
  readonly url: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Statuses of a submission: moving, waiting, or how it ended. */
export type SubmissionStatus =
  | 'pending'
  | 'queued'
  | 'pending_action'
  | 'disqualified'
  | 'duplicate'
  | 'rejected'
  | 'failed'
  | 'error'
  | 'delivered'
  | 'imported'
  | 'superseded'
  | 'void';

/** One attempt to place a lead, with the data it is decided on. */
export interface SubmissionRecord {
  readonly tenantId: string;
  readonly submissionId: string;
  readonly leadId: string;
  /** The campaign it was sent to; where it went is in its routing decision. */
  readonly campaignId: string;
  readonly kind: SubmissionKind;
  readonly isTest: boolean;
  readonly data: LeadData;
  /** The revision of the lead that `data` was merged with; absent for its first submission. */
  readonly leadRevision?: number;
  readonly acceptedAt: Date;
  /** The first submission of its lead. */
  readonly first: boolean;
  /** The lead's latest submission when this one was asked for; another may have become the lead's in between. */
  readonly predecessorId?: string;
  /** Set on a repost that skips qualification: its place is taken from this earlier submission. */
  readonly retryOf?: string;
  readonly deliveryInfo?: DeliveryInfo;
  /** The trace of the request that asked for it. */
  readonly traceContext?: TraceContext;
  readonly status: SubmissionStatus;
  readonly reason?: string;
  /** When the sweep should look at it; absent once nothing is left to do. */
  readonly dueAt?: Date;
  /** When it was last enqueued other than by its latest decision. A batch that is older than that is left over. */
  readonly enqueuedAt?: Date;
  readonly endedAt?: Date;
  /** How often the step that it is at was begun again after it threw, other than by waiting; bounds poison. */
  readonly restarts?: number;
  /** How often in a row a stage was begun again because its worker died with it in hand. */
  readonly deaths?: number;
}

/** The person, with the outcome of the latest submission. */
export interface LeadRecord {
  readonly tenantId: string;
  readonly leadId: string;
  readonly campaignId: string;
  readonly clientId?: string;
  readonly offerId?: string;
  readonly data: LeadData;
  readonly isTest: boolean;
  readonly status: string;
  readonly reason?: string;
  readonly approvalStatus?: 'pending' | 'approved' | 'rejected';
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly lastSubmissionId: string;
}
