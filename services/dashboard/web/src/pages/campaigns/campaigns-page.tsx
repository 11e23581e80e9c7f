/** Campaigns: which are active, which are open, and the use of their caps. */
import type { adminListCampaigns, CampaignRow } from '@sluice/contracts';
import { Link } from 'react-router';
import { call } from '../../api/call.js';
import { usePages } from '../../api/queries.js';
import { pathTo } from '../../api/request.js';
import { useAddress } from '../../api/use-address.js';
import { Badge } from '../../components/badge.js';
import { CapUse, capKey } from '../../components/cap-use.js';
import { NewItem } from '../../components/new-item.js';
import { NoneYet } from '../../components/none-yet.js';
import { IdAndName } from '../../components/named.js';
import { PageHead } from '../../components/page-head.js';
import { Panel } from '../../components/panel.js';
import { Loaded } from '../../components/states.js';
import { Pager, Table, type Column } from '../../components/table.js';
import { TimeAndAge, TimeInText } from '../../components/time.js';
import { TypedField } from '../../components/typed-field.js';
import { ArchivedFilter } from '../../components/archived-filter.js';
import { ListFilters } from '../../frame/list-filters.js';
import { OfTenant } from '../../frame/tenant.js';

const EVERY_MS = 15_000;

export default function CampaignsPage() {
  return (
    <>
      <PageHead title="Campaigns" actions={<NewItem section="campaigns" one="campaign" />}>
        Which campaigns take leads now, and how full their caps are.
      </PageHead>
      <ListFilters label="Find campaigns" names={['search', 'archived']}>
        <TypedField name="search" label="Id or name" type="search" />
        <ArchivedFilter />
      </ListFilters>
      <OfTenant>{({ tenantId }) => <List tenantId={tenantId} />}</OfTenant>
    </>
  );
}

function List({ tenantId }: { readonly tenantId: string }) {
  const [{ search, archived = 'false' }] = useAddress();
  const path = pathTo`/admin/v1/tenants/${tenantId}/campaigns`;
  const pages = usePages(
    [path, search, archived],
    (cursor, signal) =>
      call<typeof adminListCampaigns>('GET', path, { query: { search, archived, cursor }, signal }),
    { everyMs: EVERY_MS },
  );
  return (
    <Loaded from={pages.page}>
      {({ campaigns }) => (
        <Panel>
          <Table
            label="Campaigns"
            columns={columnsFor(tenantId)}
            rows={campaigns}
            keyOf={({ campaignId }) => campaignId}
            empty={<NoneYet what="campaigns" section="campaigns" search={search} />}
          />
          <Pager pages={pages} />
        </Panel>
      )}
    </Loaded>
  );
}

/** Whether a campaign takes leads now, in one word, and if not, when it will. */
export function TakesLeads({ row }: { readonly row: CampaignRow }) {
  const { active, archived, clientArchived, open, opensAt, caps } = row;
  if (archived) return <Badge>archived</Badge>;
  if (clientArchived) return <Badge>client archived</Badge>;
  if (!active) return <Badge tone="warn">off</Badge>;
  const full = caps.filter(({ cap, taken }) => taken >= cap);
  if (open && full.length > 0) return <Full caps={full} />;
  if (open) return <Badge tone="good">open</Badge>;
  return (
    <>
      <Badge tone="warn">closed</Badge>{' '}
      {opensAt === undefined ? (
        <span className="quiet">never opens</span>
      ) : (
        <>
          opens <TimeInText at={opensAt} />
        </>
      )}
    </>
  );
}

// All full caps must have room again, so the one whose period ends last decides. A lifetime cap never resets.
function Full({ caps }: Pick<CampaignRow, 'caps'>) {
  const turns = caps.map(({ turnsAt }) => turnsAt);
  const last = turns.includes(undefined) ? undefined : turns.sort().at(-1);
  return (
    <>
      <Badge tone="warn">full</Badge>{' '}
      {last !== undefined && (
        <>
          resets <TimeInText at={last} />
        </>
      )}
    </>
  );
}

function columnsFor(tenantId: string): readonly Column<CampaignRow>[] {
  return [
    {
      head: 'Campaign',
      cell: ({ campaignId, name }) => (
        <>
          <Link to={pathTo`/campaigns/${tenantId}/${campaignId}`}>{campaignId}</Link>{' '}
          <span className="quiet">{name}</span>
        </>
      ),
    },
    { head: 'Client', cell: ({ clientName, clientId }) => <IdAndName id={clientId} name={clientName} /> },
    { head: 'Takes leads', cell: (row) => <TakesLeads row={row} /> },
    {
      head: 'Caps',
      cell: ({ caps }) =>
        caps.length === 0 ? (
          <span className="quiet">no cap</span>
        ) : (
          caps.map((cap) => <CapUse key={capKey(cap)} cap={cap} />)
        ),
    },
    {
      head: 'Last lead',
      shrink: true,
      cell: ({ lastLeadReceivedAt }) =>
        lastLeadReceivedAt === undefined ? (
          <span className="quiet">none yet</span>
        ) : (
          <TimeAndAge at={lastLeadReceivedAt} />
        ),
    },
  ];
}
