/** What the comparison of a buyer's list with the ledger found. */
import type { CurrencySum, Names, Reconciled, ReconciledPlace } from '@sluice/contracts';
import { moneyText } from '@sluice/contracts/words';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { pathTo } from '../../api/request.js';
import { Panel } from '../../components/panel.js';
import { ResultCounts } from '../../components/result-counts.js';
import { Empty } from '../../components/states.js';
import { Table, type Column } from '../../components/table.js';
import { EntryTable } from './entry-table.js';

interface ReconciledListProps {
  readonly tenantId: string;
  readonly reconciled: Reconciled & { readonly names: Names };
  /** What can be done about it. */
  readonly actions: ReactNode;
}

const names: Readonly<Record<ReconciledPlace['result'], string>> = {
  matched: 'Matched',
  missing_here: 'Missing here',
  amount_differs: 'Amount differs',
  returned: 'Returned',
  unknown_outcome: 'Unknown outcome',
  unknown: 'Unknown',
  ambiguous: 'Ambiguous',
  refused: 'Unreadable',
};

export function ReconciledList({ tenantId, reconciled, actions }: ReconciledListProps) {
  const { rows, missingThere = [], sums } = reconciled;
  const others = rows.filter(({ result }) => result !== 'matched');
  const counts = Object.entries(names).map(
    ([result, name]) => [name, rows.filter((row) => row.result === result).length] as const,
  );
  return (
    <>
      <Panel title="Result" actions={actions}>
        <div className="stack">
          <ResultCounts counts={[...counts, ['Missing there', missingThere.length]]} />
          <Table<CurrencySum>
            label="Sums"
            cards
            columns={sumColumns}
            rows={sums}
            keyOf={({ currency }) => currency}
            empty={<Empty title="No row can be compared" />}
          />
        </div>
      </Panel>
      {others.length > 0 && (
        <Panel title="Rows that do not match">
          <Table<ReconciledPlace>
            label="Rows that do not match"
            columns={rowColumns(tenantId)}
            rows={others}
            keyOf={({ place }) => place}
          />
        </Panel>
      )}
      {missingThere.length > 0 && (
        <Panel title="Missing there: sales that the list does not have">
          <EntryTable tenantId={tenantId} entries={missingThere} names={reconciled.names} empty={null} />
        </Panel>
      )}
    </>
  );
}

const sumColumns: readonly Column<CurrencySum>[] = [
  { head: 'Currency', shrink: true, cell: ({ currency }) => currency },
  { head: 'The list', number: true, cell: ({ buyer, currency }) => moneyText(buyer, currency) },
  { head: 'The ledger', number: true, cell: ({ ledger, currency }) => moneyText(ledger, currency) },
  {
    head: 'Difference',
    number: true,
    cell: ({ buyer, ledger, currency }) => <strong>{moneyText(buyer - ledger, currency)}</strong>,
  },
];

function rowColumns(tenantId: string): readonly Column<ReconciledPlace>[] {
  const money = (amount: number | undefined, currency: string | undefined) =>
    amount === undefined || currency === undefined ? '–' : moneyText(amount, currency);
  return [
    { head: 'Row', shrink: true, cell: ({ place }) => place },
    {
      head: 'Result',
      shrink: true,
      cell: ({ result, entryId }) => (
        <>
          {names[result]}
          {entryId !== undefined && <div className="quiet">booked</div>}
        </>
      ),
    },
    { head: 'The list', number: true, cell: ({ amount, currency }) => money(amount, currency) },
    {
      head: 'The ledger',
      number: true,
      cell: ({ ledgerAmount, ledgerCurrency }) => money(ledgerAmount, ledgerCurrency),
    },
    {
      head: 'Lead',
      cell: ({ leadId }) =>
        leadId === undefined ? '–' : <Link to={pathTo`/leads/${tenantId}/${leadId}`}>{leadId}</Link>,
    },
    { head: 'Why', cell: ({ why }) => why },
  ];
}
