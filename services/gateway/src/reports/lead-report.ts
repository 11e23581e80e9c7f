/** GET /api/v1/reports/leads. */
import { leadReport } from '@sluice/contracts';
import { instantsFromTo, leadReportOf, reportCsv } from '@sluice/domain';
import type { StoresFor } from '@sluice/pipeline';
import { defineRoute, TextAnswer } from '@sluice/runtime';

type Deps = StoresFor<'forTenant' | 'tenants'>;

export const leadReportRoute = defineRoute(
  leadReport,
  async ({ query, tenant: { tenantId }, request }, { stores }: Deps) => {
    const { groupBy, from: first, to: last, timezone, basis, format, bom, ...filters } = query;
    const zone = timezone ?? (await stores.tenants.cached(tenantId))?.settings.timezone ?? 'UTC';
    const { from = new Date(0), before = new Date() } = instantsFromTo(first, last, zone);
    const counted = await stores.forTenant(tenantId).reports.count({
      groupBy,
      from,
      before,
      basis,
      ...definedOf(filters),
    });
    const { rows, totals } = leadReportOf(groupBy, counted, zone);
    const isCsv = format === 'csv' || (format === undefined && /\btext\/csv\b/i.test(request.accept ?? ''));
    if (isCsv) return new TextAnswer(reportCsv(groupBy, rows, { bom: bom === 'true' }));
    return { rows: [...rows], totals };
  },
);

function definedOf<T extends object>(filters: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}
