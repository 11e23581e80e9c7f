/** GET /api/v1/reports/leads. */
import { leadReport } from '@sluice/contracts';
import { reportCsv } from '@sluice/domain';
import { reportLeads, reportNames } from '@sluice/reports';
import type { ReportsFor, StoresFor } from '@sluice/pipeline';
import { defineRoute, TextAnswer } from '@sluice/http';

export const leadReportRoute = defineRoute(
  leadReport,
  async (
    { query: { format, bom, ...asked }, tenant: { tenantId }, request },
    deps: StoresFor<'forTenant' | 'tenants'> & ReportsFor<'forTenant'>,
  ) => {
    const { rows, totals } = await reportLeads(deps, tenantId, asked);
    const prefersCsv = () => request.prefers(['application/json', 'text/csv']) === 'text/csv';
    const isCsv = format === undefined ? prefersCsv() : format === 'csv';
    if (!isCsv) return { rows: [...rows], totals };
    const names = await reportNames(deps.stores.forTenant(tenantId), rows);
    return new TextAnswer(reportCsv(asked.groupBy, rows, { names, bom: bom === 'true' }));
  },
);
