/** GET /api/v1/supplier/report. */
import { ApiError, supplierReport } from '@sluice/contracts';
import { lastDays } from '@sluice/domain';
import { reportSupplier } from '@sluice/reports';
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
    const asked = { groupBy: query.groupBy, from, to, timezone: zone };
    return { rows: await reportSupplier(deps, tenantId, supplier.supplierId, asked) };
  },
);
