/** The items of one kind: found on the server, with those that are archived if asked for. */
import type { adminListItems, EndpointData } from '@sluice/contracts';
import { Link, useParams } from 'react-router';
import { call } from '../../api/call.js';
import { usePages } from '../../api/queries.js';
import { pathTo } from '../../api/request.js';
import { useAddress } from '../../api/use-address.js';
import { ArchivedFilter } from '../../components/archived-filter.js';
import { Badge } from '../../components/badge.js';
import { NewItem } from '../../components/new-item.js';
import { Empty, Loaded } from '../../components/states.js';
import { PageHead } from '../../components/page-head.js';
import { Panel } from '../../components/panel.js';
import { Pager, Table, type Column } from '../../components/table.js';
import { TypedField } from '../../components/typed-field.js';
import { ListFilters } from '../../frame/list-filters.js';
import { kindOf, type Kind } from '../../items/kinds.js';
import { SuppressionEntries } from './suppression-entries.js';
import { NotFoundPage } from '../not-found/not-found-page.js';

type Row = EndpointData<typeof adminListItems>['items'][number];

export default function ItemsPage() {
  const { tenant: tenantId = '', section } = useParams();
  const kind = kindOf(section);
  if (!kind || kind.section === 'tenant') return <NotFoundPage />;
  return <Items key={`${tenantId}/${kind.section}`} kind={kind} tenantId={tenantId} />;
}

function Items({ kind, tenantId }: { readonly kind: Kind; readonly tenantId: string }) {
  const { section, one, many } = kind;
  const [{ search, archived = 'false' }] = useAddress();
  const path = pathTo`/admin/v1/tenants/${tenantId}/items/${section}`;
  const pages = usePages([path, search, archived], (cursor, signal) =>
    call<typeof adminListItems>('GET', path, { query: { search, archived, cursor }, signal }),
  );
  return (
    <>
      <PageHead title={many} actions={<NewItem section={section} one={one} />}>
        What is set up of this kind.
      </PageHead>
      <ListFilters label={`Find ${many.toLowerCase()}`} names={['search', 'archived']}>
        <TypedField name="search" label="Id or name" type="search" />
        <ArchivedFilter />
      </ListFilters>
      <Loaded from={pages.page}>
        {({ items }) => (
          <Panel>
            <Table
              label={many}
              columns={columnsFor(tenantId, section, archived === 'true')}
              rows={items}
              keyOf={({ id }) => id}
              empty={<Empty title={search === undefined ? 'None yet' : 'None matches'} />}
            />
            <Pager pages={pages} />
          </Panel>
        )}
      </Loaded>
    </>
  );
}

function columnsFor(tenantId: string, section: string, hasArchived: boolean): readonly Column<Row>[] {
  return [
    {
      head: 'Id',
      cell: ({ id }) => <Link to={pathTo`/items/${tenantId}/${section}/${id}`}>{id}</Link>,
    },
    { head: 'Name', cell: ({ id, name }) => (name === id ? '' : name) },
    ...(section === 'suppressionLists'
      ? [{ head: 'Entries', cell: ({ id }: Row) => <SuppressionEntries tenantId={tenantId} listId={id} /> }]
      : []),
    ...(hasArchived
      ? [{ head: 'State', cell: ({ archived }: Row) => archived && <Badge>archived</Badge> }]
      : []),
  ];
}
