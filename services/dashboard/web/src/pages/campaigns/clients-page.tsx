/**
 * The clients of a tenant: how full their caps and budgets over all their campaigns are, what they bought and gave back this
 * month, and the ways to their form, returns and statement.
 */
import type { adminLeadReport, adminListClients, ClientRow, LeadReportRow } from '@sluice/contracts';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { call } from '../../api/call.js';
import { usePages } from '../../api/queries.js';
import { addressOf, pathTo } from '../../api/request.js';
import { useAddress } from '../../api/use-address.js';
import { may } from '../../api/session.js';
import { archiveItem } from '../../components/archive-item.js';
import { Badge } from '../../components/badge.js';
import { Button } from '../../components/button.js';
import { CapUse, capKey } from '../../components/cap-use.js';
import { dayIn } from '../../components/day-in-zone.js';
import { numberText } from '../../components/figure.js';
import { NewItem } from '../../components/new-item.js';
import { NoneYet } from '../../components/none-yet.js';
import { PageHead } from '../../components/page-head.js';
import { Panel } from '../../components/panel.js';
import { Loaded } from '../../components/states.js';
import { Pager, Table, type Column } from '../../components/table.js';
import { TimeInText } from '../../components/time.js';
import { TypedField } from '../../components/typed-field.js';
import { useZone } from '../../components/zone.js';
import { ArchivedFilter } from '../../components/archived-filter.js';
import { ListFilters } from '../../frame/list-filters.js';
import { OfTenant } from '../../frame/tenant.js';

export default function ClientsPage() {
  return (
    <>
      <PageHead title="Clients" actions={<NewItem section="clients" one="client" />}>
        Who buys leads, how full the caps and budgets of each are, and what it bought and gave back this
        month.
      </PageHead>
      <ListFilters label="Find clients" names={['search', 'archived']}>
        <TypedField name="search" label="Id or name" type="search" />
        <ArchivedFilter />
      </ListFilters>
      <OfTenant>{({ tenantId }) => <Clients tenantId={tenantId} />}</OfTenant>
    </>
  );
}

function Clients({ tenantId }: { readonly tenantId: string }) {
  const [{ search, archived = 'false' }] = useAddress();
  const path = pathTo`/admin/v1/tenants/${tenantId}/clients`;
  const pages = usePages([path, search, archived], (cursor, signal) =>
    call<typeof adminListClients>('GET', path, { query: { search, archived, cursor }, signal }),
  );
  const month = useMonth(tenantId, pages.page.data?.clients);
  return (
    <Loaded from={pages.page}>
      {({ clients }) => (
        <Panel>
          <Table
            label="Clients"
            columns={columnsFor(tenantId, month.data?.rows)}
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

/** What was sold to these clients this month, and what came back in it. */
function useMonth(tenantId: string, clients: readonly ClientRow[] = []) {
  const today = dayIn(useZone(), new Date());
  const query = {
    ...{ groupBy: 'client', basis: 'occurred', from: `${today.slice(0, 8)}01`, to: today },
    clientIds: clients.map(({ clientId }) => clientId).join(),
  };
  return useQuery({
    queryKey: ['month', tenantId, query],
    queryFn: ({ signal }) =>
      call<typeof adminLeadReport>('GET', pathTo`/admin/v1/tenants/${tenantId}/reports/leads`, {
        query,
        signal,
      }),
    enabled: clients.length > 0 && may('adminLeadReport', tenantId),
  });
}

function soldText(row: LeadReportRow | undefined): string {
  const { delivered = 0, returned = 0 } = row ?? {};
  return `${numberText(delivered)} sold, ${numberText(returned)} returned`;
}

function archive(tenantId: string, { clientId, name, archivedAt }: ClientRow): void {
  const isArchived = archivedAt !== undefined;
  archiveItem({
    ...{ tenantId, section: 'clients', id: clientId, name, isArchived },
    what: isArchived
      ? 'Within seconds its campaigns take leads again, and their held leads are reconsidered.'
      : 'Within seconds none of its campaigns takes leads any more. It keeps its history, and lists show it when asked for.',
  });
}

function columnsFor(
  tenantId: string,
  month: readonly LeadReportRow[] | undefined,
): readonly Column<ClientRow>[] {
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
    {
      head: 'Caps and budgets',
      cell: ({ caps }) =>
        caps.length === 0 ? (
          <span className="quiet">any number</span>
        ) : (
          caps.map((cap) => <CapUse key={capKey(cap)} cap={cap} />)
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
    {
      head: 'This month',
      cell: ({ clientId }) => (
        <>
          {month && <div>{soldText(month.find(({ client }) => client === clientId))}</div>}
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
