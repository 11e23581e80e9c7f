/** Returns: the leads that buyers give back, filtered, paged by cursor, and decided. */
import type { adminListReturns } from '@sluice/contracts';
import { call } from '../../api/call.js';
import { pathTo } from '../../api/request.js';
import { usePages } from '../../api/use-pages.js';
import { useQuery } from '../../api/use-query.js';
import { Choice, optionsOf } from '../../components/choice.js';
import { PageHead } from '../../components/page-head.js';
import { Panel } from '../../components/panel.js';
import { Empty, Loaded } from '../../components/states.js';
import { Pager } from '../../components/table.js';
import { TypedField } from '../../components/typed-field.js';
import { ListFilters } from '../../frame/list-filters.js';
import { OfTenant } from '../../frame/tenant.js';
import { ReturnTable } from './return-table.js';

const statuses = optionsOf(['requested', 'approved', 'denied', 'withdrawn']);
const filters = ['status', 'campaignId', 'clientId', 'from', 'to'] as const;

export default function ReturnsPage() {
  return (
    <>
      <PageHead title="Returns">
        Leads that buyers give back. An approved return takes the sale out of the ledger.
      </PageHead>
      <ListFilters label="Filter returns" names={filters}>
        <Choice name="status" label="Status" any="Any status" options={statuses} />
        <TypedField name="campaignId" label="Campaign" placeholder="ACMRU" />
        <TypedField name="clientId" label="Client" placeholder="cli_acme" />
        <TypedField name="from" label="Requested from" type="date" />
        <TypedField name="to" label="Requested to" type="date" />
      </ListFilters>
      <OfTenant>{({ tenantId }) => <List tenantId={tenantId} />}</OfTenant>
    </>
  );
}

function List({ tenantId }: { readonly tenantId: string }) {
  const [{ status, campaignId, clientId, from, to }] = useQuery();
  const asked = { status, campaignId, clientId, from, to };
  const pages = usePages(
    (cursor, signal) =>
      call<typeof adminListReturns>('GET', pathTo`/admin/v1/tenants/${tenantId}/returns`, {
        query: { ...asked, cursor, limit: 50 },
        signal,
      }),
    ({ nextCursor }) => nextCursor,
    [tenantId, asked],
  );
  return (
    <Loaded loader={pages}>
      {({ returns }) => (
        <Panel title="Newest first">
          <ReturnTable
            tenantId={tenantId}
            returns={returns}
            onDecided={pages.reload}
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
  );
}
