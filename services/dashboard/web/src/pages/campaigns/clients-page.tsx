/** The clients of a tenant: how much they take over all their campaigns, and the ways to their form, returns and statement. */
import type { adminListClients, ClientRow } from '@sluice/contracts';
import { moneyText } from '@sluice/contracts/words';
import { Link } from 'react-router';
import { call } from '../../api/call.js';
import { usePages } from '../../api/queries.js';
import { addressOf, pathTo } from '../../api/request.js';
import { useAddress } from '../../api/use-address.js';
import { may } from '../../api/session.js';
import { archiveItem } from '../../components/archive-item.js';
import { Badge } from '../../components/badge.js';
import { Button } from '../../components/button.js';
import { numberText } from '../../components/figure.js';
import { NewItem } from '../../components/new-item.js';
import { NoneYet } from '../../components/none-yet.js';
import { PageHead } from '../../components/page-head.js';
import { Panel } from '../../components/panel.js';
import { Loaded } from '../../components/states.js';
import { Pager, Table, type Column } from '../../components/table.js';
import { TimeInText } from '../../components/time.js';
import { TypedField } from '../../components/typed-field.js';
import { ListFilters } from '../../frame/list-filters.js';
import { OfTenant } from '../../frame/tenant.js';

export default function ClientsPage() {
  return (
    <>
      <PageHead title="Clients" actions={<NewItem section="clients" one="client" />}>
        Who buys leads, and how much each takes over all its campaigns.
      </PageHead>
      <ListFilters label="Find clients" names={['search']}>
        <TypedField name="search" label="Id or name" type="search" />
      </ListFilters>
      <OfTenant>{({ tenantId }) => <Clients tenantId={tenantId} />}</OfTenant>
    </>
  );
}

function Clients({ tenantId }: { readonly tenantId: string }) {
  const [{ search }] = useAddress();
  const path = pathTo`/admin/v1/tenants/${tenantId}/clients`;
  const pages = usePages([path, search], (cursor, signal) =>
    call<typeof adminListClients>('GET', path, { query: { search, cursor }, signal }),
  );
  return (
    <Loaded from={pages.page}>
      {({ clients }) => (
        <Panel>
          <Table
            label="Clients"
            columns={columnsFor(tenantId)}
            rows={clients}
            keyOf={({ clientId }) => clientId}
            empty={<NoneYet what="clients" section="clients" search={search} />}
          />
          <Pager pages={pages} />
        </Panel>
      )}
    </Loaded>
  );
}

function archive(tenantId: string, { clientId, name, archivedAt }: ClientRow): void {
  const isArchived = archivedAt !== undefined;
  archiveItem({
    ...{ tenantId, section: 'clients', id: clientId, name, isArchived },
    what: isArchived
      ? 'Within seconds its campaigns take leads again, and their held leads are reconsidered.'
      : 'Within seconds none of its campaigns takes leads any more. It stays in every list and keeps its history.',
  });
}

function columnsFor(tenantId: string): readonly Column<ClientRow>[] {
  return [
    {
      head: 'Client',
      cell: ({ clientId, name }) => (
        <>
          <Link to={pathTo`/items/${tenantId}/clients/${clientId}`}>{clientId}</Link>{' '}
          <span className="quiet">{name}</span>
        </>
      ),
    },
    { head: 'Takes at most', cell: ({ takes }) => takesText(takes) },
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
    {
      head: 'Money',
      cell: ({ clientId }) => (
        <>
          {may('adminListReturns') && (
            <Link to={addressOf('/returns', { tenant: tenantId, clientId })}>Returns</Link>
          )}{' '}
          {may('adminGetStatement') && (
            <Link to={addressOf('/statements', { tenant: tenantId, clientId })}>Statement</Link>
          )}
        </>
      ),
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

function takesText({
  maxLeadsPerDay,
  maxLeadsPerMonth,
  maxSpendPerDay,
  maxSpendPerMonth,
  currency = 'USD',
}: ClientRow['takes']) {
  const limits = [
    maxLeadsPerDay !== undefined && `${numberText(maxLeadsPerDay)} leads a day`,
    maxLeadsPerMonth !== undefined && `${numberText(maxLeadsPerMonth)} leads a month`,
    maxSpendPerDay !== undefined && `${moneyText(maxSpendPerDay, currency)} a day`,
    maxSpendPerMonth !== undefined && `${moneyText(maxSpendPerMonth, currency)} a month`,
  ].filter((limit) => limit !== false);
  return limits.length === 0 ? <span className="quiet">any number</span> : limits.join(', ');
}
