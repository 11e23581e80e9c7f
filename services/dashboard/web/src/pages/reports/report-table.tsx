/** The rows of a report with their totals; each number that the list of leads can show is a link to it. */
import type { LeadReportRow, ReportNumber } from '@sluice/contracts';
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
      columns={columnsFor(tenantId, asked)}
      rows={all}
      keyOf={(row) => (row.isTotal ? ' total' : String(row[asked.by]))}
      empty={<Empty title="No leads in these days">Choose other days, or clear a filter.</Empty>}
    />
  );
}

function columnsFor(tenantId: string, asked: Asked): readonly Column<Row>[] {
  return [
    { head: 'By', cell: (row) => (row.isTotal ? <strong>Total</strong> : (row[asked.by] ?? 'none')) },
    ...columns.map(([head, name, status]) => ({
      head,
      number: true,
      cell: (row: Row) => {
        const address = row[name] === 0 ? undefined : leadsOf(tenantId, asked, row, status);
        const text = numberText(row[name]);
        return address === undefined ? text : <Link to={address}>{text}</Link>;
      },
    })),
    { head: 'Accepted', number: true, cell: ({ acceptRate }) => percentText(acceptRate) },
    { head: 'Revenue', number: true, cell: (row) => <Amounts row={row} which="revenue" /> },
    { head: 'Cost', number: true, cell: (row) => <Amounts row={row} which="cost" /> },
    { head: 'Profit', number: true, cell: (row) => <Amounts row={row} which="profit" /> },
  ];
}

// Undefined if the list cannot be narrowed to what the row counts.
function leadsOf(tenantId: string, asked: Asked, row: Row, status: string | undefined): string | undefined {
  const { by, campaignIds, clientIds, offerIds, from, to } = asked;
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

function Amounts({ row, which }: { readonly row: Row; readonly which: 'revenue' | 'cost' | 'profit' }) {
  if (row.money.length === 0) return <>–</>;
  return (
    <>
      {row.money.map((money) => (
        <div key={money.currency} className="nowrap">
          {moneyText(money[which], money.currency)}
        </div>
      ))}
    </>
  );
}
