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
  async ({ params: { tenantId } }, { stores }: StoresFor<'forTenant' | 'secrets' | 'tenants'>) => {
    const tenant = await tenantOf(stores, tenantId);
    const [stored, secrets] = await Promise.all([
      readStored(stores.forTenant(tenantId)),
      stores.secrets.list(tenantId),
    ]);
    const names = secrets.map(({ name }) => name);
    const file = withoutSecrets(liveFile(tenant, stored, names));
    return {
      file: { ...file, settings: { ...file.settings } },
      text: stringify(file, { aliasDuplicateObjects: false, lineWidth: 0 }),
    };
  },
);

const planCatalog = defineAdminRoute(
  adminPlanCatalog,
  async ({ params: { tenantId }, body, note }, deps: CatalogDeps) => {
    const { file, stored, changes, plan, unfilled, literalCredentials } = await readPlan(
      tenantId,
      body,
      deps,
    );
    note({ changes: changes.length });
    return {
      ...{ plan, unfilled, literalCredentials, changes: changes.map(shown) },
      unmentioned: unmentioned(file, stored),
    };
  },
);

const applyCatalog = defineAdminRoute(
  adminApplyCatalog,
  async ({ params: { tenantId }, body, note }, deps: CatalogDeps) => {
    const { changes, plan, literalCredentials } = await readPlan(tenantId, body, deps);
    if (body.plan !== undefined && body.plan !== plan)
      throw new ApiError('INVALID_STATE', {
        message: 'The configuration has changed since this plan was made; nothing was changed: plan it again',
      });
    note({
      changes: changes.length,
      ...(literalCredentials.length > 0 && { literalCredentials: literalCredentials.length }),
    });
    const heldLeadsDue = await makeChanges(deps.stores, tenantId, changes);
    note({ heldLeadsDue });
    return {
      ...{ changes: changes.map(shown), heldLeadsDue, literalCredentials },
      appliedAt: now(deps).toISOString(),
    };
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
  if (section === 'providers' || section === 'secrets') return SECRET_MARK;
  const inPlace = path.reduceRight((inner, name) => ({ [name]: inner }), value);
  return path.reduce(
    (outer, name) => (outer as Readonly<Record<string, unknown>>)[name],
    withoutSecrets(inPlace),
  );
}

export const catalogRoutes: readonly AdminRoute<AdminDeps>[] = [getCatalog, planCatalog, applyCatalog];
