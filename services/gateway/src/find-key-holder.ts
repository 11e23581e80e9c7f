/** Whom a key belongs to: a tenant, or one of its suppliers as it is configured now. */
import type { FindKeyHolder } from '@sluice/http';
import type { StoresFor } from '@sluice/pipeline';

/** Makes the look-up. Only a supplier's key reads more than itself. */
export function createFindKeyHolder(stores: StoresFor<'apiKeys' | 'forTenant'>['stores']): FindKeyHolder {
  return async (key) => {
    const holder = await stores.apiKeys.holderOf(key);
    if (holder?.supplierId === undefined) return holder;
    const { tenantId, prefix, supplierId } = holder;
    const supplier = await stores.forTenant(tenantId).suppliers.cached(supplierId);
    // A key of a supplier that is not there opens nothing, least of all what the tenant's own open.
    return supplier && { tenantId, prefix, supplier };
  };
}
