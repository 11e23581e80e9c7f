/** A report as CSV (RFC 4180): a line per row and currency, whose columns can be added up. */
import { reportNumbers, type LeadReportRow, type ReportKey } from '@sluice/contracts';

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

/** A value of a table; null is an empty cell. */
export type Cell = string | number | null;

/** A line of a table. A text that a spreadsheet would run as a formula gets an apostrophe before it. */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(cell).join(',')}\r\n`;
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

function cell(value: Cell): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  // A spreadsheet would run such a text as a formula.
  const safe = /^[=+\-@]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
