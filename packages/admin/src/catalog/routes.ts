/** The catalog of a tenant: returned as a tenant file, compared with one, and changed by one. */
import { adminApplyCatalog, adminGetCatalog, adminPlanCatalog, type Tenant } from '@sluice/contracts';
import { finishPlan, now, type StoresFor } from '@sluice/pipeline';
import { stringify } from 'yaml';
import type { AdminDeps } from '../deps.js';
import { defineAdminRoute, type AdminRoute } from '../route.js';
import { personOf } from '../who-did.js';
import { changedSince } from './changed-since.js';
import { liveFile } from './live-file.js';
import { makeChanges } from './make-changes.js';
import { unmentioned } from './plan-changes.js';
import { readLive } from './read-live.js';
import { isSamePlan, readPlan, versionOfPlan, type CatalogDeps } from './read-plan.js';
import { refuseOwnLimit } from './refuse-own-limit.js';
import { withoutSecrets } from './secrets.js';
import { shownChange } from './shown-change.js';

const getCatalog = defineAdminRoute(
  adminGetCatalog,
  async (
    { params: { tenantId } },
    { stores }: StoresFor<'configurations' | 'forTenant' | 'secrets' | 'tenants'>,
  ) => {
    const { tenant, stored, secrets } = await readLive(tenantId, stores);
    const file = withoutSecrets(liveFile(tenant as Tenant, stored, secrets));
    return {
      file: { ...file, settings: { ...file.settings } },
      text: stringify(file, { aliasDuplicateObjects: false, lineWidth: 0 }),
    };
  },
);

const planCatalog = defineAdminRoute(
  adminPlanCatalog,
  async ({ params: { tenantId }, body, note, actor }, deps: CatalogDeps) => {
    const { file, stored, changes, plan, unfilled, literalCredentials } = await readPlan(
      tenantId,
      body,
      deps,
    );
    refuseOwnLimit(actor, changes);
    note({ changes: changes.length });
    return {
      plan,
      unfilled,
      literalCredentials,
      changes: changes.map(shownChange),
      unmentioned: unmentioned(file, stored),
    };
  },
);

const applyCatalog = defineAdminRoute(
  adminApplyCatalog,
  async ({ params: { tenantId }, body: { plan, ...body }, note, actor }, deps: CatalogDeps) => {
    const { stores } = deps;
    // What a dead process has begun comes first.
    await finishPlan(stores, tenantId);
    const read = await readPlan(tenantId, body, deps);
    const { changes, literalCredentials } = read;
    refuseOwnLimit(actor, changes);
    if (plan !== undefined && !isSamePlan(plan, read))
      throw await changedSince(stores, tenantId, actor, versionOfPlan(plan));
    note({
      changes: changes.length,
      ...(literalCredentials.length > 0 && { literalCredentials: literalCredentials.length }),
    });
    const by = { ...personOf(actor, adminApplyCatalog), way: 'file' } as const;
    const made = await makeChanges(stores, tenantId, read, by);
    if (made.kind === 'conflict') {
      // The other change may have made the same: then there is nothing left to do.
      await finishPlan(stores, tenantId);
      const again = await readPlan(tenantId, body, deps);
      if (again.changes.length > 0) throw await changedSince(stores, tenantId, actor, read.version);
      note({ changes: 0 });
      return { ...nothing, literalCredentials, appliedAt: now(deps).toISOString() };
    }
    note({ heldLeadsDue: made.heldLeadsDue });
    return {
      changes: changes.map(shownChange),
      heldLeadsDue: made.heldLeadsDue,
      literalCredentials,
      appliedAt: now(deps).toISOString(),
    };
  },
);

const nothing = { changes: [], heldLeadsDue: 0 };

export const catalogRoutes: readonly AdminRoute<AdminDeps>[] = [getCatalog, planCatalog, applyCatalog];
