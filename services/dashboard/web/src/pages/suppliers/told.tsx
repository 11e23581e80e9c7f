/** The numbers that a supplier is told of its leads, as columns and as figures. */
import type { SupplierView } from '@sluice/contracts';
import { moneyText } from '@sluice/contracts/words';
import { Figure, numberText } from '../../components/figure.js';
import type { Column } from '../../components/table.js';

/** The numbers of one day. */
export type Told = Omit<SupplierView['days'][number], 'day'>;

const names = [
  ['received', 'Received'],
  ['accepted', 'Accepted'],
  ['rejected', 'Rejected'],
  ['duplicate', 'Duplicate'],
  ['pending', 'Pending'],
] as const satisfies readonly (readonly [keyof Told, string])[];

/** A column for each number, the payout last. */
export function toldColumns<Row>(toldOf: (row: Row) => Told | undefined): readonly Column<Row>[] {
  return [
    ...names.map(([name, head]) => ({
      head,
      number: true,
      cell: (row: Row) => numberText(toldOf(row)?.[name] ?? 0),
    })),
    { head: 'Payout', number: true, cell: (row) => <Payout payout={toldOf(row)?.payout ?? []} /> },
  ];
}

export function ToldFigures({ told }: { readonly told: Told }) {
  return (
    <div className="figures">
      {names.map(([name, head]) => (
        <Figure key={name} name={head}>
          {numberText(told[name])}
        </Figure>
      ))}
      <Figure name="Payout">
        <Payout payout={told.payout} />
      </Figure>
    </div>
  );
}

function Payout({ payout }: Pick<Told, 'payout'>) {
  if (payout.length === 0) return <>–</>;
  return (
    <>
      {payout.map(({ amount, currency }) => (
        <div key={currency} className="nowrap">
          {moneyText(amount, currency)}
        </div>
      ))}
    </>
  );
}
