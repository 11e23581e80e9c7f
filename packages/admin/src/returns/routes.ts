/** Returns of sales. */
import {
  adminDecideReturn,
  adminImportReturns,
  adminListReturns,
  adminRequestReturn,
  roleAllows,
  type ImportedReturn,
} from '@sluice/contracts';
import {
  decideReturn,
  listReturns,
  requestReturn,
  returnWithoutWords,
  shownReturn,
  type Core,
  type QuotaSubject,
  type ReturnDeps,
  type StoresFor,
} from '@sluice/pipeline';
import { newId } from '@sluice/process';
import type { AdminDeps } from '../deps.js';
import { defineAdminRoute, type AdminRoute } from '../route.js';
import { tenantOf } from '../tenants/tenant-of.js';
import { importReturn } from './import-return.js';

const list = defineAdminRoute(
  adminListReturns,
  async ({ params: { tenantId }, query, actor }, deps: StoresFor<'forTenant' | 'tenants'>) => {
    await tenantOf(deps.stores, tenantId);
    const shown = roleAllows(actor.role, 'operate') ? shownReturn : returnWithoutWords;
    return listReturns(deps, tenantId, query, shown);
  },
);

const request = defineAdminRoute(
  adminRequestReturn,
  async ({ params: { tenantId }, body, actor, note }, deps: ReturnDeps) => {
    await tenantOf(deps.stores, tenantId);
    const asked = { ...body, returnId: newId('return'), by: actor.name };
    const { returnId, leadId, ...rest } = shownReturn(await requestReturn(deps, tenantId, asked));
    note({ returnId, leadId });
    return { returnId, leadId, ...rest };
  },
);

const decide = defineAdminRoute(
  adminDecideReturn,
  async (
    { params: { tenantId, returnId }, body: { decision, note: why }, actor, note },
    deps: ReturnDeps,
  ) => {
    await tenantOf(deps.stores, tenantId);
    const words = { by: actor.name, note: why };
    const decided = shownReturn(await decideReturn(deps, tenantId, returnId, decision, words));
    note({ leadId: decided.leadId });
    return decided;
  },
  ({ body: { decision } }) => ({ decision }),
);

const importReturns = defineAdminRoute(
  adminImportReturns,
  async ({ params: { tenantId }, body: { rows, dryRun }, actor, note }, core: Core) => {
    await tenantOf(core.stores, tenantId);
    const foreseen: QuotaSubject[] | undefined = dryRun ? [] : undefined;
    const results: ImportedReturn[] = [];
    // In their order: a quota may have room for the first ones only.
    for (const row of rows) {
      results.push(await importReturn(core, { tenantId, by: actor.name, foreseen }, row));
    }
    note(countsOf(results));
    return { results };
  },
  ({ body }) => ({ rows: String(body.rows.length) }),
);

function countsOf(results: readonly ImportedReturn[]): Readonly<Record<string, number>> {
  const count = (of: ImportedReturn['result']) => results.filter(({ result }) => result === of).length;
  return { accepted: count('accepted'), duplicate: count('duplicate'), refused: count('refused') };
}

export const returnRoutes: readonly AdminRoute<AdminDeps>[] = [list, request, decide, importReturns];
