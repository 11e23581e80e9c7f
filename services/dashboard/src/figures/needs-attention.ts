/** How many leads of each tenant rest until a person does something, by reason. */
import { attentionReasons, type Stores } from '@sluice/store';

/** The leads of one tenant that rest for one reason; also said of none, so that a first one is seen as one more. */
export interface AttentionOfTenantByReason {
  readonly tenantId: string;
  readonly reason: string;
  readonly count: number;
}

/** Reads them of the first `most` tenants, from an index in which only such leads are. */
export async function readNeedsAttention(
  stores: Stores,
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
