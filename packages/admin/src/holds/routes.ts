/** Holds on calls to the outside. */
import {
  adminHoldInstallation,
  adminHoldTenant,
  adminListHolds,
  adminListTenantHolds,
  adminReleaseInstallation,
  adminReleaseTenant,
  ApiError,
  timeText,
} from '@sluice/contracts';
import { now, type StoresFor } from '@sluice/pipeline';
import type { StoredPerson } from '@sluice/store';
import type { Actor } from '../actor.js';
import { isOperatorFor } from '../allow.js';
import type { AdminDeps } from '../deps.js';
import { defineAdminRoute, type AdminRoute } from '../route.js';
import { personOf, shownBy } from '../who-did.js';

type Deps = StoresFor<'clock' | 'hold' | 'tenantHolds' | 'tenants'>;

const listHolds = defineAdminRoute(adminListHolds, async ({ actor }, { stores }: Deps) =>
  standing(actor, stores),
);

const listTenantHolds = defineAdminRoute(
  adminListTenantHolds,
  async ({ params: { tenantId }, actor }, { stores }: Deps) => {
    return standing(actor, stores, tenantId);
  },
);

async function standing(actor: Actor, { hold, tenantHolds }: Deps['stores'], ofTenant?: string) {
  const [whole, ofTenants] = await Promise.all([hold.current(), tenantHolds.all(ofTenant)]);
  const shown = (held: Held & { readonly since: Date }, tenantId: string | null) => {
    // The reason of a hold on all tenants may name another one.
    const reason = tenantId === null && actor.role === undefined ? '' : (held.reason ?? '');
    return { tenantId, by: shownBy(actor, held), reason, since: held.since.toISOString() };
  };
  return {
    holds: [
      ...(whole ? [shown({ ...whole, since: whole.at }, null)] : []),
      ...ofTenants.map((held) => shown(held, held.tenantId)),
    ],
  };
}

const holdInstallation = defineAdminRoute(
  adminHoldInstallation,
  async ({ actor, body: { reason } }, { stores }: Deps) => {
    const by = actor.name;
    const { at: since, ...current } = await stores.hold.put({ at: now({ stores }), by, reason });
    return held(actor, { by, reason }, { since, ...current }, 'The calls of the installation');
  },
);

const releaseInstallation = defineAdminRoute(adminReleaseInstallation, async (_call, { stores }: Deps) => {
  if (!(await stores.hold.release())) throw notOnHold('the installation');
  return { released: true as const };
});

const holdTenant = defineAdminRoute(
  adminHoldTenant,
  async ({ actor, params: { tenantId }, body: { reason } }, { stores }: Deps) => {
    const hold = { ...personOf(actor, adminHoldTenant), reason };
    const current = await stores.tenantHolds.put({ tenantId, ...hold, since: now({ stores }) });
    return held(actor, hold, current, `The calls of tenant ${tenantId}`);
  },
);

const releaseTenant = defineAdminRoute(
  adminReleaseTenant,
  async ({ actor, params: { tenantId } }, { stores }: Deps) => {
    const by = isOperatorFor(actor, adminReleaseTenant) ? 'operator' : 'member';
    const released = await stores.tenantHolds.release(tenantId, by);
    if (released === 'none') throw notOnHold(`tenant ${tenantId}`);
    if (released === 'an_operators')
      throw new ApiError('FORBIDDEN', {
        message: 'An operator put this hold, and only operators release it',
      });
    return { released: true as const };
  },
);

interface Held extends StoredPerson {
  readonly reason?: string;
}

// A repeated call finds its own hold. Another's would hide the reason of this one, so its person is told.
function held(
  actor: Actor,
  asked: Held,
  current: Held & { readonly since: Date },
  calls: string,
): { readonly held: true } {
  if (current.by === asked.by && current.byMember === asked.byMember && current.reason === asked.reason)
    return { held: true };
  const why = current.reason === undefined ? '' : `: “${current.reason}”`;
  throw new ApiError('INVALID_STATE', {
    message: `${calls} are on hold already, since ${timeText(current.since, 'UTC')} by ${shownBy(actor, current)}${why}. Nothing was changed.`,
  });
}

function notOnHold(whose: string): ApiError {
  return new ApiError('INVALID_STATE', { message: `The calls of ${whose} are not on hold` });
}

export const holdRoutes: readonly AdminRoute<AdminDeps>[] = [
  listHolds,
  listTenantHolds,
  holdInstallation,
  releaseInstallation,
  holdTenant,
  releaseTenant,
];
