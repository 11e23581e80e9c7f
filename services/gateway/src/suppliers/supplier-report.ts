/** GET /api/v1/supplier/report. */
import { ApiError, supplierReport } from '@sluice/contracts';
import { countedKeys, lastDays, supplierReportOf } from '@sluice/domain';
import { countReport } from '@sluice/reports';
import { now, type ReportsFor, type StoresFor } from '@sluice/pipeline';
import { defineRoute } from '@sluice/http';
import { asSupplier } from './as-supplier.js';

const DAYS = 30;
/** Leads of sites are counted anew each time, and a supplier is a stranger. */
const MOST_DAYS = 366;

export const supplierReportRoute = defineRoute(
  supplierReport,
  async ({ query, tenant }, deps: StoresFor<'clock' | 'tenants'> & ReportsFor<'forTenant'>) => {
    const { tenantId, supplier } = asSupplier(tenant);
    const zone = (await deps.stores.tenants.cached(tenantId))?.settings.timezone ?? 'UTC';
    const { from, to } = lastDays(query, DAYS, now(deps), zone);
    if (lastDays({ to }, MOST_DAYS, now(deps), zone).from > from)
      throw new ApiError('VALIDATION_ERROR', {
        details: [`from: must be at most ${MOST_DAYS} days before to`],
      });
    const { groupBy } = query;
    const counted = await countReport(deps, tenantId, {
      groupBy: groupBy.map((key) => countedKeys[key]),
      ...{ from, to, timezone: zone, basis: 'received', supplierIds: [supplier.supplierId] },
    });
    return { rows: supplierReportOf(groupBy, counted, zone) };
  },
);
