/** The clients of a tenant, which are archived here. */
import type { adminArchiveClient, adminListClients, ClientRow } from '@sluice/contracts';
import { call } from '../../api/call.js';
import { pathTo } from '../../api/request.js';
import { may } from '../../api/session.js';
import { useLoad } from '../../api/use-load.js';
import { Badge } from '../../components/badge.js';
import { Button } from '../../components/button.js';
import { confirm } from '../../components/dialog.js';
import { Panel } from '../../components/panel.js';
import { Empty, Loaded } from '../../components/states.js';
import { Table, type Column } from '../../components/table.js';
import { Time } from '../../components/time.js';
import { toastGood } from '../../components/toast.js';

export function Clients({ tenantId }: { readonly tenantId: string }) {
  const loader = useLoad(
    (signal) =>
      call<typeof adminListClients>('GET', pathTo`/admin/v1/tenants/${tenantId}/clients`, { signal }),
    [tenantId],
  );
  return (
    <Loaded loader={loader}>
      {({ clients }) => (
        <Panel title="Clients">
          <Table
            label="Clients"
            columns={columnsFor(tenantId, loader.reload)}
            rows={clients}
            keyOf={({ clientId }) => clientId}
            empty={<Empty title="No clients yet">Create them in the tenant file.</Empty>}
          />
        </Panel>
      )}
    </Loaded>
  );
}

function archive(tenantId: string, { clientId, name, archivedAt }: ClientRow, reload: () => void): void {
  const archived = archivedAt === undefined;
  confirm({
    title: archived ? `Archive ${name}?` : `Take ${name} out of the archive?`,
    what: archived
      ? 'Within seconds none of its campaigns takes leads any more. It stays in every list and keeps its history.'
      : 'Within seconds its campaigns take leads again, and their held leads are reconsidered.',
    does: archived ? 'Archive' : 'Take out of the archive',
    ...(archived && { danger: true }),
    run: async () => {
      const path = pathTo`/admin/v1/tenants/${tenantId}/clients/${clientId}`;
      await call<typeof adminArchiveClient>('PATCH', path, { body: { archived } });
      toastGood(`${name} is ${archived ? 'archived' : 'in use'}`);
      reload();
    },
  });
}

function columnsFor(tenantId: string, reload: () => void): readonly Column<ClientRow>[] {
  return [
    {
      head: 'Client',
      cell: ({ clientId, name }) => (
        <>
          {clientId} <span class="quiet">{name}</span>
        </>
      ),
    },
    { head: 'Campaigns', number: true, cell: ({ campaigns }) => String(campaigns) },
    {
      head: 'State',
      cell: ({ active, archivedAt }) => {
        if (archivedAt === undefined)
          return active ? <Badge tone="good">in use</Badge> : <Badge tone="warn">off</Badge>;
        return (
          <>
            <Badge>archived</Badge> <Time at={archivedAt} />
          </>
        );
      },
    },
    ...(may('operate')
      ? [
          {
            head: '',
            shrink: true,
            cell: (row: ClientRow) => (
              <Button onClick={() => archive(tenantId, row, reload)}>
                {row.archivedAt === undefined ? 'Archive' : 'Take out of the archive'}
              </Button>
            ),
          },
        ]
      : []),
  ];
}
