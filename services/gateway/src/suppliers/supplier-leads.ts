/** GET /api/v1/supplier/leads and /api/v1/supplier/leads/{leadId}. */
import { ApiError, getSupplierLead, listSupplierLeads } from '@sluice/contracts';
import { instantsFromTo, supplierLead } from '@sluice/domain';
import type { ReportsFor, StoresFor } from '@sluice/pipeline';
import { defineRoute } from '@sluice/http';
import { asSupplier } from './as-supplier.js';

type Deps = StoresFor<'tenants'> & ReportsFor<'forTenant'>;

export const listSupplierLeadsRoute = defineRoute(
  listSupplierLeads,
  async ({ query, tenant }, { stores, reports }: Deps) => {
    const { tenantId, supplier } = asSupplier(tenant);
    const { from, to, subId1, limit, cursor } = query;
    // What is no day and no instant matches nothing.
    if (from === null || to === null) return { leads: [], nextCursor: null, hasMore: false };
    const zone = (await stores.tenants.cached(tenantId))?.settings.timezone ?? 'UTC';
    const own = reports.forTenant(tenantId).leadsOfSupplier(supplier.supplierId);
    const page = await own.page({ ...instantsFromTo(from, to, zone), subId1 }, limit, cursor);
    const { nextCursor } = page;
    const leads = page.leads.map((known) => supplierLead(known, supplier));
    return { leads, nextCursor, hasMore: nextCursor !== null };
  },
);

export const getSupplierLeadRoute = defineRoute(
  getSupplierLead,
  async ({ params: { leadId }, tenant }, { reports }: ReportsFor<'forTenant'>) => {
    const { tenantId, supplier } = asSupplier(tenant);
    const known = await reports.forTenant(tenantId).leadsOfSupplier(supplier.supplierId).find(leadId);
    if (!known) throw new ApiError('NOT_FOUND');
    return supplierLead(known, supplier);
  },
);
