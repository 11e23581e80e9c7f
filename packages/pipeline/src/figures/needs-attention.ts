/** The number of each tenant's leads that need attention, by reason. */
import { attentionReasons } from '@sluice/contracts';
import type { ReportsFor, StoresFor } from '../core.js';

/** The count of one tenant for one reason. Zero is reported too, so that the first lead shows as an increase. */
export interface AttentionOfTenantByReason {
  readonly tenantId: string;
  readonly reason: string;
  readonly count: number;
}

/** A gauge that shows more would be no other news. */
const MOST_COUNTED = 100_000;

/** Reads the counts of the first `most` tenants from an index that holds only such leads. */
export async function readNeedsAttention(
  { stores, reports }: StoresFor<'tenants'> & ReportsFor<'leadsAwaitingOperator'>,
  most: number,
): Promise<readonly AttentionOfTenantByReason[]> {
  const [tenants, { needingAttention }] = await Promise.all([
    stores.tenants.all(),
    reports.leadsAwaitingOperator(MOST_COUNTED),
  ]);
  const countOf = new Map(
    needingAttention.map(({ tenantId, reason, count }) => [`${tenantId} ${reason}`, count]),
  );
  return tenants.slice(0, most).flatMap(({ tenantId }) =>
    attentionReasons.map((reason) => ({
      tenantId,
      reason,
      count: countOf.get(`${tenantId} ${reason}`) ?? 0,
    })),
  );
}
