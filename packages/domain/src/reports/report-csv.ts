/** A report as CSV (RFC 4180): a line per row and currency, whose columns can be added up. */
import { reportNumbers, type LeadReportRow, type ReportKey } from '@sluice/contracts';
import { csvLine, type Cell } from '../text/csv.js';

/** The table of these rows; with `bom`, a byte order mark is before it. */
export function reportCsv(
  groupBy: readonly ReportKey[],
  rows: readonly LeadReportRow[],
  { bom = false }: { readonly bom?: boolean } = {},
): string {
  const columns = [...groupBy, ...reportNumbers, 'acceptRate', 'currency', 'revenue', 'cost', 'profit'];
  const lines = rows.flatMap((row) => linesOf(groupBy, row));
  return (bom ? '\uFEFF' : '') + [columns, ...lines].map(csvLine).join('');
}

// The numbers of leads stand on a row's first line only, so that the others do not count them again.
function linesOf(groupBy: readonly ReportKey[], row: LeadReportRow): Cell[][] {
  const keys = groupBy.map((key) => row[key] ?? null);
  const numbers = [...reportNumbers.map((name) => row[name]), row.acceptRate];
  const none = numbers.map(() => null);
  if (row.money.length === 0) return [[...keys, ...numbers, null, null, null, null]];
  return row.money.map(({ currency, revenue, cost, profit }, n) => [
    ...keys,
    ...(n === 0 ? numbers : none),
    currency,
    revenue,
    cost,
    profit,
  ]);
}
