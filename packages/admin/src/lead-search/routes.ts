/** Listing leads, and searching them. */
import {
  adminGetLeadsCsv,
  adminListLeads,
  adminSearchLeads,
  leadColumns,
  type EndpointQuery,
  type LeadRecord,
  pageEnd,
} from '@sluice/contracts';
import { csvPart, searchTerms } from '@sluice/domain';
import type { ReportsFor, StoresFor } from '@sluice/pipeline';
import { namesIn, type LeadFilter } from '@sluice/reports';
import type { TenantStores } from '@sluice/store';
import pMap from 'p-map';
import type { AdminDeps } from '../deps.js';
import { defineAdminRoute, type AdminRoute } from '../route.js';
import { zoneOf } from '../tenants/tenant-of.js';
import { leadRow } from './lead-row.js';
import { leadTable, readsAnswers } from './lead-table.js';

type Deps = StoresFor<'forTenant' | 'tenants'> & ReportsFor<'forTenant'>;
type Filters = Omit<EndpointQuery<typeof adminListLeads>, 'counted' | 'placedCampaignIds'>;

const listLeads = defineAdminRoute(adminListLeads, async ({ params, query }, deps: Deps) => {
  return asRows(await foundBy(deps, params.tenantId, ...asListed(query)));
});

const leadsCsv = defineAdminRoute(
  adminGetLeadsCsv,
  async (
    { tenant, params: { tenantId }, query: { bom, columns = leadColumns, ...query }, note },
    deps: Deps,
  ) => {
    const zone = zoneOf(tenant);
    const of = deps.stores.forTenant(tenantId);
    const { leads, sales, names, nextCursor } = await foundBy(deps, tenantId, ...asListed(query));
    const whole = readsAnswers(columns, leadColumns) ? await readWhole(of, leads) : leads;
    note({ leads: whole.length });
    const table = leadTable(columns, { zone, names });
    const rows = whole.map((lead) => ({ lead, sale: sales.get(lead.leadId) }));
    const part = { isFirst: query.cursor === undefined, bom: bom === 'true' };
    return { csv: csvPart(table, rows, part), nextCursor };
  },
);

/** Read at once; each is one document. */
const AT_ONCE = 50;

// A lead that is deleted meanwhile is left as its page had it, without answers.
function readWhole(
  { leads }: Pick<TenantStores, 'leads'>,
  page: readonly LeadRecord[],
): Promise<readonly LeadRecord[]> {
  return pMap(page, async (lead) => (await leads.find(lead.leadId)) ?? lead, { concurrency: AT_ONCE });
}

// As in the report, whose rows are by the client that took the lead.
function asListed({
  counted,
  placedCampaignIds,
  ...query
}: EndpointQuery<typeof adminListLeads>): readonly [Filters, Pick<LeadFilter, 'counted'>] {
  if (counted === undefined) return [query, {}];
  const { clientIds, offerIds, ...filters } = query;
  const rows = given({ client: clientIds, offer: offerIds, placedCampaign: placedCampaignIds });
  return [filters, { counted: { number: counted, rows } }];
}

const searchLeads = defineAdminRoute(
  adminSearchLeads,
  async ({ params, body: { search, ...filters }, note }, deps: Deps) => {
    const found = await foundBy(deps, params.tenantId, filters, {
      terms: searchTerms(search, 'beginning'),
    });
    // Whom the answer was about, by ids: no name, number or address is in the audit.
    const about = found.leads.map(({ leadId }) => leadId).join(' ');
    note({ found: found.leads.length, ...(about !== '' && { leads: about }) });
    return asRows(found);
  },
  ({ body }) => ({ by: kindOf(body.search) }),
);

async function foundBy(
  { stores, reports }: Deps,
  tenantId: string,
  { campaignIds, clientIds, offerIds, supplierIds, subId1, status, from, to, limit, cursor }: Filters,
  more: Pick<LeadFilter, 'counted' | 'terms'> = {},
) {
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
  return { leads, sales, names, ...page };
}

function asRows({ leads, sales, nextCursor, ...page }: Awaited<ReturnType<typeof foundBy>>) {
  const rows = leads.map((lead) => leadRow(lead, { sale: sales.get(lead.leadId) }));
  return { leads: rows, ...page, ...pageEnd(nextCursor) };
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

export const leadSearchRoutes: readonly AdminRoute<AdminDeps>[] = [listLeads, searchLeads, leadsCsv];
