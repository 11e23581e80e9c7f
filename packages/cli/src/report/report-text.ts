/** A report of leads and money as text. */
import {
  reportNumbers,
  type adminLeadReport,
  type EndpointData,
  type ReportKey,
  moneyText,
} from '@sluice/contracts';
import { reportCsv } from '@sluice/domain';
import type { Given } from '../admin/operation-command.js';
import { table } from '../output.js';

type Report = EndpointData<typeof adminLeadReport>;

const moneyNames = ['revenue', 'cost', 'profit'] as const;

/** The report as a table, or as CSV with `--csv`. */
export function reportText(report: Report, { groupBy = '', csv, bom }: Given): string {
  const keys = groupBy.split(',') as ReportKey[];
  return csv === undefined
    ? tableOf(keys, report)
    : reportCsv(keys, report.rows, { names: report.names, bom: bom !== undefined });
}

function tableOf(keys: readonly ReportKey[], { rows, totals }: Report): string {
  const heading = [...keys, ...reportNumbers, 'acceptRate', ...moneyNames].map((name) => name.toUpperCase());
  const numbersOf = (row: Report['totals']) => [
    ...reportNumbers.map((name) => String(row[name])),
    row.acceptRate === null ? '' : String(row.acceptRate),
    ...moneyNames.map((name) => row.money.map((money) => moneyText(money[name], money.currency)).join(', ')),
  ];
  return table([
    heading,
    ...rows.map((row) => [...keys.map((key) => row[key] ?? ''), ...numbersOf(row)]),
    [...keys.map((_, n) => (n === 0 ? 'TOTAL' : '')), ...numbersOf(totals)],
  ]);
}
