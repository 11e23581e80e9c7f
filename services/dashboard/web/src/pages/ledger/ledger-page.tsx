/** The ledger: what leads earned, filtered, with totals, paged by cursor, with corrections by a person. */
import type { adminListLedger } from '@sluice/contracts';
import { ledgerTypes } from '@sluice/contracts/words';
import { Link } from 'react-router';
import { call } from '../../api/call.js';
import { usePages } from '../../api/queries.js';
import { addressOf, pathTo } from '../../api/request.js';
import { may } from '../../api/session.js';
import { useAddress } from '../../api/use-address.js';
import { Button, buttonClass } from '../../components/button.js';
import { Choice, optionsOf } from '../../components/choice.js';
import { PageHead } from '../../components/page-head.js';
import { Panel } from '../../components/panel.js';
import { Empty, Loaded } from '../../components/states.js';
import { Pager } from '../../components/table.js';
import { TypedField } from '../../components/typed-field.js';
import { ListFilters } from '../../frame/list-filters.js';
import { PickFilter } from '../../frame/picks.js';
import { OfTenant } from '../../frame/tenant.js';
import { adjust } from './adjust.js';
import { EntryTable } from './entry-table.js';
import { LedgerTotals } from './ledger-totals.js';

const types = optionsOf(ledgerTypes);
const filters = ['type', 'leadId', 'campaignId', 'clientId', 'from', 'to'] as const;

export default function LedgerPage() {
  const [{ tenant, clientId }] = useAddress();
  return (
    <>
      <PageHead
        title="Ledger"
        actions={
          may('adminReconcileLedger') && (
            <Link className={buttonClass({})} to={addressOf('/ledger/reconcile', { tenant, clientId })}>
              Reconcile a list…
            </Link>
          )
        }
      >
        What leads earned. Entries are never changed: a correction is another entry.
      </PageHead>
      <ListFilters label="Filter the ledger" names={filters}>
        <Choice name="type" label="Type" any="Any type" options={types} />
        <TypedField name="leadId" label="Lead" placeholder="lead_…" />
        <PickFilter of="campaigns" name="campaignId" label="Campaign submitted to" none="Any campaign" />
        <PickFilter of="clients" name="clientId" label="Client" none="Any client" />
        <TypedField name="from" label="Booked from" type="date" />
        <TypedField name="to" label="Booked to" type="date" />
      </ListFilters>
      <OfTenant>{({ tenantId }) => <List tenantId={tenantId} />}</OfTenant>
    </>
  );
}

function List({ tenantId }: { readonly tenantId: string }) {
  const [{ type, leadId, campaignId, clientId, from, to }] = useAddress();
  const asked = { type, leadId, campaignId, clientId, from, to };
  const path = pathTo`/admin/v1/tenants/${tenantId}/ledger`;
  const pages = usePages([path, asked], (cursor, signal) =>
    call<typeof adminListLedger>('GET', path, { query: { ...asked, cursor, limit: 50 }, signal }),
  );
  return (
    <>
      <LedgerTotals tenantId={tenantId} path={path} query={asked} />
      <Loaded from={pages.page}>
        {({ entries, names }) => (
          <Panel
            title="Newest first"
            actions={
              may('adminCreateAdjustment') && (
                <Button small onClick={() => adjust(tenantId, { leadId: leadId ?? '' })}>
                  Book an adjustment
                </Button>
              )
            }
          >
            <EntryTable
              tenantId={tenantId}
              entries={entries}
              names={names}
              empty={<Empty title="No matching entries">Entries are booked when leads are placed.</Empty>}
            />
            <Pager pages={pages} />
          </Panel>
        )}
      </Loaded>
    </>
  );
}
