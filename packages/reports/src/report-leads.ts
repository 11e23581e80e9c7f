/** A report of a tenant's leads and money, as the interface, the admin API and the command line show it. */
import type { LeadReportQuery, LeadReportRow, LeadReportTotals, Names } from '@sluice/contracts';
import { instantsFromTo, leadReportOf, localDaysBetween } from '@sluice/domain';
import type { Stores } from '@sluice/store';
import type { LeadReportAsk } from './counting/report-ask.js';
import type { CountedReport } from './counting/sum-rows.js';
import { namesIn, type NamedCatalogs } from './names-of.js';
import type { Reports } from './reports.js';

/** What is asked for; the format of the answer aside. */
export type LeadReportAsked = Omit<LeadReportQuery, 'format' | 'bom'>;

interface ReportDeps {
  readonly stores: Pick<Stores, 'tenants'>;
  readonly reports: Pick<Reports, 'forTenant'>;
}

/** Counts a report. Days are the tenant's, unless a time zone is asked for. */
export async function reportLeads(
  deps: ReportDeps,
  tenantId: string,
  asked: LeadReportAsked,
): Promise<{ readonly rows: readonly LeadReportRow[]; readonly totals: LeadReportTotals }> {
  const tenant = await deps.stores.tenants.cached(tenantId);
  const timezone = asked.timezone ?? tenant?.settings.timezone ?? 'UTC';
  const counted = await countReport(deps, tenantId, { ...asked, timezone });
  return leadReportOf(asked.groupBy, counted, timezone);
}

/** Counts its parts, by keys that people do not ask for too. */
export async function countReport(
  { reports }: Pick<ReportDeps, 'reports'>,
  tenantId: string,
  {
    groupBy,
    from: firstDay,
    to: lastDay,
    timezone: zone,
    basis,
    ...filters
  }: Omit<LeadReportAsked, 'groupBy' | 'timezone'> &
    Pick<LeadReportAsk, 'groupBy'> & { readonly timezone: string },
): Promise<CountedReport> {
  const { from = new Date(0), before = new Date(0) } = instantsFromTo(firstDay, lastDay, zone);
  const { campaignIds, clientIds, offerIds, supplierIds } = filters;
  return reports.forTenant(tenantId).counted.count({
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
}

/** The names of what the rows of a report are about. */
export function reportNames(of: NamedCatalogs, rows: readonly LeadReportRow[]): Promise<Names> {
  return namesIn(
    of,
    rows.map(({ campaign, placedCampaign, client, offer, supplier }) => ({
      campaignId: campaign,
      placedCampaignId: placedCampaign,
      clientId: client,
      offerId: offer,
      supplierId: supplier,
    })),
  );
}
