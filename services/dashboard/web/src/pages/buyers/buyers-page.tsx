/** The buyers of a tenant, those in trouble first: their outcomes, and how many leads wait for them. */
import type { adminListBuyers } from '@sluice/contracts';
import { Link } from 'react-router';
import { call } from '../../api/call.js';
import { usePages } from '../../api/queries.js';
import { pathTo } from '../../api/request.js';
import { may } from '../../api/session.js';
import { useAddress } from '../../api/use-address.js';
import { numberText } from '../../components/figure.js';
import { NoneYet } from '../../components/none-yet.js';
import { PageHead } from '../../components/page-head.js';
import { Panel } from '../../components/panel.js';
import { Loaded } from '../../components/states.js';
import { Pager, Table } from '../../components/table.js';
import { durationText } from '../../components/time.js';
import { TypedField } from '../../components/typed-field.js';
import { ListFilters } from '../../frame/list-filters.js';
import { OfTenant } from '../../frame/tenant.js';
import { BuyerState, failed, refused, type Buyer } from './buyer-state.js';
import { CircuitActions } from './circuit-actions.js';
import { HoldCalls } from '../settings/hold-calls.js';

const RELOAD_MS = 5_000;

export default function BuyersPage() {
  return (
    <>
      <PageHead title="Buyers" actions={<HoldCalls />}>
        How each buyer responds, and how many leads wait for it.
      </PageHead>
      <ListFilters label="Find buyers" names={['search']}>
        <TypedField name="search" label="Id or name" type="search" />
      </ListFilters>
      <OfTenant>{({ tenantId }) => <BuyersOf tenantId={tenantId} />}</OfTenant>
    </>
  );
}

function BuyersOf({ tenantId }: { readonly tenantId: string }) {
  const [{ search }] = useAddress();
  const path = pathTo`/admin/v1/tenants/${tenantId}/buyers`;
  const pages = usePages(
    [path, search],
    (cursor, signal) => call<typeof adminListBuyers>('GET', path, { query: { search, cursor }, signal }),
    { everyMs: RELOAD_MS },
  );
  return (
    <Panel title="Last hour">
      <Loaded from={pages.page}>
        {({ buyers }) => (
          <>
            <Table<Buyer>
              label="Buyers"
              rows={buyers}
              keyOf={({ receiver }) => receiver}
              empty={
                <NoneYet what="buyers" section="deliveryEndpoints" as="a delivery endpoint" search={search} />
              }
              columns={[
                {
                  head: 'Buyer',
                  cell: ({ buyer, receiver }) => (
                    <Link to={`/buyers/${tenantId}/${encodeURIComponent(receiver)}`}>{buyer}</Link>
                  ),
                },
                { head: 'State', shrink: true, cell: (buyer) => <BuyerState buyer={buyer} /> },
                { head: 'Waiting', number: true, cell: ({ waiting }) => numberOr(waiting) },
                { head: 'Calls', number: true, cell: ({ calls }) => numberText(calls) },
                {
                  head: 'Accepted',
                  number: true,
                  cell: ({ outcomes }) => numberOr(outcomes['accepted'] ?? 0),
                },
                { head: 'Refused', number: true, cell: ({ outcomes }) => numberText(refused(outcomes)) },
                { head: 'Failed', number: true, cell: ({ outcomes }) => numberText(failed(outcomes)) },
                { head: 'Median', number: true, cell: ({ p50Ms }) => timeOr(p50Ms) },
                { head: 'p95', number: true, cell: ({ p95Ms }) => timeOr(p95Ms) },
                ...(may('adminOpenCircuit')
                  ? [{ head: 'Actions', shrink: true, cell: (buyer: Buyer) => <RowActions buyer={buyer} /> }]
                  : []),
              ]}
            />
            <Pager pages={pages} />
          </>
        )}
      </Loaded>
    </Panel>
  );
}

function RowActions({ buyer }: { readonly buyer: Buyer }) {
  return (
    <span className="actions">
      <CircuitActions buyer={buyer} small />
    </span>
  );
}

function numberOr(count: number | undefined): string {
  return count === undefined ? '–' : numberText(count);
}

function timeOr(ms: number | undefined): string {
  return ms === undefined ? '–' : durationText(ms);
}
