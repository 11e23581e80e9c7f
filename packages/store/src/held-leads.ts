/** What is held now, of all tenants: why, and when it opens. For operators; nothing is decided on it. */
import type { Collection } from 'mongodb';
import type { SubmissionDocument } from './submissions.js';

/** The submissions of one campaign that are held for one reason. */
export interface HeldLeads {
  readonly tenantId: string;
  readonly campaignId: string;
  readonly reason: string;
  readonly count: number;
  /** When the first of them is looked at again: its hours open, or its period turns. */
  readonly opensAt: Date;
  /** When the oldest of them was accepted. */
  readonly oldestAt: Date;
}

/** Counted are those that are released first, at most so many. */
const COUNTED = 10_000;
const GROUPS = 200;

/** Answers the groups of held submissions, the largest first; reads those that are held and no other. */
export type ListHeldLeads = () => Promise<readonly HeldLeads[]>;

export function createListHeldLeads(submissions: Collection<SubmissionDocument>): ListHeldLeads {
  return async () => {
    const found = await submissions
      .aggregate<Omit<HeldLeads, 'tenantId' | 'campaignId' | 'reason'> & { readonly _id: GroupKey }>(
        [
          { $match: { waitsFor: { $exists: true }, dueAt: { $gt: new Date(0) } } },
          { $sort: { dueAt: 1 } },
          { $limit: COUNTED },
          {
            $group: {
              _id: { tenantId: '$tenantId', campaignId: '$campaignId', reason: '$reason' },
              count: { $sum: 1 },
              opensAt: { $min: '$dueAt' },
              oldestAt: { $min: '$acceptedAt' },
            },
          },
          { $sort: { count: -1, _id: 1 } },
          { $limit: GROUPS },
        ],
        { hint: { dueAt: 1 } },
      )
      .toArray();
    return found.map(({ _id: { tenantId, campaignId, reason = '' }, count, opensAt, oldestAt }) => ({
      ...{ tenantId, campaignId, reason, count, opensAt, oldestAt },
    }));
  };
}

interface GroupKey {
  readonly tenantId: string;
  readonly campaignId: string;
  readonly reason?: string;
}
