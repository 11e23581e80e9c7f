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
/** Counting the groups since one time takes at most this fraction of the time. */
const FRACTION_OF_TIME = 20;
/** So many counts are kept, each since another time: of all leads, and of those that the findings of late mean. */
const KEPT = 8;

/** A count that is kept. */
interface Counted {
  readonly groups: Promise<readonly AttentionGroup[]>;
  /** Until when, by `performance.now()`; without end while it is being made. */
  untilMs: number;
}

/** Groups of one tenant's leads. */
export class AttentionGroups {
  readonly #leads: Collection<LeadDocument>;
  readonly #tenantId: string;
  /** By milliseconds since the epoch, the one that was made last at the end. */
  readonly #counted = new Map<number | undefined, Counted>();
  #counting: Promise<unknown> = Promise.resolve();

  constructor(leads: Collection<LeadDocument>, tenantId: string) {
    this.#leads = leads;
    this.#tenantId = tenantId;
  }

  /**
   * The result of {@link all}, with an age of at most twenty times as long as the counting takes; for callers that
   * poll. Counts are made one after another, so that readers who each ask since another time wait for each other.
   */
  allCached(since?: Date): Promise<readonly AttentionGroup[]> {
    const key = since?.getTime();
    const known = this.#counted.get(key);
    if (known && performance.now() < known.untilMs) return known.groups;
    let startedMs = 0;
    const groups = this.#counting.then(() => {
      startedMs = performance.now();
      return this.all(since);
    });
    const counted: Counted = { groups, untilMs: Infinity };
    this.#counted.delete(key);
    this.#counted.set(key, counted);
    if (this.#counted.size > KEPT) this.#counted.delete([...this.#counted.keys()][0]);
    this.#counting = groups.then(
      () => {
        const now = performance.now();
        counted.untilMs = now + (now - startedMs) * FRACTION_OF_TIME;
      },
      () => (counted.untilMs = 0),
    );
    return groups;
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
