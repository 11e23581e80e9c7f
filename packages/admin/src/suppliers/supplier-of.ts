/** The supplier that a path names. */
import { ApiError, type Supplier } from '@sluice/contracts';
import type { StoresFor } from '@sluice/pipeline';

/** The supplier in its current version. @throws ApiError NOT_FOUND, of an unknown tenant too */
export async function supplierOf(
  stores: StoresFor<'forTenant' | 'tenants'>['stores'],
  { tenantId, supplierId }: { readonly tenantId: string; readonly supplierId: string },
): Promise<Supplier> {
  const supplier = await stores.forTenant(tenantId).suppliers.find(supplierId);
  if (!supplier)
    throw new ApiError('NOT_FOUND', { message: `Tenant ${tenantId} has no supplier ${supplierId}` });
  return supplier;
}
