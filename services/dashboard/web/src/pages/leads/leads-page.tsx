/** Leads: found by id, email address, number or the beginning of a name, filtered, paged by cursor. */
import type { adminListLeads, adminSearchLeads, ReportNumber } from '@sluice/contracts';
import { leadStatuses } from '@sluice/contracts/words';
import { useEffect, useEffectEvent, useState } from 'react';
import { call } from '../../api/call.js';
import { usePages } from '../../api/queries.js';
import { pathTo } from '../../api/request.js';
import { may } from '../../api/session.js';
import { useAddress } from '../../api/use-address.js';
import { optionsOf } from '../../components/choice.js';
import { DownloadCsv } from '../../components/download-csv.js';
import { SelectField, TextField } from '../../components/field.js';
import { Filters } from '../../components/filters.js';
import { NeedsRole } from '../../components/needs-role.js';
import { PageHead } from '../../components/page-head.js';
import { Panel } from '../../components/panel.js';
import { Empty, Loaded } from '../../components/states.js';
import { Pager, Table } from '../../components/table.js';
import { beginningOf, endOf } from '../../components/day-in-zone.js';
import { TypedField } from '../../components/typed-field.js';
import { useZone } from '../../components/zone.js';
import { PickFilter } from '../../frame/picks.js';
import { searchFor, useSearched } from '../../frame/searched.js';
import { OfTenant } from '../../frame/tenant.js';
import { numberNames, numbersCounted } from '../reports/number-names.js';
import { ColumnChoice, columnsFor, csvColumns } from './lead-columns.js';

const options = [
  { value: '', label: 'Any status' },
  { value: 'failed,error', label: 'Failed or error' },
  ...optionsOf(leadStatuses),
];

const filters = [
  'status',
  'campaignIds',
  'clientIds',
  'offerIds',
  'supplierIds',
  'subId1',
  'from',
  'to',
  'counted',
  'placedCampaignIds',
] as const;

export default function LeadsPage() {
  const [address, change] = useAddress();
  const search = useSearched();
  const [typed, setTyped] = useTyped(search);
  const set = search !== '' || filters.some((name) => address[name] !== undefined);
  const clear = () => {
    searchFor('');
    change(Object.fromEntries(filters.map((name) => [name, undefined])));
  };
  return (
    <>
      <PageHead title="Leads">
        {may('adminSearchLeads:people') ? (
          'Search by id, email, phone number in any format, or the start of a name. The audit records that you searched.'
        ) : (
          <>
            Search by id. <NeedsRole what="Searching by name, email or phone number" role="operate" />
          </>
        )}
      </PageHead>
      <Filters
        label="Filter leads"
        submit="Search"
        onSubmit={() => searchFor(typed)}
        onClear={set ? clear : undefined}
      >
        <TextField
          label="Search"
          type="search"
          autoComplete="off"
          placeholder={may('adminSearchLeads:people') ? 'ada, 650 555 1212, lead_…' : 'lead_…'}
          value={typed}
          onValue={(text) => {
            setTyped(text);
            if (text === '') searchFor('');
          }}
        />
        <SelectField
          label="Status"
          value={address['status'] ?? ''}
          onValue={(status) => change({ status })}
          options={options}
        />
        <PickFilter of="campaigns" name="campaignIds" label="Campaigns" none="Any campaign" many />
        <PickFilter of="clients" name="clientIds" label="Clients" none="Any client" many />
        <PickFilter of="offers" name="offerIds" label="Offers" none="Any offer" many />
        <PickFilter of="suppliers" name="supplierIds" label="Suppliers" none="Any supplier" many />
        <TypedField name="subId1" label="Site (sub id 1)" placeholder="site-17" />
        <TypedField name="from" label="Created from" type="date" />
        <TypedField name="to" label="Created to" type="date" />
        <ColumnChoice />
      </Filters>
      <OfTenant>{({ tenantId }) => <Found tenantId={tenantId} search={search} />}</OfTenant>
    </>
  );
}

// The text as it is typed; it takes effect with Enter, because each search for a person is audited.
function useTyped(search: string): [string, (text: string) => void] {
  const [typed, setTyped] = useState(search);
  const [{ search: inAddress }, change] = useAddress();
  // The head's search and "Clear" change it elsewhere.
  useEffect(() => setTyped(search), [search]);
  // An old bookmark names the text in its address.
  const move = useEffectEvent((text: string) => {
    searchFor(text);
    change({ search: undefined });
  });
  useEffect(() => {
    if (inAddress !== undefined) move(inAddress);
  }, [inAddress]);
  return [typed, setTyped];
}

function Found({ tenantId, search }: { readonly tenantId: string; readonly search: string }) {
  // The server refuses it; the page says so before.
  if (search !== '' && !may('adminSearchLeads:people') && !/^lead_/i.test(search)) {
    return (
      <Empty title="Your role finds leads by their id">
        <NeedsRole what="Searching for a person" role="operate" />
      </Empty>
    );
  }
  return <List tenantId={tenantId} search={search} />;
}

function List({ tenantId, search }: { readonly tenantId: string; readonly search: string }) {
  const [address] = useAddress();
  const zone = useZone();
  const { status, campaignIds, clientIds, offerIds, supplierIds, subId1 } = address;
  const listed = { status, campaignIds, clientIds, offerIds, supplierIds };
  const period = {
    from: beginningOf(zone, address['from'])?.toISOString(),
    to: endOf(zone, address['to'])?.toISOString(),
  };
  const leads = pathTo`/admin/v1/tenants/${tenantId}/leads`;
  const asked = { ...period, subId1, limit: 50 };
  const counted = numbersCounted.find((number) => number === address['counted']);
  const { placedCampaignIds } = address;
  const behind = counted && { counted, placedCampaignIds };
  const pages = usePages([leads, search, listed, asked, behind], (cursor, signal) =>
    search === ''
      ? call<typeof adminListLeads>('GET', leads, {
          query: { ...listed, ...asked, ...behind, cursor },
          signal,
        })
      : call<typeof adminSearchLeads>('POST', `${leads}/search`, {
          body: { search, ...listsOf(listed), ...asked, cursor },
          signal,
        }),
  );
  return (
    <Loaded from={pages.page}>
      {({ leads: rows, names, order }) => (
        <Panel
          title={order === 'name' ? 'By name' : 'Newest first'}
          actions={
            <>
              <span className="quiet">Personal data is masked</span>
              {search === '' && may('adminGetLeadsCsv') && (
                <DownloadCsv
                  path={`${leads}.csv`}
                  query={{ ...listed, ...period, subId1, ...behind, columns: csvColumns(address['columns']) }}
                  name={`${tenantId}-leads.csv`}
                />
              )}
            </>
          }
        >
          {counted && search === '' && <Counted as={counted} placedWith={placedCampaignIds} />}
          <Table
            label="Leads"
            columns={columnsFor({ tenantId, leads: rows, names, chosen: address['columns'] })}
            rows={rows}
            keyOf={({ leadId }) => leadId}
            empty={<Empty title="No matching leads">Shorten the search or clear a filter.</Empty>}
          />
          <Pager pages={pages} />
        </Panel>
      )}
    </Loaded>
  );
}

/** Why this list is shorter than the one of the same filters. */
function Counted({
  as: number,
  placedWith,
}: {
  readonly as: ReportNumber;
  readonly placedWith?: string | undefined;
}) {
  return (
    <p className="quiet">
      The leads that reports count under {numberNames[number]}
      {placedWith !== undefined && `, taken by campaign ${placedWith}`}: each by what its last submission came
      to, and for the client that took it; without tests and imports, and without leads deleted by age.
    </p>
  );
}

// A body names several values in a list.
function listsOf(
  listed: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, readonly string[]>> {
  const given = Object.entries(listed).flatMap(([name, text]) =>
    text ? [[name, text.split(',').map((each) => each.trim())] as const] : [],
  );
  return Object.fromEntries(given);
}
