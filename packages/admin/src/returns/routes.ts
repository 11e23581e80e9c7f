/** Returns of sales. */
import { adminImportReturns, type ImportedReturn } from '@sluice/contracts';
import type { Core, QuotaSubject } from '@sluice/pipeline';
import type { AdminDeps } from '../deps.js';
import { defineAdminRoute, type AdminRoute } from '../route.js';
import { tenantOf } from '../tenants/tenant-of.js';
import { importReturn } from './import-return.js';

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

export const returnRoutes: readonly AdminRoute<AdminDeps>[] = [importReturns];
