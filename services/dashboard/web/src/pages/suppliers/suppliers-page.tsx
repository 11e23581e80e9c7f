/** Suppliers: which may send leads and where to, what came of them today as they are told it, and how full their limits are. */
import type { adminListSuppliers, Names, SupplierRow } from '@sluice/contracts';
import { Link } from 'react-router';
import { call } from '../../api/call.js';
import { usePages } from '../../api/queries.js';
import { pathTo } from '../../api/request.js';
import { useAddress } from '../../api/use-address.js';
import { Badge, StatusBadge } from '../../components/badge.js';
import { CapUse, capKey } from '../../components/cap-use.js';
import { ArchivedFilter } from '../../components/archived-filter.js';
import { Named } from '../../components/named.js';
import { NewItem } from '../../components/new-item.js';
import { NoneYet } from '../../components/none-yet.js';
import { PageHead } from '../../components/page-head.js';
import { Panel } from '../../components/panel.js';
import { Loaded } from '../../components/states.js';
import { Pager, Table, type Column } from '../../components/table.js';
import { TypedField } from '../../components/typed-field.js';
import { ListFilters } from '../../frame/list-filters.js';
import { OfTenant } from '../../frame/tenant.js';
import { toldColumns } from './told.js';

const EVERY_MS = 15_000;
/** The others are on its page. */
const CAMPAIGNS_SHOWN = 3;

export default function SuppliersPage() {
  return (
    <>
      <PageHead title="Suppliers" actions={<NewItem section="suppliers" one="supplier" />}>
        Who sends leads, and what came of them today. Each is told the same numbers.
      </PageHead>
      <ListFilters label="Find suppliers" names={['search', 'archived']}>
        <TypedField name="search" label="Id or name" type="search" />
        <ArchivedFilter />
      </ListFilters>
      <OfTenant>{({ tenantId }) => <List tenantId={tenantId} />}</OfTenant>
    </>
  );
}

function List({ tenantId }: { readonly tenantId: string }) {
  const [{ search, archived }] = useAddress();
  const path = pathTo`/admin/v1/tenants/${tenantId}/suppliers`;
  const asked = { search, archived: archived === 'true' ? 'true' : undefined };
  const pages = usePages(
    [path, asked],
    (cursor, signal) => call<typeof adminListSuppliers>('GET', path, { query: { ...asked, cursor }, signal }),
    { everyMs: EVERY_MS },
  );
  return (
    <Loaded from={pages.page}>
      {({ suppliers, names }) => (
        <Panel title="Today">
          <Table
            label="Suppliers"
            columns={columnsFor(tenantId, names)}
            rows={suppliers}
            keyOf={({ supplierId }) => supplierId}
            empty={<NoneYet what="suppliers" section="suppliers" search={search} />}
          />
          <Pager pages={pages} />
        </Panel>
      )}
    </Loaded>
  );
}

function columnsFor(tenantId: string, names: Names): readonly Column<SupplierRow>[] {
  return [
    {
      head: 'Supplier',
      cell: ({ supplierId, name }) => (
        <>
          <Link to={pathTo`/suppliers/${tenantId}/${supplierId}`}>{supplierId}</Link>{' '}
          <span className="quiet">{name}</span>
        </>
      ),
    },
    { head: 'Status', shrink: true, cell: (row) => <SupplierStatus of={row} /> },
    {
      head: 'Sends to',
      cell: ({ campaignIds }) => {
        if (!campaignIds) return <span className="quiet">any campaign</span>;
        if (campaignIds.length === 0) return <span className="quiet">no campaign</span>;
        const more = campaignIds.length - CAMPAIGNS_SHOWN;
        return (
          <>
            {campaignIds.slice(0, CAMPAIGNS_SHOWN).map((campaignId) => (
              <div key={campaignId}>
                <Named id={campaignId} names={names.campaigns} />
              </div>
            ))}
            {more > 0 && <span className="quiet">and {more} more</span>}
          </>
        );
      },
    },
    ...toldColumns<SupplierRow>(({ today }) => today),
    {
      head: 'Limits',
      cell: ({ limits }) =>
        limits.length === 0 ? (
          <span className="quiet">no limit</span>
        ) : (
          limits.map((limit) => <CapUse key={capKey(limit)} cap={limit} />)
        ),
    },
  ];
}

/** Whether a supplier may send leads, and whether it can: without a key it cannot. */
export function SupplierStatus({
  of: { status, keys },
}: {
  readonly of: Pick<SupplierRow, 'status' | 'keys'>;
}) {
  return (
    <>
      <StatusBadge status={status} />
      {keys === 0 && status !== 'archived' && (
        <>
          {' '}
          <Badge tone="warn">no key</Badge>
        </>
      )}
    </>
  );
}
