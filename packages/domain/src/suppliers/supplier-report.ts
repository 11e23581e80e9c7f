/** A supplier's report, made of the same counted numbers as the company's own. */
import type {
  LeadReportTotals,
  SupplierNumbers,
  SupplierReportKey,
  SupplierReportRow,
} from '@sluice/contracts';
import { leadReportOf, type CountedReport, type LeadReportKey } from '../reports/lead-report.js';

/** By what is counted for each key: a supplier knows the campaign that it sent a lead to, and no other. */
export const countedKeys = {
  day: 'day',
  campaign: 'sentTo',
  subId1: 'subId1',
} as const satisfies Readonly<Record<SupplierReportKey, LeadReportKey>>;

/** The rows, in the order of their keys; none without any lead or payout. */
export function supplierReportOf(
  groupBy: readonly SupplierReportKey[],
  counted: CountedReport,
  zone: string,
): SupplierReportRow[] {
  const keys = groupBy.map((key) => countedKeys[key]);
  return leadReportOf(keys, counted, zone).rows.flatMap((row) => {
    const told = toldNumbers(row);
    if (told.received === 0 && told.payout.length === 0) return [];
    const named = groupBy.map((key) => [key, row[countedKeys[key]] ?? null] as const);
    return { ...Object.fromEntries(named), ...told };
  });
}

/** What a supplier is told of the leads that these sums are of. */
export function toldNumbers(sums: LeadReportTotals): SupplierNumbers {
  const { received, delivered, returned, disqualified, rejected, failed, error, duplicate, pending } = sums;
  return {
    received,
    accepted: delivered - returned,
    rejected: disqualified + rejected + failed + error + returned,
    duplicate,
    pending,
    payout: sums.money
      .filter(({ cost }) => cost !== 0)
      .map(({ currency, cost }) => ({ currency, amount: cost })),
  };
}
