/**
 * How many leads wait for a person, for all tenants, and which of them operators must be alerted to. The cost is the
 * same however many there are: each index holds only such leads, and each count is bounded.
 */
import type { Collection } from 'mongodb';
import { attentionIndex, restingStatuses } from './attention-groups.js';
import type { LeadDocument } from './leads.js';
import { attentionReasons, statusesNeedingAttention, type LeadsNeedingAttention } from './needs-attention.js';

const MOST_TENANTS = 200;

/** Leads of one tenant that rest for a reason that needs attention. */
export interface RestingOfTenant extends Pick<LeadsNeedingAttention, 'reason' | 'count'> {
  readonly tenantId: string;
  /** When the first of them came to rest. */
  readonly since: Date;
}

/** The leads that wait for a person, as far as they were counted. */
export interface RestingLeads {
  readonly count: number;
  readonly needingAttention: readonly RestingOfTenant[];
}

/** Counts them; at most `most` in total, and at most `most` for each tenant and reason. */
export type CountRestingLeads = (most: number) => Promise<RestingLeads>;

export function createCountRestingLeads(leads: Collection<LeadDocument>): CountRestingLeads {
  return async (most) => {
    const [count, ...needingAttention] = await Promise.all([
      countOf(leads, most),
      ...attentionReasons.map((reason) => groupsOf(leads, reason, most)),
    ]);
    return { count, needingAttention: needingAttention.flat() };
  };
}

function countOf(leads: Collection<LeadDocument>, most: number): Promise<number> {
  const resting = { status: { $in: [...restingStatuses] } };
  return leads.countDocuments(resting, { hint: attentionIndex, limit: most });
}

// Tenant by tenant, so that many leads of one tenant never hide those of another.
async function groupsOf(leads: Collection<LeadDocument>, reason: Reason, most: number) {
  const found: RestingOfTenant[] = [];
  for (let tenantId = await tenantAfter(leads, reason, ''); tenantId !== undefined;) {
    const [group] = await leads
      .aggregate<Pick<RestingOfTenant, 'count' | 'since'>>(
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

type Reason = RestingOfTenant['reason'];

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
