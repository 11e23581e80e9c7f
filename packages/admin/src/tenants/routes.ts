/** The tenants of the installation. */
import {
  adminCreateTenant,
  adminGetTenant,
  adminListTenants,
  ApiError,
  type Tenant,
  pageEnd,
} from '@sluice/contracts';
import type { PlanStores, StoresFor } from '@sluice/pipeline';
import { pageOf } from '@sluice/store';
import { makeChanges } from '../catalog/make-changes.js';
import { newTenant } from '../catalog/plan-changes.js';
import type { AdminDeps } from '../deps.js';
import { changedBy } from '../items/change-item.js';
import { defineAdminRoute, type AdminRoute } from '../route.js';

const listTenants = defineAdminRoute(
  adminListTenants,
  async ({ query: { limit, cursor } }, { stores }: StoresFor<'tenants'>) => {
    const found = await stores.tenants.page(limit + 1, cursor);
    const { items, nextCursor } = pageOf(found, limit, ({ tenantId }) => tenantId);
    return { tenants: items.map(summaryOf), ...pageEnd(nextCursor) };
  },
);

const getTenant = defineAdminRoute(adminGetTenant, async ({ tenant }) => summaryOf(tenant));

const createTenant = defineAdminRoute(
  adminCreateTenant,
  async ({ body: { tenantId, name, timezone }, actor }, { stores }: { readonly stores: PlanStores }) => {
    const tenant = { tenantId, name, settings: timezone === undefined ? {} : { timezone } };
    const version = await stores.configurations.version(tenantId);
    const change = newTenant(tenant);
    const plan = { changes: [change], writes: [{ kind: 'tenant', tenant } as const], version };
    const isTaken = (await stores.tenants.find(tenantId)) !== undefined;
    const by = changedBy(actor, adminCreateTenant);
    if (isTaken || (await makeChanges(stores, tenantId, plan, by)).kind === 'conflict')
      throw new ApiError('INVALID_STATE', { message: `There is a tenant ${tenantId} already` });
    return summaryOf(tenant);
  },
  ({ body: { tenantId } }) => ({ tenantId }),
);

function summaryOf({ tenantId, name, settings }: Tenant) {
  return { tenantId, name, timezone: settings.timezone ?? 'UTC' };
}

export const tenantRoutes: readonly AdminRoute<AdminDeps>[] = [listTenants, createTenant, getTenant];
