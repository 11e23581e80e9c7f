/** The tenants of the installation. */
import { adminGetTenant, adminListTenants, type Tenant } from '@sluice/contracts';
import type { StoresFor } from '@sluice/pipeline';
import type { AdminDeps } from '../deps.js';
import { pageOf } from '../page-of.js';
import { defineAdminRoute, type AdminRoute } from '../route.js';
import { tenantOf } from './tenant-of.js';

const listTenants = defineAdminRoute(
  adminListTenants,
  async ({ query: { limit, cursor } }, { stores }: StoresFor<'tenants'>) => {
    const found = await stores.tenants.page(limit + 1, cursor);
    const { items, nextCursor } = pageOf(found, limit, ({ tenantId }) => tenantId);
    return { tenants: items.map(summaryOf), nextCursor };
  },
);

const getTenant = defineAdminRoute(
  adminGetTenant,
  async ({ params: { tenantId } }, { stores }: StoresFor<'tenants'>) =>
    summaryOf(await tenantOf(stores, tenantId)),
);

function summaryOf({ tenantId, name, settings }: Tenant) {
  return { tenantId, name, timezone: settings.timezone ?? 'UTC' };
}

export const tenantRoutes: readonly AdminRoute<AdminDeps>[] = [listTenants, getTenant];
