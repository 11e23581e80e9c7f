/** The rows of a report with their totals, money first; columns without any number are left out. */
import type { Names } from '@sluice/contracts';
import { moneyText } from '@sluice/contracts/words';
import { Link } from 'react-router';
import { numberText } from '../../components/figure.js';
import { Named } from '../../components/named.js';
import { Empty } from '../../components/states.js';
import { Table, type Column } from '../../components/table.js';
import type { Asked, Report, Row } from './asked.js';
import { entriesOf, leadsOf, useHasAllLeads } from './behind-numbers.js';
import { numberNames, numbersCounted } from './number-names.js';

interface ReportTableProps {
  readonly tenantId: string;
  readonly asked: Asked;
  readonly report: Report;
}

export function ReportTable(shown: ReportTableProps) {
  const {
    asked,
    report: { rows, totals },
  } = shown;
  const isComplete = useHasAllLeads(shown.tenantId, asked.from);
  const all: readonly Row[] = rows.length === 0 ? [] : [...rows, { ...totals, isTotal: true }];
  return (
    <Table<Row>
      label="Report"
      columns={columnsFor(shown, isComplete)}
      rows={all}
      keyOf={(row) => (row.isTotal ? ' total' : String(row[asked.by]))}
      empty={<Empty title="No leads in these days">Choose other days, or clear a filter.</Empty>}
    />
  );
}

function columnsFor(
  { tenantId, asked, report: { totals, names } }: ReportTableProps,
  isComplete: boolean,
): readonly Column<Row>[] {
  const counted = numbersCounted.filter((name) => totals[name] > 0);
  const money = moneyNames.filter(([name]) => totals.money.some((sum) => sum[name] !== 0));
  const hasCosts = money.some(([name]) => name === 'cost');
  return [
    {
      head: 'By',
      cell: (row) =>
        row.isTotal ? (
          <strong>Total</strong>
        ) : (
          <Named id={row[asked.by] ?? 'none'} names={namesOf(names, asked.by)} />
        ),
    },
    ...money
      // Without costs it is the revenue.
      .filter(([name]) => name !== 'profit' || hasCosts)
      .map(([name, head]) => ({
        head,
        number: true,
        cell: (row: Row) => <Amounts row={row} which={name} address={entriesOf(tenantId, asked, row)} />,
      })),
    ...counted.map((name) => ({
      head: numberNames[name],
      number: true,
      cell: (row: Row) => {
        const address = isComplete && row[name] > 0 ? leadsOf(tenantId, asked, row, name) : undefined;
        const text = numberText(row[name]);
        return address === undefined ? text : <Link to={address}>{text}</Link>;
      },
    })),
    ...(totals.acceptRate === null
      ? []
      : [{ head: 'Accepted', number: true, cell: ({ acceptRate }: Row) => percentText(acceptRate) }]),
  ];
}

function namesOf({ campaigns, clients, offers, suppliers }: Names, by: Asked['by']): Names['campaigns'] {
  const named = { campaign: campaigns, placedCampaign: campaigns, client: clients, offer: offers };
  return { ...named, supplier: suppliers, day: {}, subId1: {} }[by];
}

type MoneyName = 'revenue' | 'cost' | 'profit';
const moneyNames: readonly (readonly [MoneyName, string])[] = [
  ['revenue', 'Revenue'],
  ['cost', 'Cost'],
  ['profit', 'Profit'],
];

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
