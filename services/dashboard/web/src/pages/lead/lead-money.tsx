/** What a lead earned: its entries in the ledger, and its returns. */
import type { adminListLedger, adminListReturns, EndpointData } from '@sluice/contracts';
import { useAnswer } from '../../api/queries.js';
import { pathTo } from '../../api/request.js';
import { may } from '../../api/session.js';
import { Button } from '../../components/button.js';
import { Panel } from '../../components/panel.js';
import { Empty, Loaded } from '../../components/states.js';
import { adjust } from '../ledger/adjust.js';
import { EntryTable } from '../ledger/entry-table.js';
import { AskForReturn } from '../returns/ask-for-return.js';
import { ReturnTable } from '../returns/return-table.js';

type Entries = EndpointData<typeof adminListLedger>['entries'];
type Given = EndpointData<typeof adminListReturns>;

interface LeadMoneyProps {
  readonly tenantId: string;
  readonly leadId: string;
  readonly isTest: boolean;
}

// A lead has few entries; the ledger's page has all of them.
const SHOWN = 100;

export function LeadMoney({ tenantId, leadId, isTest }: LeadMoneyProps) {
  const of = pathTo`/admin/v1/tenants/${tenantId}`;
  const query = { leadId, limit: SHOWN };
  const ledger = useAnswer<typeof adminListLedger>(`${of}/ledger`, { query });
  const given = useAnswer<typeof adminListReturns>(`${of}/returns`, { query });
  return (
    <Loaded from={ledger}>
      {({ entries, names }) => (
        <>
          <Loaded from={given}>
            {(returns) => <ReturnsOf tenantId={tenantId} entries={entries} given={returns} />}
          </Loaded>
          <Panel
            title="Ledger"
            actions={
              may('adminCreateAdjustment') &&
              !isTest && (
                <Button small onClick={() => adjust(tenantId, suggested(leadId, entries))}>
                  Book an adjustment
                </Button>
              )
            }
          >
            <EntryTable
              tenantId={tenantId}
              entries={entries}
              names={names}
              empty={<Empty title="This lead earned nothing yet" />}
            />
          </Panel>
        </>
      )}
    </Loaded>
  );
}

interface ReturnsOfProps {
  readonly tenantId: string;
  readonly entries: Entries;
  readonly given: Given;
}

function ReturnsOf({ tenantId, entries, given: { returns, names } }: ReturnsOfProps) {
  const sale = entries.find(({ type }) => type === 'sale');
  const { placedCampaignId } = sale ?? {};
  // A lead that was not sold cannot be given back.
  if (placedCampaignId === undefined && returns.length === 0) return null;
  const canAsk = sale !== undefined && may('adminRequestReturn') && canRequest(entries, returns);
  return (
    <Panel title="Returns" actions={canAsk && <AskForReturn tenantId={tenantId} sale={sale} />}>
      <ReturnTable
        tenantId={tenantId}
        returns={returns}
        names={names}
        empty={<Empty title="Nobody gave this lead back" />}
      />
    </Panel>
  );
}

// One return per sale; the server decides which sale has one.
function canRequest(entries: Entries, returns: Given['returns']): boolean {
  return returns.length < entries.filter(({ type }) => type === 'sale').length;
}

function suggested(leadId: string, entries: Entries) {
  const [latest] = entries;
  return { leadId, currency: latest?.currency };
}
