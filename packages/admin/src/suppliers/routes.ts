/** Suppliers, for those who look after them. */
import {
  adminGetSupplier,
  adminListSuppliers,
  type Supplier,
  type SupplierNumbers,
  pageEnd,
} from '@sluice/contracts';
import { eachDay, explainCost, lastDays } from '@sluice/domain';
import { capUseOfSuppliers, now, type ReportsFor, type StoresFor } from '@sluice/pipeline';
import { namesIn, reportSupplier, reportSuppliers } from '@sluice/reports';
import { keyState, pageOf, type TenantStores } from '@sluice/store';
import type { AdminDeps } from '../deps.js';
import { capRow } from '../campaign-view/campaign-rows.js';
import { defineAdminRoute, type AdminRoute } from '../route.js';
import { zoneOf } from '../tenants/tenant-of.js';
import { supplierOf } from './supplier-of.js';

type Deps = StoresFor<'apiKeys' | 'clock' | 'forTenant' | 'postingLinks' | 'tenants'> &
  ReportsFor<'forTenant'>;

const DAYS_SHOWN = 14;
const nothing: SupplierNumbers = {
  ...{ received: 0, accepted: 0, rejected: 0, duplicate: 0, pending: 0 },
  payout: [],
};

const listSuppliers = defineAdminRoute(
  adminListSuppliers,
  async (
    { tenant, params: { tenantId }, query: { search, archived, numbers, limit, cursor } },
    deps: Deps,
  ) => {
    const timezone = zoneOf(tenant);
    const of = deps.stores.forTenant(tenantId);
    const asked = { search, after: cursor, inUse: archived === 'false' };
    const { items, nextCursor } = pageOf(
      await of.suppliers.page(asked, limit + 1),
      limit,
      ({ supplierId }) => supplierId,
    );
    const ids = items.map(({ supplierId }) => supplierId);
    const today = lastDays({}, 1, now(deps), timezone);
    const [rows, names, told] = await Promise.all([
      rowsOf(deps, tenantId, items, timezone),
      campaignNames(of, items),
      numbers === 'true' && ids.length > 0
        ? reportSuppliers(deps, tenantId, ids, { ...today, timezone })
        : undefined,
    ]);
    const suppliers = rows.map((row) => ({
      ...row,
      ...(told && { today: told.get(row.supplierId) ?? nothing }),
    }));
    return { suppliers, names, ...pageEnd(nextCursor) };
  },
);

const getSupplier = defineAdminRoute(adminGetSupplier, async ({ tenant, params }, deps: Deps) => {
  const supplier = await supplierOf(deps.stores, params);
  const { tenantId, supplierId } = params;
  const timezone = zoneOf(tenant);
  const days = lastDays({}, DAYS_SHOWN, now(deps), timezone);
  const [[row], links, told] = await Promise.all([
    rowsOf(deps, tenantId, [supplier], timezone),
    deps.stores.postingLinks.ofSupplier(params, now(deps)),
    reportSupplier(deps, tenantId, supplierId, { ...days, timezone, groupBy: ['day'] }),
  ]);
  const ofDay = new Map(told.map(({ day, ...numbers }) => [day, numbers]));
  return {
    ...(row as NonNullable<typeof row>),
    names: await campaignNames(deps.stores.forTenant(tenantId), [
      supplier,
      { campaigns: links.map(({ campaignId }) => campaignId) },
    ]),
    days: eachDay(days).map((day) => ({ day, ...(ofDay.get(day) ?? nothing) })),
    postingLinks: links.map(({ madeAt, ...of }) => ({ ...of, madeAt: madeAt.toISOString() })),
  };
});

function campaignNames(of: TenantStores, suppliers: readonly Pick<Supplier, 'campaigns'>[]) {
  const ids = suppliers.flatMap(({ campaigns = [] }) => campaigns);
  return namesIn(
    of,
    ids.map((campaignId) => ({ campaignId })),
  );
}

async function rowsOf(
  deps: StoresFor<'apiKeys' | 'clock' | 'forTenant'>,
  tenantId: string,
  suppliers: readonly Supplier[],
  timezone: string,
) {
  const { stores } = deps;
  const at = now(deps);
  const [limitsOf, keys] = await Promise.all([
    capUseOfSuppliers(stores.forTenant(tenantId), suppliers, { timezone, now: at }),
    stores.apiKeys.list(tenantId),
  ]);
  const working = keys.filter((key) => keyState(key, at) === 'works');
  return suppliers.map((supplier, place) => {
    const { supplierId, name, status, archivedAt, campaigns } = supplier;
    return {
      supplierId,
      name,
      status: archivedAt === undefined ? status : ('archived' as const),
      campaignIds: campaigns,
      limits: (limitsOf[place] ?? []).map(capRow),
      cost: explainCost(supplier),
      // Never where it is sent: the address may hold a key.
      hasPostback: supplier.postback !== undefined,
      keys: working.filter((key) => key.supplierId === supplierId).length,
    };
  });
}

export const supplierRoutes: readonly AdminRoute<AdminDeps>[] = [listSuppliers, getSupplier];
