/**
 * Records that need attention: quarantined leads, leads with an unknown outcome, and submissions that are started again
 * and again. For display to operators; no decision depends on it.
 */
import type { Collection } from 'mongodb';
import { idOf } from './keys.js';
import type { LeadDocument } from './leads.js';
import type { SubmissionDocument } from './submission-document.js';
import { isOnHold } from './work-on-hold.js';

/** The reasons that need attention. */
export const attentionReasons = ['quarantined', 'unknown_outcome'] as const;
type AttentionReason = (typeof attentionReasons)[number];

/** The number of leads of a status that rest for such a reason. */
export interface LeadsNeedingAttention {
  readonly status: string;
  readonly reason: AttentionReason;
  readonly count: number;
}

/** A submission that ended with an unknown outcome: the buyer may have the lead. */
export type UnknownOutcome = Omit<LeadNeedingAttention, 'reason'>;

/** A lead with such a reason. */
export interface LeadNeedingAttention {
  readonly leadId: string;
  readonly submissionId: string;
  readonly campaignId: string;
  readonly status: string;
  readonly reason: AttentionReason;
  readonly since: Date;
}

/** A submission in progress that repeatedly crashes its workers; the sweep retries it only occasionally. */
export interface CrashingSubmission {
  readonly submissionId: string;
  readonly leadId: string;
  /** How many times in a row its worker died while processing it. */
  readonly deaths: number;
  /** Absent while it is on hold. */
  readonly nextLookAt?: Date;
}

/**
 * After this many deaths of its workers in a row a submission counts as crashing them. A single death also affects others that
 * were in progress.
 */
export const CRASHING_AFTER_DEATHS = 3;
/** The statuses that such a lead may have. */
export const statusesNeedingAttention = ['error', 'pending_action', 'failed', 'rejected'] as const;

/** The records of one tenant that need attention. */
export class NeedsAttention {
  readonly #leads: Collection<LeadDocument>;
  readonly #submissions: Collection<SubmissionDocument>;
  readonly #tenantId: string;

  constructor(
    leads: Collection<LeadDocument>,
    submissions: Collection<SubmissionDocument>,
    tenantId: string,
  ) {
    this.#leads = leads;
    this.#submissions = submissions;
    this.#tenantId = tenantId;
  }

  #matching(reasons: readonly AttentionReason[]) {
    return {
      tenantId: this.#tenantId,
      status: { $in: [...statusesNeedingAttention] },
      reason: { $in: [...reasons] },
    };
  }

  /** The number of leads, by status and reason. */
  async counts(): Promise<readonly LeadsNeedingAttention[]> {
    const found = await this.#leads
      .aggregate<{ readonly _id: Omit<LeadsNeedingAttention, 'count'>; readonly count: number }>([
        { $match: this.#matching(attentionReasons) },
        { $group: { _id: { status: '$status', reason: '$reason' }, count: { $sum: 1 } } },
        { $sort: { _id: 1 } },
      ])
      .toArray();
    return found.map(({ _id: { status, reason }, count }) => ({ status, reason, count }));
  }

  /** The newest leads with `reason`. */
  async newest(reason: AttentionReason, limit: number): Promise<readonly LeadNeedingAttention[]> {
    const found = await this.#leads
      .find(this.#matching([reason]), {
        projection: { campaignId: 1, status: 1, updatedAt: 1, lastSubmissionId: 1 },
      })
      .sort({ createdAt: -1, _id: -1 })
      .limit(limit)
      .toArray();
    return found.map(({ _id, campaignId, status, updatedAt, lastSubmissionId }) => ({
      leadId: idOf(_id),
      submissionId: lastSubmissionId,
      campaignId,
      status,
      reason,
      since: updatedAt,
    }));
  }

  /** How many submissions have an unknown outcome, whether or not their leads have newer submissions. */
  async unknownCount(): Promise<number> {
    return this.#submissions.countDocuments(this.#unknown());
  }

  /** The newest of these. */
  async unknown(limit: number): Promise<readonly UnknownOutcome[]> {
    const projection = { leadId: 1, campaignId: 1, status: 1, endedAt: 1 };
    const found = await this.#submissions
      .find(this.#unknown(), { projection })
      .sort({ _id: -1 })
      .limit(limit)
      .toArray();
    return found.map(({ _id, leadId, campaignId, status, endedAt = new Date(0) }) => ({
      submissionId: idOf(_id),
      leadId,
      campaignId,
      status,
      since: endedAt,
    }));
  }

  #unknown() {
    return { tenantId: this.#tenantId, reason: 'unknown_outcome' };
  }

  /** Submissions in progress whose workers died again and again, the worst first. */
  async crashing(limit: number): Promise<readonly CrashingSubmission[]> {
    const found = await this.#submissions
      .find({ tenantId: this.#tenantId, dueAt: { $exists: true }, deaths: { $gte: CRASHING_AFTER_DEATHS } })
      .sort({ deaths: -1 })
      .limit(limit)
      .toArray();
    return found.map(({ _id, leadId, deaths = 0, dueAt = new Date(0) }) => ({
      submissionId: idOf(_id),
      leadId,
      deaths,
      ...(!isOnHold(dueAt) && { nextLookAt: dueAt }),
    }));
  }
}
