/**
 * The rows of a report with their totals, money first; columns without any number are left out. Each number that the list
 * of leads or the ledger can show is a link to it.
 */
import type { LeadReportRow, ReportNumber } from '@sluice/contracts';
import type { LedgerType } from '@sluice/contracts/words';
import { Link } from 'react-router';
import { addressOf } from '../../api/request.js';
import { moneyText, numberText } from '../../components/figure.js';
import { Empty } from '../../components/states.js';
import { Table, type Column } from '../../components/table.js';
import type { Asked, Report } from './asked.js';

type Row = Report['totals'] & Partial<LeadReportRow> & { readonly isTotal?: true };
const noList = 'no list';

/** The columns, with the statuses under which the list has their leads: without any, all leads; or no list has them. */
const columns: readonly (readonly [head: string, name: ReportNumber, status?: string])[] = [
  ['Received', 'received'],
  ['Qualified', 'qualified', noList],
  ['Delivered', 'delivered', 'delivered'],
  ['Rejected', 'rejected', 'rejected'],
  ['Duplicate', 'duplicate', 'duplicate'],
  ['Disqualified', 'disqualified', 'disqualified'],
  ['Failed', 'failed', 'failed'],
  ['Error', 'error', 'error'],
  ['Pending', 'pending', 'pending,queued,pending_action'],
  ['Returned', 'returned', 'returned'],
];

interface ReportTableProps {
  readonly tenantId: string;
  readonly asked: Asked;
  readonly report: Report;
}

export function ReportTable({ tenantId, asked, report: { rows, totals } }: ReportTableProps) {
  const all: readonly Row[] = rows.length === 0 ? [] : [...rows, { ...totals, isTotal: true }];
  return (
    <Table<Row>
      label="Report"
      columns={columnsFor(tenantId, asked, totals)}
      rows={all}
      keyOf={(row) => (row.isTotal ? ' total' : String(row[asked.by]))}
      empty={<Empty title="No leads in these days">Choose other days, or clear a filter.</Empty>}
    />
  );
}

function columnsFor(tenantId: string, asked: Asked, totals: Report['totals']): readonly Column<Row>[] {
  const counted = columns.filter(([, name]) => totals[name] > 0);
  const money = moneyNames.filter(([name]) => totals.money.some((sum) => sum[name] !== 0));
  const hasCosts = money.some(([name]) => name === 'cost');
  return [
    { head: 'By', cell: (row) => (row.isTotal ? <strong>Total</strong> : (row[asked.by] ?? 'none')) },
    ...money
      // Without costs it is the revenue.
      .filter(([name]) => name !== 'profit' || hasCosts)
      .map(([name, head]) => ({
        head,
        number: true,
        cell: (row: Row) => <Amounts row={row} which={name} address={entriesOf(tenantId, asked, row)} />,
      })),
    ...counted.map(([head, name, status]) => ({
      head,
      number: true,
      cell: (row: Row) => {
        const address = row[name] === 0 ? undefined : leadsOf(tenantId, asked, row, status);
        const text = numberText(row[name]);
        return address === undefined ? text : <Link to={address}>{text}</Link>;
      },
    })),
    ...(totals.acceptRate === null
      ? []
      : [
          {
            head: 'Accepted',
            number: true,
            cell: ({ acceptRate }: Row) => percentText(acceptRate),
          },
        ]),
  ];
}

type MoneyName = 'revenue' | 'cost' | 'profit';
const moneyNames: readonly (readonly [MoneyName, string])[] = [
  ['revenue', 'Revenue'],
  ['cost', 'Cost'],
  ['profit', 'Profit'],
];

// Undefined if the ledger cannot be narrowed to what the row adds up.
function entriesOf(tenantId: string, asked: Asked, row: Row, type?: LedgerType): string | undefined {
  const { by, campaignIds, clientIds, offerIds, from, to } = asked;
  // The ledger knows when an entry was booked, and not which leads came in then.
  if (asked.basis !== 'occurred' || campaignIds || clientIds || offerIds) return undefined;
  const listed = { tenant: tenantId, type, from, to };
  if (row.isTotal) return addressOf('/ledger', listed);
  const key = row[by];
  if (key === undefined || key === null) return undefined;
  if (by === 'day') return addressOf('/ledger', { ...listed, from: key, to: key });
  if (by === 'client') return addressOf('/ledger', { ...listed, clientId: key });
  return by === 'campaign' ? addressOf('/ledger', { ...listed, campaignId: key }) : undefined;
}

// Undefined if the list cannot be narrowed to what the row counts.
function leadsOf(tenantId: string, asked: Asked, row: Row, status: string | undefined): string | undefined {
  const { by, campaignIds, clientIds, offerIds, from, to } = asked;
  // Those that a buyer took on a day are the sales of that day.
  if (status === 'delivered' && asked.basis === 'occurred') return entriesOf(tenantId, asked, row, 'sale');
  // The list knows when a lead came in and to which campaign, and not when it ended or who placed it.
  if (asked.basis !== 'received' || status === noList || clientIds || offerIds) return undefined;
  const listed = { tenant: tenantId, status, campaignIds, from, to };
  if (row.isTotal) return addressOf('/leads', listed);
  const key = row[by];
  if (key === undefined || key === null) return undefined;
  if (by === 'day') return addressOf('/leads', { ...listed, from: key, to: key });
  return by === 'campaign' ? addressOf('/leads', { ...listed, campaignIds: key }) : undefined;
}

function percentText(rate: number | null): string {
  return rate === null ? '–' : `${(rate * 100).toFixed(1)} %`;
}

interface AmountsProps {
  readonly row: Row;
  readonly which: MoneyName;
  /** The entries behind them. */
  readonly address: string | undefined;
}

function Amounts({ row, which, address }: AmountsProps) {
  if (row.money.length === 0) return <>–</>;
  return (
    <>
      {row.money.map((money) => {
        const text = moneyText(money[which], money.currency);
        return (
          <div key={money.currency} className="nowrap">
            {address === undefined ? text : <Link to={address}>{text}</Link>}
          </div>
        );
      })}
    </>
  );
}
