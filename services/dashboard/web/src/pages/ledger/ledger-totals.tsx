/** The totals of the entries that the filters of the ledger match, and their table as CSV. */
import type { adminGetLedgerTotals } from '@sluice/contracts';
import { useAnswer } from '../../api/queries.js';
import { DownloadCsv } from '../../components/download-csv.js';
import { Panel } from '../../components/panel.js';
import { Loaded } from '../../components/states.js';
import { TotalsTable } from './totals-table.js';

interface LedgerTotalsProps {
  readonly tenantId: string;
  /** The path of the ledger. */
  readonly path: string;
  /** The filters. */
  readonly query: Readonly<Record<string, string | undefined>>;
}

export function LedgerTotals({ tenantId, path, query }: LedgerTotalsProps) {
  const answer = useAnswer<typeof adminGetLedgerTotals>(`${path}/totals`, { query });
  return (
    <Loaded from={answer}>
      {({ totals }) =>
        totals.length > 0 && (
          <Panel
            title="Totals"
            actions={<DownloadCsv path={`${path}/csv`} query={query} name={`${tenantId}-ledger.csv`} />}
          >
            <TotalsTable
              label="Totals"
              sumHead="Revenue"
              totals={totals.map(({ revenue, ...total }) => ({ ...total, sum: revenue }))}
            />
          </Panel>
        )
      }
    </Loaded>
  );
}
