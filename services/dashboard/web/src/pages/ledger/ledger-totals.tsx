/** The totals of the entries that the filters of the ledger match, and their table as CSV. */
import type { adminGetLedgerTotals } from '@sluice/contracts';
import { useState } from 'react';
import { useAnswer } from '../../api/queries.js';
import { Button } from '../../components/button.js';
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

export function LedgerTotals(props: LedgerTotalsProps) {
  const { from, leadId } = props.query;
  const question = JSON.stringify(props.query);
  const [wanted, setWanted] = useState<string>();
  // The entries of years take seconds to add up, and nobody may have asked for it.
  if (from !== undefined || leadId !== undefined || wanted === question) return <Totals {...props} />;
  return (
    <Panel
      title="Totals"
      actions={
        <>
          <Button small onClick={() => setWanted(question)}>
            Add up
          </Button>
          <TableOf {...props} />
        </>
      }
    >
      <p className="quiet">They are shown for the entries booked from a day on, and for all on request.</p>
    </Panel>
  );
}

function TableOf({ tenantId, path, query }: LedgerTotalsProps) {
  return <DownloadCsv path={`${path}/csv`} query={query} name={`${tenantId}-ledger.csv`} />;
}

function Totals(props: LedgerTotalsProps) {
  const { path, query } = props;
  const answer = useAnswer<typeof adminGetLedgerTotals>(`${path}/totals`, { query });
  return (
    <Loaded from={answer}>
      {({ totals }) =>
        totals.length > 0 && (
          <Panel title="Totals" actions={<TableOf {...props} />}>
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
