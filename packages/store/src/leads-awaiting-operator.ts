/**
 * How many leads wait for a person, for all tenants, and which of them operators must be alerted to. The cost is the
 * same however many there are: each index holds only such leads, and each count is bounded.
 */
import type { Collection } from 'mongodb';
import { attentionIndex, statusesAwaitingOperator } from './attention-groups.js';
import type { LeadDocument } from './leads.js';
import { attentionReasons, statusesNeedingAttention, type LeadsNeedingAttention } from './needs-attention.js';

const MOST_TENANTS = 200;

/** Leads of one tenant that need attention for the same reason. */
export interface AttentionOfTenant extends Pick<LeadsNeedingAttention, 'reason' | 'count'> {
  readonly tenantId: string;
  /** When the first of them began to need it. */
  readonly since: Date;
}

/** The leads that wait for a person, as far as they were counted. */
export interface LeadsAwaitingOperator {
  readonly count: number;
  readonly needingAttention: readonly AttentionOfTenant[];
}

/** Counts them; at most `most` in total, and at most `most` for each tenant and reason. */
export type CountLeadsAwaitingOperator = (most: number) => Promise<LeadsAwaitingOperator>;

export function createCountLeadsAwaitingOperator(
  leads: Collection<LeadDocument>,
): CountLeadsAwaitingOperator {
  return async (most) => {
    const [count, ...needingAttention] = await Promise.all([
      countOf(leads, most),
      ...attentionReasons.map((reason) => groupsOf(leads, reason, most)),
    ]);
    return { count, needingAttention: needingAttention.flat() };
  };
}

function countOf(leads: Collection<LeadDocument>, most: number): Promise<number> {
  const awaiting = { status: { $in: [...statusesAwaitingOperator] } };
  return leads.countDocuments(awaiting, { hint: attentionIndex, limit: most });
}

// Tenant by tenant, so that many leads of one tenant never hide those of another.
async function groupsOf(leads: Collection<LeadDocument>, reason: Reason, most: number) {
  const found: AttentionOfTenant[] = [];
  for (let tenantId = await tenantAfter(leads, reason, ''); tenantId !== undefined;) {
    const [group] = await leads
      .aggregate<Pick<AttentionOfTenant, 'count' | 'since'>>(
        [
          { $match: { reason, tenantId, status: { $in: [...statusesNeedingAttention] } } },
          { $limit: most },
          { $group: { _id: null, count: { $sum: 1 }, since: { $min: '$updatedAt' } } },
          { $project: { _id: 0 } },
        ],
        { hint: needsAttentionIndex },
      )
      .toArray();
    if (group) found.push({ tenantId, reason, ...group });
    tenantId = found.length < MOST_TENANTS ? await tenantAfter(leads, reason, tenantId) : undefined;
  }
  return found;
}

type Reason = AttentionOfTenant['reason'];

// Skips from tenant to tenant along the index, without reading the entries in between.
async function tenantAfter(leads: Collection<LeadDocument>, reason: Reason, tenantId: string) {
  const [next] = await leads
    .find({ reason, tenantId: { $gt: tenantId } }, { projection: { _id: 0, tenantId: 1 } })
    .sort({ tenantId: 1 })
    .hint(needsAttentionIndex)
    .limit(1)
    .toArray();
  return next?.tenantId;
}

/** The index by which the leads that need attention are counted for all tenants. */
export const needsAttentionIndex = { reason: 1, tenantId: 1, status: 1, updatedAt: 1 } as const;
