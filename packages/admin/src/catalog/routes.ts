/** The catalog of a tenant: returned as a tenant file, compared with one, and changed by one. */
import {
  adminApplyCatalog,
  adminGetCatalog,
  adminPlanCatalog,
  ApiError,
  SECRET_MARK,
  type Tenant,
} from '@sluice/contracts';
import { finishPlan, now, type StoresFor } from '@sluice/pipeline';
import { stringify } from 'yaml';
import type { Actor } from '../actor.js';
import { isOperatorFor } from '../allow.js';
import type { AdminDeps } from '../deps.js';
import { defineAdminRoute, type AdminRoute } from '../route.js';
import { tenantOf } from '../tenants/tenant-of.js';
import { personOf } from '../who-did.js';
import { changedSince } from './changed-since.js';
import { liveFile } from './live-file.js';
import { makeChanges } from './make-changes.js';
import { changeText, unmentioned, type Change } from './plan-changes.js';
import { readLive } from './read-live.js';
import { isSamePlan, readPlan, versionOfPlan, type CatalogDeps } from './read-plan.js';
import { withoutSecrets } from './secrets.js';

const getCatalog = defineAdminRoute(
  adminGetCatalog,
  async (
    { params: { tenantId } },
    { stores }: StoresFor<'configurations' | 'forTenant' | 'secrets' | 'tenants'>,
  ) => {
    await tenantOf(stores, tenantId);
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
      changes: changes.map(shown),
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
      throw await changedSince(stores, actor, tenantId, versionOfPlan(plan));
    note({
      changes: changes.length,
      ...(literalCredentials.length > 0 && { literalCredentials: literalCredentials.length }),
    });
    const made = await makeChanges(stores, tenantId, read, personOf(actor, adminApplyCatalog));
    if (made.kind === 'conflict') {
      // The other change may have made the same: then there is nothing left to do.
      await finishPlan(stores, tenantId);
      const again = await readPlan(tenantId, body, deps);
      if (again.changes.length > 0) throw await changedSince(stores, actor, tenantId, read.version);
      note({ changes: 0 });
      return { ...nothing, literalCredentials, appliedAt: now(deps).toISOString() };
    }
    note({ heldLeadsDue: made.heldLeadsDue });
    return {
      changes: changes.map(shown),
      heldLeadsDue: made.heldLeadsDue,
      literalCredentials,
      appliedAt: now(deps).toISOString(),
    };
  },
);

// A tenant must not lift the limit that the installation has set for it.
function refuseOwnLimit(actor: Actor, changes: readonly Change[]): void {
  const limits = changes.some(
    ({ section, fields }) =>
      section === 'tenant' && fields.some(({ path }) => path[0] === 'settings' && path[1] === 'rateLimit'),
  );
  if (limits && !isOperatorFor(actor, adminApplyCatalog))
    throw new ApiError('FORBIDDEN', {
      message: 'settings.rateLimit is changed by operators of the installation only',
    });
}

const nothing = { changes: [], heldLeadsDue: 0 };

function shown(change: Change) {
  const { section, kind, id, fields, removed } = change;
  return {
    section,
    kind,
    id,
    change: change.change,
    text: changeText(change),
    removed: [...removed],
    fields: fields.map(({ path, before, after }) => ({
      path: path.join('.'),
      before: before === undefined ? undefined : shownValue(section, path, before),
      after: after === undefined ? undefined : shownValue(section, path, after),
    })),
  };
}

// Whether a value is a secret depends on its place.
function shownValue(section: Change['section'], path: readonly string[], value: unknown): unknown {
  if (section === 'providers' || section === 'secrets') return SECRET_MARK;
  const inPlace = path.reduceRight((inner, name) => ({ [name]: inner }), value);
  return path.reduce(
    (outer, name) => (outer as Readonly<Record<string, unknown>>)[name],
    withoutSecrets(inPlace),
  );
}

export const catalogRoutes: readonly AdminRoute<AdminDeps>[] = [getCatalog, planCatalog, applyCatalog];
