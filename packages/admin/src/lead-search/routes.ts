/** Listing leads, and searching them. */
import { adminListLeads, adminSearchLeads, type EndpointQuery } from '@sluice/contracts';
import { searchTerms } from '@sluice/domain';
import type { ReportsFor, StoresFor } from '@sluice/pipeline';
import { namesIn, type LeadFilter } from '@sluice/reports';
import type { AdminDeps } from '../deps.js';
import { defineAdminRoute, type AdminRoute } from '../route.js';
import { tenantOf } from '../tenants/tenant-of.js';
import { leadRow } from './lead-row.js';

type Deps = StoresFor<'forTenant' | 'tenants'> & ReportsFor<'forTenant'>;
type Filters = Omit<EndpointQuery<typeof adminListLeads>, 'counted' | 'placedCampaignIds'>;

const listLeads = defineAdminRoute(
  adminListLeads,
  async ({ params, query: { counted, placedCampaignIds, ...query } }, deps: Deps) => {
    if (counted === undefined) return pageOf(deps, params.tenantId, query);
    // As in the report, whose rows are by the client that took the lead.
    const { clientIds, offerIds, ...filters } = query;
    const rows = given({ client: clientIds, offer: offerIds, placedCampaign: placedCampaignIds });
    return pageOf(deps, params.tenantId, filters, { counted: { number: counted, rows } });
  },
);

const searchLeads = defineAdminRoute(
  adminSearchLeads,
  async ({ params, body: { search, ...filters }, note }, deps: Deps) => {
    const found = await pageOf(deps, params.tenantId, filters, {
      terms: searchTerms(search, 'beginning'),
    });
    // Whom the answer was about, by ids: no name, number or address is in the audit.
    const about = found.leads.map(({ leadId }) => leadId).join(' ');
    note({ found: found.leads.length, ...(about !== '' && { leads: about }) });
    return found;
  },
  ({ body }) => ({ by: kindOf(body.search) }),
);

async function pageOf(
  { stores, reports }: Deps,
  tenantId: string,
  { campaignIds, clientIds, offerIds, supplierIds, subId1, status, from, to, limit, cursor }: Filters,
  more: Pick<LeadFilter, 'counted' | 'terms'> = {},
) {
  await tenantOf(stores, tenantId);
  const { leads, ...page } = await reports.forTenant(tenantId).leads.page(
    {
      ...more,
      campaignIds,
      clientIds,
      offerIds,
      supplierIds,
      subId1,
      statuses: status,
      createdFrom: from === undefined ? undefined : new Date(from),
      createdTo: to === undefined ? undefined : new Date(to),
    },
    limit,
    cursor,
  );
  const of = stores.forTenant(tenantId);
  const sales = new Map(
    (await of.ledger.lastSales(leads.map(({ leadId }) => leadId))).map((sale) => [sale.leadId, sale]),
  );
  const names = await namesIn(of, [...leads, ...sales.values()]);
  return { leads: leads.map((lead) => leadRow(lead, { sale: sales.get(lead.leadId) })), names, ...page };
}

function given(lists: Readonly<Record<string, readonly string[] | undefined>>) {
  return Object.fromEntries(
    Object.entries(lists).flatMap(([key, values]) => (values ? [[key, values] as const] : [])),
  );
}

// For the audit, which must not contain what was searched for.
function kindOf(search: string): 'email' | 'phone' | 'name' {
  if (search.includes('@')) return 'email';
  return /\p{L}/u.test(search.replace(/^tel:/i, '')) ? 'name' : 'phone';
}

export const leadSearchRoutes: readonly AdminRoute<AdminDeps>[] = [listLeads, searchLeads];
