/**
 * Records of one tenant that operators are to look at: leads that people are alerted to, submissions with an unknown
 * outcome, and submissions that are started again and again. For display; no decision depends on it.
 */
import {
  CRASHING_AFTER_DEATHS,
  UNKNOWN_OUTCOME,
  type AlertedReason,
  type AttentionReason,
} from '@sluice/contracts';
import type { Collection } from 'mongodb';
import { alertedLeads, idOf, isOnHold, type LeadDocument, type SubmissionDocument } from '@sluice/store';
import { alertedOf, countAlerted, type AttentionOfTenant, type CountedTo } from './alerted-leads.js';

/** A lead with such a reason. */
export interface LeadNeedingAttention {
  readonly leadId: string;
  readonly submissionId: string;
  readonly campaignId: string;
  readonly status: string;
  readonly since: Date;
}

/** A submission that ended with an unknown outcome: the buyer may have the lead. */
export type UnknownOutcome = LeadNeedingAttention;

/** A submission in progress that repeatedly crashes its workers; the sweep retries it only occasionally. */
export interface CrashingSubmission {
  readonly submissionId: string;
  readonly leadId: string;
  /** How many times in a row its worker died while processing it. */
  readonly deaths: number;
  /** Absent while it is on hold. */
  readonly nextLookAt?: Date;
}

/** What of one tenant needs attention. */
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

  /** How many leads have `reason`; undefined if none has. */
  async alerted(reason: AttentionReason, to: CountedTo): Promise<AttentionOfTenant | undefined> {
    return countAlerted(this.#leads, this.#tenantId, reason, to);
  }

  /** The leads with `reason` that came to rest last. */
  async newest(reason: AlertedReason, limit: number): Promise<readonly LeadNeedingAttention[]> {
    const found = await this.#leads
      .find(alertedOf(this.#tenantId, reason), {
        projection: { campaignId: 1, status: 1, updatedAt: 1, lastSubmissionId: 1 },
      })
      .sort({ updatedAt: -1 })
      .hint(alertedLeads.key)
      .limit(limit)
      .toArray();
    return found.map(({ _id, campaignId, status, updatedAt, lastSubmissionId }) => ({
      leadId: idOf(_id),
      submissionId: lastSubmissionId,
      campaignId,
      status,
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
    return { tenantId: this.#tenantId, reason: UNKNOWN_OUTCOME };
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
      nextLookAt: !isOnHold(dueAt) ? dueAt : undefined,
    }));
  }
}
