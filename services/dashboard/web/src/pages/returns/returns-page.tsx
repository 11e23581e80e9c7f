/** Returns: the leads that buyers give back, filtered, with totals, paged by cursor, and decided. */
import type { adminListReturns } from '@sluice/contracts';
import { returnStatuses } from '@sluice/contracts/words';
import { Link } from 'react-router';
import { call } from '../../api/call.js';
import { usePages } from '../../api/queries.js';
import { addressOf, pathTo } from '../../api/request.js';
import { may } from '../../api/session.js';
import { useAddress } from '../../api/use-address.js';
import { buttonClass } from '../../components/button.js';
import { Choice, optionsOf } from '../../components/choice.js';
import { PageHead } from '../../components/page-head.js';
import { Panel } from '../../components/panel.js';
import { Empty, Loaded } from '../../components/states.js';
import { Pager } from '../../components/table.js';
import { TypedField } from '../../components/typed-field.js';
import { ListFilters } from '../../frame/list-filters.js';
import { PickFilter } from '../../frame/picks.js';
import { OfTenant } from '../../frame/tenant.js';
import { ReturnTable } from './return-table.js';
import { ReturnTotals } from './return-totals.js';

const statuses = optionsOf(returnStatuses);
const filters = ['status', 'campaignId', 'clientId', 'from', 'to'] as const;

export default function ReturnsPage() {
  const [{ tenant }] = useAddress();
  return (
    <>
      <PageHead
        title="Returns"
        actions={
          may('adminImportReturns') && (
            <Link className={buttonClass({})} to={addressOf('/returns/import', { tenant })}>
              Import a file…
            </Link>
          )
        }
      >
        Leads that buyers give back. An approved return takes the sale out of the ledger.
      </PageHead>
      <ListFilters label="Filter returns" names={filters}>
        <Choice name="status" label="Status" any="Any status" options={statuses} />
        <PickFilter of="campaigns" name="campaignId" label="Campaign" none="Any campaign" />
        <PickFilter of="clients" name="clientId" label="Client" none="Any client" />
        <TypedField name="from" label="Requested from" type="date" />
        <TypedField name="to" label="Requested to" type="date" />
      </ListFilters>
      <OfTenant>{({ tenantId }) => <List tenantId={tenantId} />}</OfTenant>
    </>
  );
}

function List({ tenantId }: { readonly tenantId: string }) {
  const [{ status, campaignId, clientId, from, to }] = useAddress();
  const asked = { status, campaignId, clientId, from, to };
  const path = pathTo`/admin/v1/tenants/${tenantId}/returns`;
  const pages = usePages([path, asked], (cursor, signal) =>
    call<typeof adminListReturns>('GET', path, { query: { ...asked, cursor, limit: 50 }, signal }),
  );
  return (
    <>
      <ReturnTotals tenantId={tenantId} path={path} query={asked} />
      <Loaded from={pages.page}>
        {({ returns, names }) => (
          <Panel title="Newest first">
            <ReturnTable
              tenantId={tenantId}
              returns={returns}
              names={names}
              empty={
                <Empty title="No matching returns">
                  Buyers request them through the API, a file, or the page of a lead.
                </Empty>
              }
            />
            <Pager pages={pages} />
          </Panel>
        )}
      </Loaded>
    </>
  );
}
