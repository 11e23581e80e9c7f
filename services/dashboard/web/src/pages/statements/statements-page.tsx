/** Statements: what a client owes for a month, as sums by currency and as the entries of the ledger behind them. */
import { monthText } from '@sluice/contracts/words';
import type { adminGetStatement, Statement } from '@sluice/contracts';
import { call } from '../../api/call.js';
import { usePages } from '../../api/queries.js';
import { pathTo } from '../../api/request.js';
import { useAddress } from '../../api/use-address.js';
import { DownloadCsv } from '../../components/download-csv.js';
import { TextField } from '../../components/field.js';
import { Filters } from '../../components/filters.js';
import { PageHead } from '../../components/page-head.js';
import { Panel } from '../../components/panel.js';
import { Segments } from '../../components/segments.js';
import { Empty, Loaded } from '../../components/states.js';
import { Pager } from '../../components/table.js';
import { Zone } from '../../components/zone.js';
import { PickFilter } from '../../frame/picks.js';
import { OfTenant } from '../../frame/tenant.js';
import { StatementEntries } from './statement-entries.js';
import { StatementSums } from './statement-sums.js';

export default function StatementsPage() {
  return (
    <>
      <PageHead title="Statements">
        What a client owes for a month: sales, returns, adjustments and milestones of the ledger.
      </PageHead>
      <Filters label="Statement">
        <PickFilter of="clients" name="clientId" label="Client" none="Choose a client" />
        <MonthFields />
      </Filters>
      <OfTenant>{({ tenantId }) => <Chosen tenantId={tenantId} />}</OfTenant>
    </>
  );
}

const presets = [
  { value: 'last', label: 'Last month' },
  { value: 'this', label: 'This month' },
];

/** The month that the page's address asks for; without one, the last. */
function useMonth(): string {
  const [{ month = 'last' }] = useAddress();
  return month;
}

function MonthFields() {
  const [, change] = useAddress();
  const month = useMonth();
  const isPreset = presets.some(({ value }) => value === month);
  return (
    <>
      <Segments
        label="Month of the statement"
        value={month}
        onValue={(preset) => change({ month: preset })}
        options={presets}
      />
      <TextField
        label="Another month"
        type="month"
        placeholder="YYYY-MM"
        value={isPreset ? '' : month}
        // A month that is being typed is empty.
        onValue={(typed) => typed !== '' && change({ month: typed })}
      />
    </>
  );
}

function Chosen({ tenantId }: { readonly tenantId: string }) {
  const [{ clientId }] = useAddress();
  const month = useMonth();
  if (clientId === undefined) return <Empty title="Choose a client">Its statement is shown here.</Empty>;
  return <StatementOf tenantId={tenantId} clientId={clientId} month={month} />;
}

interface StatementOfProps {
  readonly tenantId: string;
  readonly clientId: string;
  readonly month: string;
}

function StatementOf({ tenantId, ...asked }: StatementOfProps) {
  const path = pathTo`/admin/v1/tenants/${tenantId}/ledger/statement`;
  const pages = usePages([path, asked], (cursor, signal) =>
    call<typeof adminGetStatement>('GET', path, { query: { ...asked, cursor }, signal }),
  );
  return (
    <Loaded from={pages.page}>
      {(statement) => (
        <Zone value={statement.timezone}>
          <Panel
            title={titleOf(statement)}
            actions={
              statement.sums.length > 0 && (
                <DownloadCsv
                  path={`${path}/csv`}
                  query={{ clientId: asked.clientId, month: statement.month }}
                  name={`${tenantId}-${statement.clientId}-${statement.month}.csv`}
                />
              )
            }
          >
            <StatementSums statement={statement} />
          </Panel>
          {statement.entries.length > 0 && (
            <Panel title="Entries, newest first">
              <StatementEntries tenantId={tenantId} entries={statement.entries} />
              <Pager pages={pages} />
            </Panel>
          )}
        </Zone>
      )}
    </Loaded>
  );
}

function titleOf({ clientName, month }: Statement): string {
  return `${clientName}, ${monthText(month)}`;
}
