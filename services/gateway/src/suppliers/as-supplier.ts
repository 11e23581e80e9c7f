/** The supplier that a request acts for, on endpoints that are open to suppliers only. */
import { ApiError, type Supplier } from '@sluice/contracts';
import type { TenantScope } from '@sluice/http';

/** @throws ApiError FORBIDDEN for a key of the tenant itself, which the endpoint's declaration has refused before */
export function asSupplier({ tenantId, supplier }: TenantScope): {
  readonly tenantId: string;
  readonly supplier: Supplier;
} {
  if (!supplier) throw new ApiError('FORBIDDEN');
  return { tenantId, supplier };
}
