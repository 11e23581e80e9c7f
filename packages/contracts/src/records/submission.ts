/** Submission and lead as stored. A lead is the person; a submission is one attempt to place that person. */
import type { LeadData } from './lead-data.js';
import type { LeadSource } from './lead-source.js';
import type { TraceContext } from './trace-context.js';

/** What created a submission. */
export const submissionKinds = ['submit', 'import', 'repost', 'deliver', 'move'] as const;
export type SubmissionKind = (typeof submissionKinds)[number];

/** The destination of a repost that skips qualification, in place of the configured one. */
export interface DeliveryInfo {
  readonly url: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Statuses of a submission: in progress, waiting, or how it ended. */
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

/** One attempt to place a lead, with the data that decides it. */
export interface SubmissionRecord extends LeadSource {
  readonly tenantId: string;
  readonly submissionId: string;
  readonly leadId: string;
  /** The campaign it was submitted to; the one it was routed to is in its routing decision. */
  readonly campaignId: string;
  readonly kind: SubmissionKind;
  readonly isTest: boolean;
  readonly data: LeadData;
  /** The revision of the lead that `data` was merged with; absent for its first submission. */
  readonly leadRevision?: number;
  readonly acceptedAt: Date;
  /** Whether it is the first submission of its lead. */
  readonly first: boolean;
  /** The lead's latest submission at the time of the request; another may have been listed in between. */
  readonly predecessorId?: string;
  /** Set on a repost that skips qualification: the earlier submission whose delivery it retries. */
  readonly retryOf?: string;
  readonly deliveryInfo?: DeliveryInfo;
  /** The trace of the request that created it. */
  readonly traceContext?: TraceContext;
  readonly status: SubmissionStatus;
  readonly reason?: string;
  /** When the sweep checks it; absent once nothing is left to do. */
  readonly dueAt?: Date;
  /** When it was last enqueued, other than by its latest decision. A batch enqueued before that is stale. */
  readonly enqueuedAt?: Date;
  readonly endedAt?: Date;
  /** How often its current step was started again because it threw, other than from waiting; this bounds poison. */
  readonly restarts?: number;
  /** How many times in a row a stage was started again because its worker died while processing it. */
  readonly deaths?: number;
}

/** The person, with the outcome of the latest submission. */
export interface LeadRecord extends LeadSource {
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
