/** Searching leads. */
import { adminSearchLeads } from '@sluice/contracts';
import { searchTerms } from '@sluice/domain';
import type { StoresFor } from '@sluice/pipeline';
import type { LeadTerm } from '@sluice/store';
import type { AdminDeps } from '../deps.js';
import { defineAdminRoute, type AdminRoute } from '../route.js';
import { tenantOf } from '../tenants/tenant-of.js';
import { leadRow } from './lead-row.js';

const searchLeads = defineAdminRoute(
  adminSearchLeads,
  async ({ params: { tenantId }, query }, { stores }: StoresFor<'forTenant' | 'tenants'>) => {
    await tenantOf(stores, tenantId);
    const { search, campaignIds, clientIds, offerIds, status, from, to, limit, cursor } = query;
    const terms = search === undefined || search === '' ? [] : termsOf(search);
    const { leads, hasMore, order } = await stores.forTenant(tenantId).leads.page(
      {
        ...(terms.length > 0 && { terms }),
        ...(campaignIds && { campaignIds }),
        ...(clientIds && { clientIds }),
        ...(offerIds && { offerIds }),
        ...(status && { statuses: status }),
        ...(from !== undefined && { createdFrom: new Date(from) }),
        ...(to !== undefined && { createdTo: new Date(to) }),
      },
      limit,
      cursor,
    );
    return {
      leads: leads.map((lead) => leadRow(lead)),
      order,
      nextCursor: hasMore ? (leads.at(-1)?.leadId ?? null) : null,
    };
  },
);

// A text that contains no word matches no lead, rather than every lead.
function termsOf(search: string): readonly LeadTerm[] {
  const terms = searchTerms(search, 'beginning');
  return terms.length > 0 ? terms : [{ kind: 'word', anyOf: [search] }];
}

export const leadSearchRoutes: readonly AdminRoute<AdminDeps>[] = [searchLeads];
