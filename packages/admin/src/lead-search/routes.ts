/** Listing leads, and searching them. */
import { adminListLeads, adminSearchLeads, type EndpointQuery } from '@sluice/contracts';
import { searchTerms } from '@sluice/domain';
import type { ReportsFor, StoresFor } from '@sluice/pipeline';
import type { LeadTerm } from '@sluice/reports';
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
    const found = await pageOf(deps, params.tenantId, filters, termsOf(search));
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
  terms?: readonly LeadTerm[],
) {
  await tenantOf(stores, tenantId);
  const { leads, hasMore, order } = await reports.forTenant(tenantId).leads.page(
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
  return {
    leads: leads.map((lead) => leadRow(lead)),
    order,
    nextCursor: hasMore ? (leads.at(-1)?.leadId ?? null) : null,
  };
}

// A text that contains no word matches no lead, rather than every lead.
function termsOf(search: string): readonly LeadTerm[] {
  const terms = searchTerms(search, 'beginning');
  return terms.length > 0 ? terms : [{ kind: 'word', anyOf: [search] }];
}

// For the audit, which must not contain what was searched for.
function kindOf(search: string): 'email' | 'phone' | 'name' {
  if (search.includes('@')) return 'email';
  return /\p{L}/u.test(search.replace(/^tel:/i, '')) ? 'name' : 'phone';
}

export const leadSearchRoutes: readonly AdminRoute<AdminDeps>[] = [listLeads, searchLeads];
