/**
 * The leads that people are told of, of one tenant and of all: those with a reason to be alerted to, and those that ended
 * `failed` lately. Each count is bounded, and reads no lead.
 */
import {
  alertedReasons,
  alertedStatuses,
  attentionReasons,
  LEFT_FAILED,
  type AlertedReason,
  type AttentionReason,
} from '@sluice/contracts';
import type { Collection, Document, Filter } from 'mongodb';
import { alertedLeads, waitingLeads, type LeadDocument } from '@sluice/store';

const MOST_TENANTS = 200;

/** Leads of one tenant that need attention for the same reason. */
export interface AttentionOfTenant {
  readonly tenantId: string;
  readonly reason: AttentionReason;
  readonly count: number;
  /** When the first of them began to need it. */
  readonly since: Date;
  /** There may be more; they were counted only so far. */
  readonly orMore?: true;
}

/** How far is counted. */
export interface CountedTo {
  /** At most so many of each tenant and reason. */
  readonly most: number;
  /** Leads that failed before are no news. */
  readonly failedSince: Date;
}

/** The leads of a tenant with such a reason that nobody has dealt with. */
export function alertedOf(tenantId: string, reason: AlertedReason) {
  return { reason, tenantId, status: { $in: [...alertedStatuses] } };
}

/** How many there are; undefined if there are none. */
export async function countAlerted(
  leads: Collection<LeadDocument>,
  tenantId: string,
  reason: AttentionReason,
  { most, failedSince }: CountedTo,
): Promise<AttentionOfTenant | undefined> {
  const { match, hint } = lookedUp(reason, tenantId, failedSince);
  const [group] = await leads
    .aggregate<Pick<AttentionOfTenant, 'count' | 'since'>>(
      [
        { $match: match },
        { $limit: most },
        { $group: { _id: null, count: { $sum: 1 }, since: { $min: '$updatedAt' } } },
        { $project: { _id: 0 } },
      ],
      { hint },
    )
    .toArray();
  return group && { tenantId, reason, ...group, ...(group.count >= most && { orMore: true }) };
}

/** The same for every reason. */
export async function countAlertedOfTenant(
  leads: Collection<LeadDocument>,
  tenantId: string,
  to: CountedTo,
): Promise<readonly AttentionOfTenant[]> {
  const found = attentionReasons.map((reason) => countAlerted(leads, tenantId, reason, to));
  return (await Promise.all(found)).flatMap((counted) => counted ?? []);
}

/** The same for every tenant and reason, so that many leads of one tenant never hide those of another. */
export async function countAlertedOfAll(
  leads: Collection<LeadDocument>,
  to: CountedTo,
): Promise<readonly AttentionOfTenant[]> {
  const found = await Promise.all(attentionReasons.map((reason) => ofEveryTenant(leads, reason, to)));
  return found.flat();
}

async function ofEveryTenant(leads: Collection<LeadDocument>, reason: AttentionReason, to: CountedTo) {
  const found: AttentionOfTenant[] = [];
  let tenantId = await tenantAfter(leads, reason, '', to);
  while (tenantId !== undefined) {
    const counted = await countAlerted(leads, tenantId, reason, to);
    if (counted) found.push(counted);
    tenantId = found.length < MOST_TENANTS ? await tenantAfter(leads, reason, tenantId, to) : undefined;
  }
  return found;
}

// Skips from tenant to tenant along the index, without reading the entries in between.
async function tenantAfter(
  leads: Collection<LeadDocument>,
  reason: AttentionReason,
  tenantId: string,
  { failedSince }: CountedTo,
) {
  const { match, hint } = lookedUp(reason, { $gt: tenantId }, failedSince);
  const [next] = await leads
    .find(match, { projection: { _id: 0, tenantId: 1 } })
    .sort({ tenantId: 1 })
    .hint(hint)
    .limit(1)
    .toArray();
  return next?.tenantId;
}

interface LookedUp {
  readonly match: Filter<LeadDocument>;
  readonly hint: Document;
}

function lookedUp(reason: AttentionReason, tenantId: string | { $gt: string }, failedSince: Date): LookedUp {
  if (reason !== LEFT_FAILED)
    return { match: { reason, tenantId, status: { $in: [...alertedStatuses] } }, hint: alertedLeads.key };
  const match = {
    tenantId,
    status: LEFT_FAILED,
    reason: { $nin: [...alertedReasons] },
    updatedAt: { $gte: failedSince },
  };
  return { match, hint: waitingLeads.key };
}
