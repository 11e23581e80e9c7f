/** The number of each tenant's leads that need attention, by reason. */
import { attentionReasons, type Stores } from '@sluice/store';

/** The count of one tenant for one reason. Zero is reported too, so that the first lead shows as an increase. */
export interface AttentionOfTenantByReason {
  readonly tenantId: string;
  readonly reason: string;
  readonly count: number;
}

/** Reads the counts of the first `most` tenants from an index that holds only such leads. */
export async function readNeedsAttention(
  stores: Pick<Stores, 'forTenant' | 'tenants'>,
  most: number,
): Promise<readonly AttentionOfTenantByReason[]> {
  const found: AttentionOfTenantByReason[] = [];
  for (const { tenantId } of (await stores.tenants.all()).slice(0, most)) {
    const counts = await stores.forTenant(tenantId).needsAttention.counts();
    for (const reason of attentionReasons) {
      const ofReason = counts.filter((one) => one.reason === reason);
      found.push({ tenantId, reason, count: ofReason.reduce((sum, { count }) => sum + count, 0) });
    }
  }
  return found;
}
