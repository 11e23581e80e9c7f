/** Listing leads, and searching them. */
import { adminListLeads, adminSearchLeads, type EndpointQuery } from '@sluice/contracts';
import { searchTerms, type SearchTerm } from '@sluice/domain';
import type { ReportsFor, StoresFor } from '@sluice/pipeline';
import type { AdminDeps } from '../deps.js';
import { defineAdminRoute, type AdminRoute } from '../route.js';
import { tenantOf } from '../tenants/tenant-of.js';
import { leadRow } from './lead-row.js';

type Deps = StoresFor<'tenants'> & ReportsFor<'forTenant'>;
type Filters = EndpointQuery<typeof adminListLeads>;

const listLeads = defineAdminRoute(adminListLeads, async ({ params, query }, deps: Deps) =>
  pageOf(deps, params.tenantId, query),
);

const searchLeads = defineAdminRoute(
  adminSearchLeads,
  async ({ params, body: { search, ...filters }, note }, deps: Deps) => {
    const found = await pageOf(deps, params.tenantId, filters, searchTerms(search, 'beginning'));
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
  { campaignIds, clientIds, offerIds, status, from, to, limit, cursor }: Filters,
  terms?: readonly SearchTerm[],
) {
  await tenantOf(stores, tenantId);
  const { leads, ...page } = await reports.forTenant(tenantId).leads.page(
    {
      terms,
      campaignIds,
      clientIds,
      offerIds,
      statuses: status,
      createdFrom: from === undefined ? undefined : new Date(from),
      createdTo: to === undefined ? undefined : new Date(to),
    },
    limit,
    cursor,
  );
  return { leads: leads.map((lead) => leadRow(lead)), ...page };
}

// For the audit, which must not contain what was searched for.
function kindOf(search: string): 'email' | 'phone' | 'name' {
  if (search.includes('@')) return 'email';
  return /\p{L}/u.test(search.replace(/^tel:/i, '')) ? 'name' : 'phone';
}

export const leadSearchRoutes: readonly AdminRoute<AdminDeps>[] = [listLeads, searchLeads];
