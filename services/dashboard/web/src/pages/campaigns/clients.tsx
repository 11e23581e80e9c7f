/** The clients of a tenant, which are archived here. */
import type { adminArchiveItem, adminListClients, ClientRow } from '@sluice/contracts';
import { call } from '../../api/call.js';
import { usePages } from '../../api/queries.js';
import { pathTo } from '../../api/request.js';
import { useAddress } from '../../api/use-address.js';
import { may } from '../../api/session.js';
import { Badge } from '../../components/badge.js';
import { Button } from '../../components/button.js';
import { confirm } from '../../components/confirm.js';
import { NoneYet } from '../../components/none-yet.js';
import { Panel } from '../../components/panel.js';
import { Loaded } from '../../components/states.js';
import { Pager, Table, type Column } from '../../components/table.js';
import { TimeInText } from '../../components/time.js';
import { toastGood } from '../../components/toast.js';

export function Clients({ tenantId }: { readonly tenantId: string }) {
  const [{ search }] = useAddress();
  const path = pathTo`/admin/v1/tenants/${tenantId}/clients`;
  const pages = usePages([path, search], (cursor, signal) =>
    call<typeof adminListClients>('GET', path, { query: { search, cursor }, signal }),
  );
  return (
    <Loaded from={pages.page}>
      {({ clients }) => (
        <Panel title="Clients">
          <Table
            label="Clients"
            columns={columnsFor(tenantId)}
            rows={clients}
            keyOf={({ clientId }) => clientId}
            empty={<NoneYet what="clients" search={search} />}
          />
          <Pager pages={pages} />
        </Panel>
      )}
    </Loaded>
  );
}

function archive(tenantId: string, { clientId, name, archivedAt }: ClientRow): void {
  const archived = archivedAt === undefined;
  confirm({
    title: archived ? `Archive ${name}?` : `Take ${name} out of the archive?`,
    what: archived
      ? 'Within seconds none of its campaigns takes leads any more. It stays in every list and keeps its history.'
      : 'Within seconds its campaigns take leads again, and their held leads are reconsidered.',
    does: archived ? 'Archive' : 'Take out of the archive',
    danger: archived ? true : undefined,
    run: async () => {
      const path = pathTo`/admin/v1/tenants/${tenantId}/items/clients/${clientId}/archive`;
      await call<typeof adminArchiveItem>('POST', path, { body: { archived } });
      toastGood(`${name} is ${archived ? 'archived' : 'in use'}`);
    },
  });
}

function columnsFor(tenantId: string): readonly Column<ClientRow>[] {
  return [
    {
      head: 'Client',
      cell: ({ clientId, name }) => (
        <>
          {clientId} <span className="quiet">{name}</span>
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
            <Badge>archived</Badge> <TimeInText at={archivedAt} />
          </>
        );
      },
    },
    ...(may('adminArchiveItem')
      ? [
          {
            head: '',
            shrink: true,
            cell: (row: ClientRow) => (
              <Button onClick={() => archive(tenantId, row)}>
                {row.archivedAt === undefined ? 'Archive' : 'Take out of the archive'}
              </Button>
            ),
          },
        ]
      : []),
  ];
}
