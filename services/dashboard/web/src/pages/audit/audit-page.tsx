/**
 * The audit: who did what, when, from where, and with which outcome; filtered, paged, and exported as lines of JSON.
 */
import type { adminListAudit, adminListAuditActions, AuditEntryView } from '@sluice/contracts';
import { auditOutcomes, channels } from '@sluice/contracts/words';
import { Link } from 'react-router';
import { call } from '../../api/call.js';
import { useAnswer, usePages } from '../../api/queries.js';
import { addressOf, pathTo } from '../../api/request.js';
import { useAddress } from '../../api/use-address.js';
import { StatusBadge } from '../../components/badge.js';
import { buttonClass } from '../../components/button.js';
import { Choice, optionsOf } from '../../components/choice.js';
import { Filters } from '../../components/filters.js';
import { PageHead } from '../../components/page-head.js';
import { Panel } from '../../components/panel.js';
import { Empty, Loaded } from '../../components/states.js';
import { Pager, Table, type Column } from '../../components/table.js';
import { beginningOf } from '../../components/day-in-zone.js';
import { TimeAndAge } from '../../components/time.js';
import { TypedField } from '../../components/typed-field.js';
import { useZone } from '../../components/zone.js';
import { useTenants } from '../../frame/tenants.js';

const PATH = '/admin/v1/audit';
const names = ['who', 'action', 'tenantId', 'leadId', 'via', 'outcome', 'from', 'to'] as const;

export default function AuditPage() {
  const [address, change] = useAddress();
  const asked = askedBy(address, useZone());
  const { data: { actions } = { actions: [] } } = useAnswer<typeof adminListAuditActions>(`${PATH}/actions`);
  const options = actions.map(({ action: value, words: label }) => ({ value, label }));
  const set = names.some((name) => address[name] !== undefined);
  return (
    <>
      <PageHead
        title="Audit"
        actions={
          <a
            className={buttonClass({})}
            href={addressOf(`${PATH}/export`, asked)}
            download="sluice-audit.ndjson"
          >
            Export as NDJSON
          </a>
        }
      >
        Every change is recorded before it is made, and so is every view of personal data.
      </PageHead>
      <Filters
        label="Filter the audit"
        onClear={set ? () => change(Object.fromEntries(names.map((name) => [name, undefined]))) : undefined}
      >
        <TypedField name="who" label="Actor" placeholder="ada" />
        <Choice name="action" label="Action" any="Any action" options={options} />
        <TenantChoice />
        <TypedField name="leadId" label="Lead" placeholder="lead_…" />
        <Choice name="via" label="Channel" any="Any channel" options={optionsOf(channels)} />
        <Choice name="outcome" label="Outcome" any="Any outcome" options={optionsOf(auditOutcomes)} />
        <TypedField name="from" label="From" type="date" />
        <TypedField name="to" label="To" type="date" />
      </Filters>
      <Entries asked={asked} />
    </>
  );
}

type Asked = Readonly<Record<string, string | undefined>>;

// Turns the address into the server's query; its dates are days of the time zone in which times are shown.
function askedBy(
  { who, action, tenantId, leadId, via, outcome, from, to }: Asked,
  zone: string | undefined,
): Asked {
  return {
    who,
    action,
    tenantId,
    leadId,
    via,
    outcome,
    since: beginningOf(zone, from)?.toISOString(),
    until: beginningOf(zone, to, 1)?.toISOString(),
  };
}

function TenantChoice() {
  const tenants = useTenants();
  const all = 'all' in tenants ? tenants.all : [];
  const options = all.map(({ tenantId, name }) => ({ value: tenantId, label: name }));
  return <Choice name="tenantId" label="Tenant concerned" any="Any tenant" options={options} />;
}

function Entries({ asked }: { readonly asked: Asked }) {
  const pages = usePages([PATH, asked], (cursor, signal) =>
    call<typeof adminListAudit>('GET', PATH, { query: { ...asked, cursor, limit: 50 }, signal }),
  );
  return (
    <Loaded from={pages.page}>
      {({ entries }) => (
        <Panel title="Newest first">
          <Table
            label="Audit"
            columns={columns}
            rows={entries}
            keyOf={({ id }) => id}
            empty={<Empty title="No matching entries">Clear a filter to see more.</Empty>}
          />
          <Pager pages={pages} />
        </Panel>
      )}
    </Loaded>
  );
}

const columns: readonly Column<AuditEntryView>[] = [
  { head: 'Time', shrink: true, cell: ({ at }) => <TimeAndAge at={at} /> },
  { head: 'Actor', cell: ({ who }) => <strong>{who}</strong> },
  { head: 'Action', cell: (entry) => <What entry={entry} /> },
  {
    head: 'Source',
    cell: ({ from, via }) => (
      <>
        {from} {via !== undefined && <div className="quiet nowrap">{via}</div>}
      </>
    ),
  },
  { head: 'Outcome', shrink: true, cell: ({ outcome }) => <StatusBadge status={outcome} /> },
];

/** What was done in words, with a link to the lead that it names. */
function What({ entry: { did, about, result } }: { readonly entry: AuditEntryView }) {
  const { tenantId, leadId } = { ...result, ...about };
  const named = leadId === undefined ? '' : `lead ${leadId}`;
  const [before, ...after] = named !== '' && did.includes(named) ? did.split(named) : [did];
  return (
    <>
      {before}
      {after.length > 0 && tenantId !== undefined && leadId !== undefined && (
        <>
          <Link to={pathTo`/leads/${tenantId}/${leadId}`}>{named}</Link>
          {after.join(named)}
        </>
      )}
      {about['returnId'] !== undefined && !did.includes(about['returnId']) && (
        <div className="quiet">return {about['returnId']}</div>
      )}
      {about['submissionId'] !== undefined && !did.includes(about['submissionId']) && (
        <div className="quiet">submission {about['submissionId']}</div>
      )}
      {tenantId !== undefined && !did.includes(`tenant ${tenantId}`) && (
        <div className="quiet">tenant {tenantId}</div>
      )}
    </>
  );
}
