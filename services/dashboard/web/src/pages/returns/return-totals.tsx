/** The totals of the returns that the filters match, and their table as CSV. */
import type { adminGetReturnTotals, ReturnTotal } from '@sluice/contracts';
import { returnStatuses, moneyText } from '@sluice/contracts/words';
import { useAnswer } from '../../api/queries.js';
import { DownloadCsv } from '../../components/download-csv.js';
import { numberText } from '../../components/figure.js';
import { Panel } from '../../components/panel.js';
import { Loaded } from '../../components/states.js';
import { Table, type Column } from '../../components/table.js';

interface ReturnTotalsProps {
  readonly tenantId: string;
  /** The path of the returns. */
  readonly path: string;
  /** The filters. */
  readonly query: Readonly<Record<string, string | undefined>>;
}

export function ReturnTotals({ tenantId, path, query }: ReturnTotalsProps) {
  const answer = useAnswer<typeof adminGetReturnTotals>(`${path}/totals`, { query });
  return (
    <Loaded from={answer}>
      {({ totals }) =>
        totals.length > 0 && (
          <Panel
            title="Totals"
            actions={<DownloadCsv path={`${path}/csv`} query={query} name={`${tenantId}-returns.csv`} />}
          >
            <Table<ReturnTotal>
              label="Totals"
              cards
              columns={columnsOf(totals)}
              rows={totals}
              keyOf={({ currency }) => currency}
            />
          </Panel>
        )
      }
    </Loaded>
  );
}

function columnsOf(totals: readonly ReturnTotal[]): readonly Column<ReturnTotal>[] {
  // A column without any return says nothing.
  const shown = returnStatuses.filter((status) => totals.some((total) => total[status].returns > 0));
  return [
    { head: 'Currency', shrink: true, cell: ({ currency }) => currency },
    ...shown.map((status) => ({
      head: status.charAt(0).toUpperCase() + status.slice(1),
      number: true,
      cell: ({ currency, [status]: { returns, amount } }: ReturnTotal) => (
        <>
          {moneyText(amount, currency)} <span className="quiet">({numberText(returns)})</span>
        </>
      ),
    })),
  ];
}
