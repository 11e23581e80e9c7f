/** Leads: found by id, email address, number or the beginning of a name, filtered, paged by cursor. */
import type { adminSearchLeads, LeadRow } from '@sluice/contracts';
import { call } from '../../api/call.js';
import { pathTo } from '../../api/request.js';
import { usePages } from '../../api/use-pages.js';
import { useQuery } from '../../api/use-query.js';
import { StatusBadge } from '../../components/badge.js';
import { SelectField } from '../../components/field.js';
import { Filters } from '../../components/filters.js';
import { PageHead } from '../../components/page-head.js';
import { Panel } from '../../components/panel.js';
import { Empty, Loaded } from '../../components/states.js';
import { Pager, Table, type Column } from '../../components/table.js';
import { beginningOf, endOf } from '../../components/day-in-zone.js';
import { Ago } from '../../components/time.js';
import { TypedField } from '../../components/typed-field.js';
import { useZone } from '../../components/zone.js';
import { OfTenant, TenantField } from '../../frame/tenant.js';

// The API's spelling; the first option of the field is separate.
const statuses = [
  ...['pending', 'queued', 'pending_action', 'delivered', 'rejected', 'duplicate', 'disqualified', 'failed'],
  ...['error', 'new', 'processing', 'qualified', 'contacted', 'no_answer', 'voicemail', 'scheduled_callback'],
  ...['no_contact', 'document_sent', 'pending_signature', 'signed', 'accepted', 'returned'],
];

const options = [
  { value: '', label: 'Any status' },
  { value: 'failed,error', label: 'Failed or error' },
  ...statuses.map((status) => ({ value: status, label: status.replaceAll('_', ' ') })),
];

const filters = ['search', 'status', 'campaignIds', 'clientIds', 'offerIds', 'from', 'to'] as const;

export default function LeadsPage() {
  const [query, change] = useQuery();
  const set = filters.some((name) => query[name] !== undefined);
  return (
    <>
      <PageHead title="Leads">
        Search by id, email, phone number in any format, or the start of a name.
      </PageHead>
      <Filters
        label="Filter leads"
        onClear={set ? () => change(Object.fromEntries(filters.map((name) => [name, undefined]))) : undefined}
      >
        <TenantField />
        <TypedField name="search" label="Search" type="search" placeholder="ada, 650 555 1212, lead_…" />
        <SelectField
          label="Status"
          value={query['status'] ?? ''}
          onValue={(status) => change({ status })}
          options={options}
        />
        <TypedField name="campaignIds" label="Campaigns" placeholder="ACMRU, BORRU" />
        <TypedField name="clientIds" label="Clients" placeholder="cli_acme" />
        <TypedField name="offerIds" label="Offers" placeholder="off_roundup" />
        <TypedField name="from" label="Created from" type="date" />
        <TypedField name="to" label="Created to" type="date" />
      </Filters>
      <OfTenant>{({ tenantId }) => <Found tenantId={tenantId} />}</OfTenant>
    </>
  );
}

function Found({ tenantId }: { readonly tenantId: string }) {
  const [query] = useQuery();
  const zone = useZone();
  const { search, status, campaignIds, clientIds, offerIds, from, to } = query;
  const asked = {
    ...{ search, status, campaignIds, clientIds, offerIds },
    from: beginningOf(zone, from)?.toISOString(),
    to: endOf(zone, to)?.toISOString(),
  };
  const pages = usePages(
    (cursor, signal) =>
      call<typeof adminSearchLeads>('GET', pathTo`/admin/v1/tenants/${tenantId}/leads`, {
        query: { ...asked, cursor, limit: 50 },
        signal,
      }),
    ({ nextCursor }) => nextCursor,
    [tenantId, asked],
  );
  return (
    <Loaded loader={pages}>
      {({ leads, order }) => (
        <Panel
          title={order === 'name' ? 'By name' : 'Newest first'}
          actions={<span class="quiet">Personal data is masked</span>}
        >
          <Table
            label="Leads"
            columns={columnsFor(tenantId)}
            rows={leads}
            keyOf={({ leadId }) => leadId}
            empty={<Empty title="No matching leads">Shorten the search or clear a filter.</Empty>}
          />
          <Pager pages={pages} />
        </Panel>
      )}
    </Loaded>
  );
}

function columnsFor(tenantId: string): readonly Column<LeadRow>[] {
  return [
    {
      head: 'Lead',
      cell: ({ leadId, person, isTest }) => (
        <>
          <a href={pathTo`/leads/${tenantId}/${leadId}`}>{person.name ?? leadId}</a>
          {isTest && <span class="quiet"> test</span>}
        </>
      ),
    },
    {
      head: 'Contact',
      cell: ({ person: { email, phone } }) => (
        <span class="quiet">{[email, phone].filter((part) => part !== undefined).join(' · ')}</span>
      ),
    },
    { head: 'Campaign', shrink: true, cell: ({ campaignId }) => campaignId },
    { head: 'Status', shrink: true, cell: ({ status }) => <StatusBadge status={status} /> },
    { head: 'Reason', cell: ({ because }) => because && <span class="quiet">{because}</span> },
    { head: 'Created', shrink: true, cell: ({ createdAt }) => <Ago at={createdAt} /> },
  ];
}
