/** The buyers of a tenant, those in trouble first: their outcomes, and how many leads wait for them. */
import type { adminListBuyers, EndpointData } from '@sluice/contracts';
import { Link } from 'react-router';
import { call } from '../../api/call.js';
import { usePages } from '../../api/queries.js';
import { pathTo } from '../../api/request.js';
import { may } from '../../api/session.js';
import { useAddress } from '../../api/use-address.js';
import { Badge, type Tone } from '../../components/badge.js';
import { numberText } from '../../components/figure.js';
import { PageHead } from '../../components/page-head.js';
import { Panel } from '../../components/panel.js';
import { Empty, Loaded } from '../../components/states.js';
import { Pager, Table } from '../../components/table.js';
import { Ago, durationText, isToday, Time } from '../../components/time.js';
import { TypedField } from '../../components/typed-field.js';
import { Until } from '../../components/until.js';
import { useZone } from '../../components/zone.js';
import { ListFilters } from '../../frame/list-filters.js';
import { OfTenant } from '../../frame/tenant.js';
import { CircuitActions } from './circuit-actions.js';
import { HoldCalls } from '../settings/hold-calls.js';

/** A buyer as the server returns it. */
export type Buyer = EndpointData<typeof adminListBuyers>['buyers'][number];

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
                search === undefined ? (
                  <Empty title="No buyers yet">
                    <p>
                      Write one as a delivery endpoint in the <Link to="/settings/file">tenant file</Link>.
                    </p>
                  </Empty>
                ) : (
                  <Empty title="No matching buyers">Shorten the search.</Empty>
                )
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
                ...(may('operate')
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

/** The state of a buyer, in a word and since when. */
export function BuyerState({
  buyer: { state, failingSince, acceptsNoneSince, openUntil, openedBy },
}: {
  readonly buyer: Buyer;
}) {
  const [tone, word] = states[state];
  const zone = useZone();
  const since = { failing: failingSince, accepts_none: acceptsNoneSince }[state as string];
  return (
    <span>
      <Badge tone={tone}>{word}</Badge>{' '}
      {state === 'open' && openUntil !== undefined ? (
        <span className="quiet">
          retries <Until at={openUntil} />
        </span>
      ) : state === 'open' && openedBy ? (
        <span className="quiet">until closed by hand</span>
      ) : (
        since !== undefined && (
          <span className="quiet">
            since <Time at={since} timeOnly={isToday(since, zone)} /> (<Ago at={since} />)
          </span>
        )
      )}
    </span>
  );
}

const states: Readonly<Record<Buyer['state'], readonly [Tone, string]>> = {
  works: ['good', 'working'],
  failing: ['bad', 'failing'],
  accepts_none: ['bad', 'accepts none'],
  open: ['bad', 'circuit open'],
  unknown: ['neutral', 'not called yet'],
};

/** Calls that the buyer refused. */
export function refused(outcomes: Buyer['outcomes']): number {
  return (outcomes['rejected'] ?? 0) + (outcomes['duplicate'] ?? 0);
}

/** Calls without a decision: all that were neither accepted nor refused. */
export function failed(outcomes: Buyer['outcomes']): number {
  const calls = Object.values(outcomes).reduce((sum, count) => sum + count, 0);
  return calls - (outcomes['accepted'] ?? 0) - refused(outcomes);
}

function numberOr(count: number | undefined): string {
  return count === undefined ? '–' : numberText(count);
}

function timeOr(ms: number | undefined): string {
  return ms === undefined ? '–' : durationText(ms);
}
