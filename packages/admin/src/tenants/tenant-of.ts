/** The tenant that a path names, and its time zone. */
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

/** The time zone in which times of a tenant are shown. */
export function zoneOf({ settings }: Pick<Tenant, 'settings'>): string {
  return settings.timezone ?? 'UTC';
}
