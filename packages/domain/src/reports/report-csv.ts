/** A report as CSV (RFC 4180): a line per row and currency, whose columns can be added up. */
import { reportNumbers, type LeadReportRow, type Names, type ReportKey } from '@sluice/contracts';
import { csvLine, type Cell } from '../text/csv.js';
import { nameIn } from '../text/name-in.js';

/** Which keys are ids of what has names. */
const named: Readonly<Partial<Record<ReportKey, keyof Names>>> = {
  campaign: 'campaigns',
  placedCampaign: 'campaigns',
  client: 'clients',
  offer: 'offers',
  supplier: 'suppliers',
};

/** The table of these rows, with a column of names behind each of ids; with `bom`, a byte order mark is before it. */
export function reportCsv(
  groupBy: readonly ReportKey[],
  rows: readonly LeadReportRow[],
  { names, bom = false }: { readonly names: Names; readonly bom?: boolean },
): string {
  const keys = groupBy.flatMap((key) => (named[key] ? [key, `${key}Name`] : [key]));
  const columns = [...keys, ...reportNumbers, 'acceptRate', 'currency', 'revenue', 'cost', 'profit'];
  const lines = rows.flatMap((row) => linesOf(groupBy, row, names));
  return (bom ? '\uFEFF' : '') + [columns, ...lines].map(csvLine).join('');
}

// The numbers of leads stand on a row's first line only, so that the others do not count them again.
function linesOf(groupBy: readonly ReportKey[], row: LeadReportRow, names: Names): Cell[][] {
  const keys = groupBy.flatMap((key): Cell[] => {
    const { [key]: id = null } = row;
    const of = named[key];
    return of ? [id, nameIn(names[of], id)] : [id];
  });
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
