/** GET /api/v1/leads (§4.2). */
import {
  leadSourceOf,
  leadStatusSchema,
  listLeads,
  type LeadListItem,
  type LeadRecord,
  type ListLeadsQuery,
} from '@sluice/contracts';
import { searchTerms } from '@sluice/domain';
import type { ReportsFor } from '@sluice/pipeline';
import { defineRoute } from '@sluice/http';
import type { LeadFilter } from '@sluice/reports';

type Deps = ReportsFor<'forTenant'>;

export const listLeadsRoute = defineRoute(listLeads, async ({ query, tenant }, { reports }: Deps) => {
  const pages = reports.forTenant(tenant.tenantId).leads;
  const { leads, nextCursor } = await pages.page(filterOf(query), query.limit, query.cursor);
  return { leads: leads.map(itemOf), nextCursor, hasMore: nextCursor !== null };
});

function filterOf(query: ListLeadsQuery): LeadFilter {
  const { campaignIds, clientIds, offerIds, supplierIds, subId1, status, search, startDate, endDate } = query;
  return {
    campaignIds,
    clientIds,
    offerIds,
    supplierIds,
    subId1,
    statuses: status,
    terms: search === undefined ? undefined : searchTerms(search),
    createdFrom: startDate === undefined ? undefined : new Date(startDate),
    createdTo: endDate === undefined ? undefined : new Date(endDate),
  };
}

function itemOf(lead: LeadRecord): LeadListItem {
  const { leadId, campaignId, clientId, offerId, data, approvalStatus, isTest, lastSubmissionId } = lead;
  const { firstName, lastName, email, phone } = data;
  return {
    leadId,
    campaignId,
    clientId,
    offerId,
    firstName,
    lastName,
    email,
    phone,
    status: leadStatusSchema.parse(lead.status),
    approvalStatus,
    isTest,
    ...leadSourceOf(lead),
    createdAt: lead.createdAt.toISOString(),
    updatedAt: lead.updatedAt.toISOString(),
    lastSubmissionId,
  };
}
