/** Reports of leads and money. */
import { adminLeadReport, adminLeadReportCsv } from '@sluice/contracts';
import { reportCsv } from '@sluice/domain';
import { reportLeads, reportNames } from '@sluice/reports';
import type { ReportsFor, StoresFor } from '@sluice/pipeline';
import type { AdminDeps } from '../deps.js';
import { defineAdminRoute, type AdminRoute } from '../route.js';

type Deps = StoresFor<'forTenant' | 'tenants'> & ReportsFor<'forTenant'>;

const report = defineAdminRoute(adminLeadReport, async ({ params: { tenantId }, query }, deps: Deps) => {
  const { rows, totals } = await reportLeads(deps, tenantId, query);
  return { rows: [...rows], totals, names: await reportNames(deps.stores.forTenant(tenantId), rows) };
});

const csv = defineAdminRoute(
  adminLeadReportCsv,
  async ({ params: { tenantId }, query: { bom, ...asked } }, deps: Deps) => {
    const { rows } = await reportLeads(deps, tenantId, asked);
    const names = await reportNames(deps.stores.forTenant(tenantId), rows);
    return { csv: reportCsv(asked.groupBy, rows, { names, bom: bom === 'true' }) };
  },
);

export const reportRoutes: readonly AdminRoute<AdminDeps>[] = [report, csv];
