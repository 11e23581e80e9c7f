/** Webhook receivers that fail or were switched off; a switched-off one is switched on here. */
import type {
  adminListWebhookReceivers,
  adminSwitchOnWebhookReceiver,
  EndpointData,
} from '@sluice/contracts';
import { call } from '../../api/call.js';
import { useAnswer } from '../../api/queries.js';
import { pathTo } from '../../api/request.js';
import { may } from '../../api/session.js';
import { Badge } from '../../components/badge.js';
import { Button } from '../../components/button.js';
import { confirm } from '../../components/confirm.js';
import { NeedsRole } from '../../components/needs-role.js';
import { PageHead } from '../../components/page-head.js';
import { Panel } from '../../components/panel.js';
import { Empty, Loaded } from '../../components/states.js';
import { Table, type Column } from '../../components/table.js';
import { Ago } from '../../components/time.js';
import { toastGood } from '../../components/toast.js';
import { OfTenant } from '../../frame/tenant.js';

type Receiver = EndpointData<typeof adminListWebhookReceivers>['receivers'][number];

const RELOAD_MS = 10_000;

export default function WebhooksPage() {
  return (
    <>
      <PageHead title="Webhooks">
        Receivers that fail. One that answers 410 or fails for days is switched off.
      </PageHead>
      <OfTenant>{({ tenantId }) => <Receivers tenantId={tenantId} />}</OfTenant>
    </>
  );
}

function Receivers({ tenantId }: { readonly tenantId: string }) {
  const path = pathTo`/admin/v1/tenants/${tenantId}/webhook-receivers`;
  const answer = useAnswer<typeof adminListWebhookReceivers>(path, { everyMs: RELOAD_MS });
  return (
    <Loaded from={answer}>
      {({ receivers }) => {
        const anyOff = receivers.some(({ state }) => state === 'off');
        return (
          <Panel
            title="Failing receivers"
            actions={anyOff && !may('operate') && <NeedsRole what="Switching a receiver on" role="operate" />}
          >
            <Table<Receiver>
              label="Failing receivers"
              rows={receivers}
              keyOf={({ receiver }) => receiver}
              columns={anyOff && may('operate') ? [...columns, switchOn(path)] : columns}
              empty={
                <Empty title="All receivers work">
                  <p>To test a webhook, send a sample event from its campaign’s page.</p>
                </Empty>
              }
            />
          </Panel>
        );
      }}
    </Loaded>
  );
}

const columns: readonly Column<Receiver>[] = [
  { head: 'Receiver', cell: ({ url }) => <code>{url}</code> },
  {
    head: 'State',
    shrink: true,
    cell: ({ state }) =>
      state === 'off' ? <Badge tone="bad">switched off</Badge> : <Badge tone="warn">failing</Badge>,
  },
  { head: 'Reason', cell: ({ because }) => because ?? '–' },
  { head: 'Since', shrink: true, cell: ({ since }) => <Ago at={since} /> },
];

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
