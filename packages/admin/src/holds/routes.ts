/** Holds on calls to the outside. */
import {
  adminHoldInstallation,
  adminHoldTenant,
  adminListHolds,
  adminReleaseInstallation,
  adminReleaseTenant,
  ApiError,
} from '@sluice/contracts';
import { now, type StoresFor } from '@sluice/pipeline';
import type { AdminDeps } from '../deps.js';
import { defineAdminRoute, type AdminRoute } from '../route.js';
import { tenantOf } from '../tenants/tenant-of.js';

type Deps = StoresFor<'clock' | 'hold' | 'tenantHolds' | 'tenants'>;

const listHolds = defineAdminRoute(adminListHolds, async (_call, { stores }: Deps) => {
  const [whole, ofTenants] = await Promise.all([stores.hold.current(), stores.tenantHolds.all()]);
  return {
    holds: [
      ...(whole
        ? [{ tenantId: null, by: whole.by, reason: whole.reason ?? '', since: whole.at.toISOString() }]
        : []),
      ...ofTenants.map(({ since, ...hold }) => ({ ...hold, since: since.toISOString() })),
    ],
  };
});

const holdInstallation = defineAdminRoute(
  adminHoldInstallation,
  async ({ actor: { name: by }, body: { reason } }, { stores }: Deps) => {
    await stores.hold.put({ at: now({ stores }), by, reason });
    return { held: true as const };
  },
);

const releaseInstallation = defineAdminRoute(adminReleaseInstallation, async (_call, { stores }: Deps) => {
  if (!(await stores.hold.release())) throw notOnHold('the installation');
  return { released: true as const };
});

const holdTenant = defineAdminRoute(
  adminHoldTenant,
  async ({ actor: { name: by }, params: { tenantId }, body: { reason } }, { stores }: Deps) => {
    await tenantOf(stores, tenantId);
    await stores.tenantHolds.put({ tenantId, by, reason, since: now({ stores }) });
    return { held: true as const };
  },
);

const releaseTenant = defineAdminRoute(
  adminReleaseTenant,
  async ({ params: { tenantId } }, { stores }: Deps) => {
    if (!(await stores.tenantHolds.release(tenantId))) throw notOnHold(`tenant ${tenantId}`);
    return { released: true as const };
  },
);

function notOnHold(whose: string): ApiError {
  return new ApiError('INVALID_STATE', { message: `The calls of ${whose} are not on hold` });
}

export const holdRoutes: readonly AdminRoute<AdminDeps>[] = [
  listHolds,
  holdInstallation,
  releaseInstallation,
  holdTenant,
  releaseTenant,
];
