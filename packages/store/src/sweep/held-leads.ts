/** What is held now, for all tenants or one: why, and when it opens. For display to operators; no decision depends on it. */
import type { Collection } from 'mongodb';
import type { SubmissionDocument } from '../submissions/submission-document.js';

/** The submissions of one campaign that are held for one reason. */
export interface HeldLeads {
  readonly tenantId: string;
  readonly campaignId: string;
  readonly reason: string;
  readonly count: number;
  /** When the first of them is due: its hours open, or its period ends. */
  readonly opensAt: Date;
  /** When the oldest of them was accepted. */
  readonly oldestAt: Date;
}

/** The number of submissions counted at most; those released first are counted. */
const COUNTED = 10_000;
const GROUPS = 200;

/** Returns the groups of held submissions, of one tenant or of all, the largest first; reads held submissions only. */
export type ListHeldLeads = (tenantId?: string) => Promise<readonly HeldLeads[]>;

export function createListHeldLeads(submissions: Collection<SubmissionDocument>): ListHeldLeads {
  return async (tenantId) => {
    const found = await submissions
      .aggregate<Omit<HeldLeads, 'tenantId' | 'campaignId' | 'reason'> & { readonly _id: GroupKey }>(
        [
          {
            $match: {
              waitsFor: { $exists: true },
              dueAt: { $gt: new Date(0) },
              ...(tenantId !== undefined && { tenantId }),
            },
          },
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
    return found.map(({ _id: { reason = '', ...group }, ...counted }) => ({ ...group, reason, ...counted }));
  };
}

interface GroupKey {
  readonly tenantId: string;
  readonly campaignId: string;
  readonly reason?: string;
}
