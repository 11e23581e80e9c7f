/** The numbers that suppliers are told of their leads: to them, and to those who look after them. */
import type { SupplierNumbers, SupplierReportKey, SupplierReportRow } from '@sluice/contracts';
import { countedKeys, leadReportOf, supplierReportOf, toldNumbers } from '@sluice/domain';
import { countReport } from './report-leads.js';
import type { Reports } from './reports.js';

interface Deps {
  readonly reports: Pick<Reports, 'forTenant'>;
}

/** Days (`YYYY-MM-DD`) of a time zone, both included. */
export interface ReportDays {
  readonly from: string;
  readonly to: string;
  readonly timezone: string;
}

/** A supplier's report. */
export async function reportSupplier(
  deps: Deps,
  tenantId: string,
  supplierId: string,
  { groupBy, ...days }: ReportDays & { readonly groupBy: readonly SupplierReportKey[] },
): Promise<SupplierReportRow[]> {
  const asked = { groupBy: groupBy.map((key) => countedKeys[key]), basis: 'received' } as const;
  const counted = await countReport(deps, tenantId, { ...asked, ...days, supplierIds: [supplierId] });
  return supplierReportOf(groupBy, counted, days.timezone);
}

/** What each of these suppliers is told of these days, by its id; nothing of one without leads. */
export async function reportSuppliers(
  deps: Deps,
  tenantId: string,
  supplierIds: string[],
  days: ReportDays,
): Promise<ReadonlyMap<string, SupplierNumbers>> {
  const groupBy = ['supplier'] as const;
  const asked = { groupBy, supplierIds, basis: 'received' } as const;
  const counted = await countReport(deps, tenantId, { ...asked, ...days });
  const { rows } = leadReportOf(groupBy, counted, days.timezone);
  return new Map(rows.map((row) => [row.supplier ?? '', toldNumbers(row)]));
}
