/** Entries of the audit, filtered and paged: who did what, when, from where, and with which outcome. */
import type { adminListAudit, AuditEntryView } from '@sluice/contracts';
import { auditOutcomes, channels } from '@sluice/contracts/words';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { call } from '../../api/call.js';
import { usePages } from '../../api/queries.js';
import { addressOf, pathTo } from '../../api/request.js';
import { useAddress } from '../../api/use-address.js';
import { StatusBadge } from '../../components/badge.js';
import { buttonClass } from '../../components/button.js';
import { Choice, optionsOf } from '../../components/choice.js';
import { PageHead } from '../../components/page-head.js';
import { Panel } from '../../components/panel.js';
import { Empty, Loaded } from '../../components/states.js';
import { Pager, Table, type Column } from '../../components/table.js';
import { beginningOf } from '../../components/day-in-zone.js';
import { TimeAndAge } from '../../components/time.js';
import { TypedField } from '../../components/typed-field.js';
import { useZone } from '../../components/zone.js';
import { ListFilters } from '../../frame/list-filters.js';

const names = ['who', 'action', 'tenantId', 'leadId', 'via', 'outcome', 'from', 'to'];

interface AuditProps {
  /** The operation that lists the entries. */
  readonly path: string;
  /** The operation that exports all that match. */
  readonly exportPath?: string;
  /** More filters. */
  readonly children?: ReactNode;
}

export function Audit({ path, exportPath, children }: AuditProps) {
  const [address] = useAddress();
  const asked = askedBy(address, useZone());
  return (
    <>
      <PageHead
        title="Audit"
        actions={
          exportPath !== undefined ? (
            <a className={buttonClass({})} href={addressOf(exportPath, asked)} download="sluice-audit.ndjson">
              Export as NDJSON
            </a>
          ) : undefined
        }
      >
        Every change is recorded before it is made, and so is every view of personal data.
      </PageHead>
      <ListFilters label="Filter the audit" names={names}>
        <TypedField name="who" label="Actor" placeholder="ada" />
        {children}
        <TypedField name="leadId" label="Lead" placeholder="lead_…" />
        <Choice name="via" label="Channel" any="Any channel" options={optionsOf(channels)} />
        <Choice name="outcome" label="Outcome" any="Any outcome" options={optionsOf(auditOutcomes)} />
        <TypedField name="from" label="From" type="date" />
        <TypedField name="to" label="To" type="date" />
      </ListFilters>
      <Entries path={path} asked={asked} />
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

function Entries({ path, asked }: { readonly path: string; readonly asked: Asked }) {
  const pages = usePages([path, asked], (cursor, signal) =>
    call<typeof adminListAudit>('GET', path, { query: { ...asked, cursor, limit: 50 }, signal }),
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
