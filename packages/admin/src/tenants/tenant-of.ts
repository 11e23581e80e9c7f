/** The tenant that a path names. */
import { ApiError, type Tenant } from '@sluice/contracts';
import type { Stores } from '@sluice/store';

/** The tenant as it is stored. @throws ApiError NOT_FOUND if there is no such tenant */
export async function tenantOf(
  { tenants }: { readonly tenants: Pick<Stores['tenants'], 'find'> },
  tenantId: string,
): Promise<Tenant> {
  const tenant = await tenants.find(tenantId);
  if (!tenant) throw new ApiError('NOT_FOUND', { message: `There is no tenant ${tenantId}` });
  return tenant;
}
