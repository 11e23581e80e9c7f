/** A report of a tenant's leads and money, as the interface, the admin API and the command line show it. */
import type { LeadReportQuery, LeadReportRow, LeadReportTotals } from '@sluice/contracts';
import { instantsFromTo, leadReportOf, localDaysBetween } from '@sluice/domain';
import type { Stores } from '@sluice/store';
import type { Reports } from './reports.js';

/** What is asked for; the format of the answer aside. */
export type LeadReportAsked = Omit<LeadReportQuery, 'format' | 'bom'>;

/** Counts a report. Days are the tenant's, unless a time zone is asked for. */
export async function reportLeads(
  {
    stores,
    reports,
  }: { readonly stores: Pick<Stores, 'tenants'>; readonly reports: Pick<Reports, 'forTenant'> },
  tenantId: string,
  { groupBy, from: firstDay, to: lastDay, timezone, basis, ...filters }: LeadReportAsked,
): Promise<{ readonly rows: readonly LeadReportRow[]; readonly totals: LeadReportTotals }> {
  const zone = timezone ?? (await stores.tenants.cached(tenantId))?.settings.timezone ?? 'UTC';
  const { from = new Date(0), before = new Date(0) } = instantsFromTo(firstDay, lastDay, zone);
  const { campaignIds, clientIds, offerIds, supplierIds } = filters;
  const counted = await reports.forTenant(tenantId).counted.count({
    groupBy,
    from,
    before,
    basis,
    zone,
    daysBetween: (first, last) => localDaysBetween(zone, first, last),
    campaignIds,
    clientIds,
    offerIds,
    supplierIds,
  });
  return leadReportOf(groupBy, counted, zone);
}
