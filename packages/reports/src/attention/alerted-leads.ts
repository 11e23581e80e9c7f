/** The leads that people are alerted to, of one tenant and of all; each count is bounded, and reads no lead. */
import { alertedReasons, alertedStatuses, type AlertedReason } from '@sluice/contracts';
import type { Collection } from 'mongodb';
import { alertedLeads, type LeadDocument } from '@sluice/store';

const MOST_TENANTS = 200;

/** Leads of one tenant that need attention for the same reason. */
export interface AttentionOfTenant {
  readonly tenantId: string;
  readonly reason: AlertedReason;
  readonly count: number;
  /** When the first of them began to need it. */
  readonly since: Date;
}

/** The leads of a tenant with such a reason that nobody has dealt with. */
export function alertedOf(tenantId: string, reason: AlertedReason) {
  return { reason, tenantId, status: { $in: [...alertedStatuses] } };
}

/** How many there are, at most `most`; undefined if there are none. */
export async function countAlerted(
  leads: Collection<LeadDocument>,
  tenantId: string,
  reason: AlertedReason,
  most: number,
): Promise<AttentionOfTenant | undefined> {
  const [group] = await leads
    .aggregate<Pick<AttentionOfTenant, 'count' | 'since'>>(
      [
        { $match: alertedOf(tenantId, reason) },
        { $limit: most },
        { $group: { _id: null, count: { $sum: 1 }, since: { $min: '$updatedAt' } } },
        { $project: { _id: 0 } },
      ],
      { hint: alertedLeads.key },
    )
    .toArray();
  return group && { tenantId, reason, ...group };
}

/** The same for every tenant and reason, so that many leads of one tenant never hide those of another. */
export async function countAlertedOfAll(
  leads: Collection<LeadDocument>,
  most: number,
): Promise<readonly AttentionOfTenant[]> {
  const found = await Promise.all(alertedReasons.map((reason) => ofEveryTenant(leads, reason, most)));
  return found.flat();
}

async function ofEveryTenant(leads: Collection<LeadDocument>, reason: AlertedReason, most: number) {
  const found: AttentionOfTenant[] = [];
  let tenantId = await tenantAfter(leads, reason, '');
  while (tenantId !== undefined) {
    const counted = await countAlerted(leads, tenantId, reason, most);
    if (counted) found.push(counted);
    tenantId = found.length < MOST_TENANTS ? await tenantAfter(leads, reason, tenantId) : undefined;
  }
  return found;
}

// Skips from tenant to tenant along the index, without reading the entries in between.
async function tenantAfter(leads: Collection<LeadDocument>, reason: AlertedReason, tenantId: string) {
  const [next] = await leads
    .find({ reason, tenantId: { $gt: tenantId } }, { projection: { _id: 0, tenantId: 1 } })
    .sort({ tenantId: 1 })
    .hint(alertedLeads.key)
    .limit(1)
    .toArray();
  return next?.tenantId;
}
