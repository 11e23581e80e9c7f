/** Webhook receivers with their last events; a switched-off one is switched on here. */
import type {
  adminListWebhookReceivers,
  adminSwitchOnWebhookReceiver,
  EndpointData,
} from '@sluice/contracts';
import { Link } from 'react-router';
import { call } from '../../api/call.js';
import { usePages } from '../../api/queries.js';
import { pathTo } from '../../api/request.js';
import { may } from '../../api/session.js';
import { Badge } from '../../components/badge.js';
import { Button } from '../../components/button.js';
import { confirm } from '../../components/confirm.js';
import { NeedsRole } from '../../components/needs-role.js';
import { PageHead } from '../../components/page-head.js';
import { Panel } from '../../components/panel.js';
import { Empty, Loaded } from '../../components/states.js';
import { Pager, Table, type Column } from '../../components/table.js';
import { TimeInText } from '../../components/time.js';
import { toastGood } from '../../components/toast.js';
import { OfTenant } from '../../frame/tenant.js';

type Receiver = EndpointData<typeof adminListWebhookReceivers>['receivers'][number];

export default function WebhooksPage() {
  return (
    <>
      <PageHead title="Webhooks">
        Who is told of events, and how the last calls ended. A receiver that answers 410 or fails for days is
        switched off; a supplier’s tracker, which gets postbacks, never.
      </PageHead>
      <OfTenant>{({ tenantId }) => <Receivers tenantId={tenantId} />}</OfTenant>
    </>
  );
}

function Receivers({ tenantId }: { readonly tenantId: string }) {
  const path = pathTo`/admin/v1/tenants/${tenantId}/webhook-receivers`;
  const pages = usePages([path], (cursor, signal) =>
    call<typeof adminListWebhookReceivers>('GET', path, { query: { cursor, limit: 50 }, signal }),
  );
  return (
    <Loaded from={pages.page}>
      {({ receivers }) => {
        const anyOff = receivers.some(({ state }) => state === 'off');
        return (
          <Panel
            title="Receivers"
            actions={
              anyOff &&
              !may('adminSwitchOnWebhookReceiver') && (
                <NeedsRole what="Switching a receiver on" role="operate" />
              )
            }
          >
            <Table<Receiver>
              label="Webhook receivers"
              rows={receivers}
              keyOf={({ receiver }) => receiver}
              columns={
                anyOff && may('adminSwitchOnWebhookReceiver')
                  ? [...columnsOf(tenantId), switchOn(path)]
                  : columnsOf(tenantId)
              }
              empty={
                <Empty title="No receivers yet">
                  <p>
                    Write one as the webhook of{' '}
                    <Link to={pathTo`/items/${tenantId}/tenant/${tenantId}`}>the tenant</Link> or of a
                    campaign.
                  </p>
                </Empty>
              }
            />
            <Pager pages={pages} />
          </Panel>
        );
      }}
    </Loaded>
  );
}

const states = {
  off: ['bad', 'switched off'],
  failing: ['warn', 'failing'],
  works: ['good', 'working'],
} as const;

function columnsOf(tenantId: string): readonly Column<Receiver>[] {
  return [
    { head: 'Receiver', cell: ({ url }) => <code>{url}</code> },
    {
      head: 'State',
      cell: ({ state, since, because }) => {
        const [tone, word] = states[state];
        return (
          <>
            <Badge tone={tone}>{word}</Badge>{' '}
            {since !== undefined && (
              <span className="quiet">
                <TimeInText at={since} /> {because !== undefined && `because ${because}`}
              </span>
            )}
          </>
        );
      },
    },
    { head: 'Last events', cell: ({ events }) => <LastEvents tenantId={tenantId} events={events} /> },
  ];
}

const outcomes = { done: 'taken', retry: 'sent again', failed: 'given up' } as const;

interface LastEventsProps {
  readonly tenantId: string;
  readonly events: Receiver['events'];
}

function LastEvents({ tenantId, events }: LastEventsProps) {
  const [last] = events;
  if (!last) return <span className="quiet">none yet</span>;
  return (
    <details>
      <summary>
        {last.event} <TimeInText at={last.at} />, {outcomes[last.outcome]}
      </summary>
      <ul className="lines">
        {events.map(({ at, event, leadId, outcome, status }) => (
          <li key={`${at} ${leadId} ${event}`}>
            <TimeInText at={at} /> {event}: {status ?? 'no answer'}, {outcomes[outcome]}{' '}
            <Link to={pathTo`/leads/${tenantId}/${leadId}`}>{leadId}</Link>
          </li>
        ))}
      </ul>
    </details>
  );
}

function switchOn(path: string): Column<Receiver> {
  const ask = ({ receiver, url }: Receiver): void =>
    confirm({
      title: 'Switch this receiver on?',
      what: (
        <p>
          Within 2 s <code>{url}</code> receives new events. Events it missed are not sent.
        </p>
      ),
      does: 'Switch on',
      run: async () => {
        await call<typeof adminSwitchOnWebhookReceiver>('POST', `${path}/${encodeURIComponent(receiver)}/on`);
        toastGood('The receiver is on.');
      },
    });
  return {
    head: 'Actions',
    shrink: true,
    cell: (receiver) =>
      receiver.state === 'off' && (
        <Button small onClick={() => ask(receiver)}>
          Switch on
        </Button>
      ),
  };
}
