/** Reports of leads and money. */
import { adminLeadReport, adminLeadReportCsv } from '@sluice/contracts';
import { reportCsv } from '@sluice/domain';
import { reportLeads } from '@sluice/reports';
import type { ReportsFor, StoresFor } from '@sluice/pipeline';
import type { AdminDeps } from '../deps.js';
import { defineAdminRoute, type AdminRoute } from '../route.js';
import { tenantOf } from '../tenants/tenant-of.js';

type Deps = StoresFor<'tenants'> & ReportsFor<'forTenant'>;

const report = defineAdminRoute(adminLeadReport, async ({ params: { tenantId }, query }, deps: Deps) => {
  await tenantOf(deps.stores, tenantId);
  const { rows, totals } = await reportLeads(deps, tenantId, query);
  return { rows: [...rows], totals };
});

const csv = defineAdminRoute(
  adminLeadReportCsv,
  async ({ params: { tenantId }, query: { bom, ...asked } }, deps: Deps) => {
    await tenantOf(deps.stores, tenantId);
    const { rows } = await reportLeads(deps, tenantId, asked);
    return { csv: reportCsv(asked.groupBy, rows, { bom: bom === 'true' }) };
  },
);

export const reportRoutes: readonly AdminRoute<AdminDeps>[] = [report, csv];
