/**
 * The leads that wait for an operator, grouped by their cause. Counted in an index that holds only such leads,
 * without reading any lead. For display to operators; no decision depends on it.
 */
import { statusesAwaitingPerson } from '@sluice/contracts';
import type { Collection } from 'mongodb';
import { idOf, type LeadDocument, waitingLeads } from '@sluice/store';

/** What is the same for all leads of a group. */
export interface AttentionCause {
  readonly status: string;
  readonly campaignId: string;
  /** Absent for leads without a reason. */
  readonly reason?: string;
}

/** Which leads of a cause are meant. */
export interface AttentionLeads extends AttentionCause {
  /** Only those that ended at or after this time. */
  readonly since?: Date;
}

/** Leads of one tenant that wait for the same cause. */
export interface AttentionGroup extends AttentionCause {
  readonly count: number;
  /** When the first and the last of them began to wait. */
  readonly firstAt: Date;
  readonly lastAt: Date;
}

/** A lead of a group. */
export interface AttentionLead {
  readonly leadId: string;
  readonly submissionId: string;
  readonly since: Date;
}

/** A page of a group, the latest to wait first. */
export interface AttentionPage {
  readonly leads: readonly AttentionLead[];
  /** Where the next page starts; absent on the last page. */
  readonly next?: AttentionMark;
}

/** The place of a lead in its group. */
export interface AttentionMark {
  readonly since: Date;
  readonly leadId: string;
}

const MOST = 300;
/** Counting for display takes at most this fraction of the time. */
const FRACTION_OF_TIME = 20;

/** Groups of one tenant's leads. */
export class AttentionGroups {
  readonly #leads: Collection<LeadDocument>;
  readonly #tenantId: string;
  #counted: Promise<readonly AttentionGroup[]> | undefined;
  #countedSince: Date | undefined;
  #countAgainMs = 0;

  constructor(leads: Collection<LeadDocument>, tenantId: string) {
    this.#leads = leads;
    this.#tenantId = tenantId;
  }

  /**
   * The result of {@link all}, with an age of at most twenty times as long as the counting takes; for callers that
   * poll.
   */
  async allCached(since?: Date): Promise<readonly AttentionGroup[]> {
    const isAsked = since?.getTime() === this.#countedSince?.getTime();
    if (this.#counted && isAsked && performance.now() < this.#countAgainMs) return this.#counted;
    this.#countedSince = since;
    const startedMs = performance.now();
    this.#countAgainMs = Infinity;
    this.#counted = this.all(since).finally(() => {
      const now = performance.now();
      this.#countAgainMs = now + (now - startedMs) * FRACTION_OF_TIME;
    });
    this.#counted.catch(() => (this.#countAgainMs = 0));
    return this.#counted;
  }

  /** The groups, the one that grew last first; at most 300. With `since`, of leads that ended at or after it. */
  async all(since?: Date): Promise<readonly AttentionGroup[]> {
    const found = await this.#leads
      .aggregate<Omit<AttentionGroup, keyof AttentionCause> & { readonly _id: AttentionCause }>(
        [
          {
            $match: {
              tenantId: this.#tenantId,
              status: { $in: [...statusesAwaitingPerson] },
              ...(since && { updatedAt: { $gte: since } }),
            },
          },
          {
            $group: {
              _id: { status: '$status', reason: '$reason', campaignId: '$campaignId' },
              count: { $sum: 1 },
              firstAt: { $min: '$updatedAt' },
              lastAt: { $max: '$updatedAt' },
            },
          },
          { $sort: { lastAt: -1, _id: 1 } },
          { $limit: MOST },
        ],
        { hint: waitingLeads.key },
      )
      .toArray();
    return found.map(({ _id: { reason, ...cause }, ...group }) => ({
      ...cause,
      reason: typeof reason === 'string' ? reason : undefined,
      ...group,
    }));
  }

  /** The leads of one group, a page at a time. */
  async page({ status, reason, campaignId, since }: AttentionLeads, limit: number, after?: AttentionMark) {
    const found = await this.#leads
      .find(
        {
          tenantId: this.#tenantId,
          status,
          campaignId,
          reason: reason ?? { $exists: false },
          ...(since && { updatedAt: { $gte: since } }),
          ...(after && {
            $or: [
              { updatedAt: { $lt: after.since } },
              { updatedAt: after.since, _id: { $lt: `${this.#tenantId}/${after.leadId}` } },
            ],
          }),
        },
        { projection: { updatedAt: 1, lastSubmissionId: 1 } },
      )
      .sort({ updatedAt: -1, _id: -1 })
      .limit(limit + 1)
      .toArray();
    const leads = found.slice(0, limit).map(({ _id, updatedAt, lastSubmissionId }) => ({
      leadId: idOf(_id),
      submissionId: lastSubmissionId,
      since: updatedAt,
    }));
    const last = leads.at(-1);
    const page: AttentionPage = {
      leads,
      next: found.length > limit && last ? { since: last.since, leadId: last.leadId } : undefined,
    };
    return page;
  }
}
