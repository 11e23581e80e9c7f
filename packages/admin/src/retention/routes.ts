/** How long a tenant's records are kept, and exporting them. */
import { adminExportRecords, adminGetRetention, exportKinds, type ExportLine } from '@sluice/contracts';
import type { ReportsFor, StoresFor } from '@sluice/pipeline';
import type { AdminDeps } from '../deps.js';
import { defineAdminRoute, type AdminRoute } from '../route.js';

const getRetention = defineAdminRoute(
  adminGetRetention,
  async ({ tenant: { settings }, params: { tenantId } }, { stores }: StoresFor<'forTenant' | 'tenants'>) => {
    const { deleted, lastDeletedAt } = await stores.forTenant(tenantId).retention.totals();
    return {
      days: settings.retention ?? {},
      deleted: { ...deleted },
      lastDeletedAt: lastDeletedAt?.toISOString() ?? null,
    };
  },
);

const exportRecords = defineAdminRoute(
  adminExportRecords,
  async (
    { params: { tenantId }, query: { kinds = [...exportKinds], since, until }, actor },
    { reports }: ReportsFor<'exportRecords'>,
  ) => {
    const lines = reports.exportRecords({
      tenantId,
      kinds: exportKinds.filter((kind) => kinds.includes(kind)),
      since: since === undefined ? undefined : new Date(since),
      until: until === undefined ? undefined : new Date(until),
      toMember: actor.role === undefined,
    });
    return eachOf(lines);
  },
  ({ query: { kinds = exportKinds, since = '', until = '' } }) => ({ kinds: kinds.join(','), since, until }),
);

async function* eachOf(lines: AsyncIterable<ExportLine>) {
  for await (const line of lines) yield { ...line };
}

export const retentionRoutes: readonly AdminRoute<AdminDeps>[] = [getRetention, exportRecords];
