/** The catalog of a tenant: returned as a tenant file, compared with one, and changed by one. */
import {
  adminApplyCatalog,
  adminGetCatalog,
  adminPlanCatalog,
  ApiError,
  SECRET_MARK,
} from '@sluice/contracts';
import { now, type StoresFor } from '@sluice/pipeline';
import { stringify } from 'yaml';
import type { AdminDeps } from '../deps.js';
import { defineAdminRoute, type AdminRoute } from '../route.js';
import { tenantOf } from '../tenants/tenant-of.js';
import { liveFile, readStored } from './live-file.js';
import { makeChanges } from './make-changes.js';
import { changeText, unmentioned, type Change } from './plan-changes.js';
import { readPlan, type CatalogDeps } from './read-plan.js';
import { withoutSecrets } from './secrets.js';

const getCatalog = defineAdminRoute(
  adminGetCatalog,
  async ({ params: { tenantId } }, { stores }: StoresFor<'forTenant' | 'tenants'>) => {
    const tenant = await tenantOf(stores, tenantId);
    const file = withoutSecrets(liveFile(tenant, await readStored(stores.forTenant(tenantId))));
    return {
      file: { ...file, settings: { ...file.settings } },
      text: stringify(file, { aliasDuplicateObjects: false }),
    };
  },
);

const planCatalog = defineAdminRoute(
  adminPlanCatalog,
  async ({ params: { tenantId }, body, note }, deps: CatalogDeps) => {
    const { file, stored, changes, plan, unfilled } = await readPlan(tenantId, body, deps);
    note({ changes: changes.length });
    return {
      ...{ plan, unfilled, changes: changes.map(shown) },
      unmentioned: unmentioned(file, stored),
    };
  },
);

const applyCatalog = defineAdminRoute(
  adminApplyCatalog,
  async ({ params: { tenantId }, body, note }, deps: CatalogDeps) => {
    const { changes, plan } = await readPlan(tenantId, body, deps);
    if (body.plan !== undefined && body.plan !== plan)
      throw new ApiError('INVALID_STATE', {
        message: 'The configuration has changed since this plan was made; nothing was changed: plan it again',
      });
    note({ changes: changes.length });
    const heldLeadsDue = await makeChanges(deps.stores, tenantId, changes);
    note({ heldLeadsDue });
    return { changes: changes.map(shown), heldLeadsDue, appliedAt: now(deps).toISOString() };
  },
);

function shown(change: Change) {
  const { section, kind, id, fields } = change;
  return {
    ...{ section, kind, id, change: change.change, text: changeText(change) },
    fields: fields.map(({ path, before, after }) => ({
      path: path.join('.'),
      ...(before !== undefined && { before: shownValue(section, path, before) }),
      ...(after !== undefined && { after: shownValue(section, path, after) }),
    })),
  };
}

// Whether a value is a secret depends on its place.
function shownValue(section: Change['section'], path: readonly string[], value: unknown): unknown {
  if (section === 'providers') return SECRET_MARK;
  const inPlace = path.reduceRight((inner, name) => ({ [name]: inner }), value);
  return path.reduce(
    (outer, name) => (outer as Readonly<Record<string, unknown>>)[name],
    withoutSecrets(inPlace),
  );
}

export const catalogRoutes: readonly AdminRoute<AdminDeps>[] = [getCatalog, planCatalog, applyCatalog];
