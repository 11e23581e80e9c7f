/** `sluice report --tenant T --by day,campaign --from 2026-11-01 --to 2026-11-30`. */
import {
  adminLeadReport,
  reportKeys,
  reportNumbers,
  type EndpointData,
  type ReportKey,
} from '@sluice/contracts';
import { reportCsv } from '@sluice/domain';
import type { Command } from 'commander';
import { withOperations } from '../admin/with-operations.js';
import { table } from '../output.js';

type Report = EndpointData<typeof adminLeadReport>;

interface ReportFlags {
  readonly tenant: string;
  readonly by: string;
  readonly from: string;
  readonly to: string;
  readonly timezone?: string;
  readonly basis?: string;
  readonly campaigns?: string;
  readonly clients?: string;
  readonly offers?: string;
  readonly suppliers?: string;
  readonly bom?: boolean;
  readonly csv?: boolean;
  readonly json?: boolean;
}

export function addReport(program: Command): void {
  program
    .command('report')
    .description('report leads and money')
    .command('leads', { isDefault: true })
    .description('numbers of leads, what became of them, and what they earned; may be left out')
    .requiredOption('--tenant <tenant>', 'tenant')
    .requiredOption('--by <keys>', `one to three of ${reportKeys.join(', ')}, separated by commas`)
    .requiredOption('--from <day>', 'first day, YYYY-MM-DD')
    .requiredOption('--to <day>', 'last day, included')
    .option('--timezone <zone>', "by whose days is counted (default: the tenant's)")
    .option('--basis <basis>', 'received (default): by the day a lead came in; occurred: by its own')
    .option('--campaigns <ids>', 'only leads submitted to these campaigns, separated by commas')
    .option('--clients <ids>', 'only these clients')
    .option('--offers <ids>', 'only these offers')
    .option('--suppliers <ids>', 'only these suppliers')
    .option('--csv', 'print CSV')
    .option('--bom', 'begin the CSV with a byte order mark, for Excel')
    .option('--json', 'print JSON')
    .action(async (flags: ReportFlags) => {
      const asked = { params: { tenantId: flags.tenant }, query: queryOf(flags) };
      const report = await withOperations((operate) => operate.call(adminLeadReport, asked), {
        isTyped: true,
      });
      const keys = flags.by.split(',').map((key) => key.trim()) as ReportKey[];
      if (flags.json) console.log(JSON.stringify(report));
      else if (flags.csv) process.stdout.write(reportCsv(keys, report.rows, { bom: flags.bom === true }));
      else console.log(reportText(keys, report));
    });
}

function queryOf({ by, from, to, timezone, basis, campaigns, clients, offers, suppliers }: ReportFlags) {
  const given = Object.entries({
    timezone,
    basis,
    campaignIds: campaigns,
    clientIds: clients,
    offerIds: offers,
    supplierIds: suppliers,
  }).filter(([, value]) => value !== undefined);
  return { groupBy: by, from, to, ...Object.fromEntries(given) };
}

const moneyNames = ['revenue', 'cost', 'profit'] as const;

function reportText(keys: readonly ReportKey[], { rows, totals }: Report): string {
  const heading = [...keys, ...reportNumbers, 'acceptRate', ...moneyNames].map((name) => name.toUpperCase());
  const numbersOf = (row: Report['totals']) => [
    ...reportNumbers.map((name) => String(row[name])),
    row.acceptRate === null ? '' : String(row.acceptRate),
    ...moneyNames.map((name) => row.money.map((money) => `${money[name]} ${money.currency}`).join(', ')),
  ];
  return table([
    heading,
    ...rows.map((row) => [...keys.map((key) => row[key] ?? ''), ...numbersOf(row)]),
    [...keys.map((_, n) => (n === 0 ? 'TOTAL' : '')), ...numbersOf(totals)],
  ]);
}
