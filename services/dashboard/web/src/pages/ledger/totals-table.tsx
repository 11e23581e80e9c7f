/** What entries of the ledger come to, by currency. */
import type { ShownLedgerTotal } from '@sluice/contracts';
import { moneyText } from '@sluice/contracts/words';
import type { ReactNode } from 'react';
import { numberText } from '../../components/figure.js';
import { Table, type Column } from '../../components/table.js';

type PartName = 'sales' | 'returns' | 'adjustments' | 'milestones' | 'costs';
type Part = ShownLedgerTotal['sales'];

/** The totals of one currency; `sum` is what they amount to. */
export type Total = Pick<ShownLedgerTotal, 'currency' | 'unpriced'> & {
  readonly sum: number;
} & Readonly<Partial<Record<PartName, Part>>>;

interface TotalsTableProps {
  readonly label: string;
  /** What the sum is called. */
  readonly sumHead: string;
  readonly totals: readonly Total[];
  readonly empty?: ReactNode;
}

export function TotalsTable({ label, sumHead, totals, empty }: TotalsTableProps) {
  const unpriced = totals.reduce((count, total) => count + total.unpriced, 0);
  return (
    <>
      <Table<Total>
        label={label}
        cards
        columns={columnsOf(sumHead, totals)}
        rows={totals}
        keyOf={({ currency }) => currency}
        empty={empty}
      />
      {unpriced > 0 && (
        <div className="notice warn">
          {unpriced === 1
            ? '1 sale has no price and counts as 0.'
            : `${numberText(unpriced)} sales have no price and count as 0.`}
        </div>
      )}
    </>
  );
}

const parts: readonly (readonly [head: string, name: PartName])[] = [
  ['Sales', 'sales'],
  ['Returns', 'returns'],
  ['Adjustments', 'adjustments'],
  ['Milestones', 'milestones'],
  ['Costs', 'costs'],
];

function columnsOf(sumHead: string, totals: readonly Total[]): readonly Column<Total>[] {
  // A column without any entry says nothing.
  const shown = parts.filter(([, name]) => totals.some((total) => (total[name]?.entries ?? 0) > 0));
  return [
    { head: 'Currency', shrink: true, cell: ({ currency }) => currency },
    {
      head: sumHead,
      number: true,
      cell: ({ sum, currency }) => <strong>{moneyText(sum, currency)}</strong>,
    },
    ...shown.map(([head, name]): Column<Total> => ({
      head,
      number: true,
      cell: (total) => <PartCell part={total[name]} currency={total.currency} />,
    })),
  ];
}

function PartCell({ part, currency }: { readonly part: Part | undefined; readonly currency: string }) {
  if (!part || part.entries === 0) return <span className="quiet">–</span>;
  return (
    <>
      {moneyText(part.amount, currency)} <span className="quiet">({numberText(part.entries)})</span>
    </>
  );
}
