/** Circuits: the receivers that workers leave alone for a while. */
import { adminListCircuits } from '@sluice/contracts';
import { now } from '@sluice/pipeline';
import type { AdminDeps } from '../deps.js';
import { defineAdminRoute, type AdminRoute } from '../route.js';
import { tenantOf } from '../tenants/tenant-of.js';

const listCircuits = defineAdminRoute(
  adminListCircuits,
  async ({ params: { tenantId } }, { stores }: Pick<AdminDeps, 'stores'>) => {
    await tenantOf(stores, tenantId);
    const found = await stores.forTenant(tenantId).openCircuits.open(now({ stores }));
    return {
      circuits: found.map(({ endpoint, since, until }) => ({
        endpoint,
        since: since.toISOString(),
        until: until.toISOString(),
      })),
    };
  },
);

export const circuitRoutes: readonly AdminRoute<AdminDeps>[] = [listCircuits];
