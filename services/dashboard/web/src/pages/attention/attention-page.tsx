/** Leads that need attention, grouped by cause; a group opens to its leads with the outcome of each attempt. */
import type { adminListAttention, adminListAttentionLeads, EndpointData } from '@sluice/contracts';
import { alertedReasons } from '@sluice/contracts/words';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { call } from '../../api/call.js';
import { useAnswer, usePages } from '../../api/queries.js';
import { useAddress } from '../../api/use-address.js';
import { pathTo } from '../../api/request.js';
import { StatusBadge } from '../../components/badge.js';
import { Button } from '../../components/button.js';
import { numberText } from '../../components/figure.js';
import { FindingList } from '../../components/finding-list.js';
import { IdAndName } from '../../components/named.js';
import { PageHead } from '../../components/page-head.js';
import { Panel } from '../../components/panel.js';
import { Empty, Loaded } from '../../components/states.js';
import { Pager, Table } from '../../components/table.js';
import { TimeAndAge, TimeInText } from '../../components/time.js';
import { OfTenant } from '../../frame/tenant.js';
import { ReplayPanel, Replays } from './replay-panel.js';
import { CrashingSubmissions, UnknownOutcomes } from './unknown-outcomes.js';
import { UnsentDocuments } from './unsent-documents.js';

type Group = EndpointData<typeof adminListAttention>['groups'][number];
type Lead = EndpointData<typeof adminListAttentionLeads>['leads'][number];

const RELOAD_MS = 10_000;
/** The cause of all unknown outcomes, which have a part of the page of their own. */
const UNKNOWN = 'unknown_outcome';
const told: readonly (string | undefined)[] = alertedReasons;

export default function AttentionPage() {
  return (
    <>
      <PageHead title="Attention">Leads that wait for a person to act, grouped by cause.</PageHead>
      <OfTenant>{({ tenantId }) => <AttentionOf tenantId={tenantId} />}</OfTenant>
    </>
  );
}

function AttentionOf({ tenantId }: { readonly tenantId: string }) {
  const [{ cause = '', since }, setAddress] = useAddress();
  const answer = useAnswer<typeof adminListAttention>(pathTo`/admin/v1/tenants/${tenantId}/attention`, {
    query: { since },
    everyMs: RELOAD_MS,
  });
  const groups = answer.data?.groups ?? [];
  const named = cause === '' ? [] : groups.filter((group) => isOf(group, cause));
  // A group that a replay empties stays open, with what became of its leads.
  const [kept, setKept] = useState<Group>();
  const [only] = named.length === 1 ? named : [];
  if (only && kept !== only) setKept(only);
  const opened = only ?? (named.length === 0 && kept && isOf(kept, cause) ? kept : undefined);
  const setOpened = (group?: Group) => setAddress({ cause: group && keyOf(group) });
  const showAll = () => setAddress({ cause: undefined, since: undefined });
  return (
    <>
      {answer.data && answer.data.findings.length > 0 && <FindingList findings={answer.data.findings} />}
      <Loaded from={answer}>
        {({ unknown, unknownCount }) => (
          <ReachedBy isWanted={cause === UNKNOWN}>
            <UnknownOutcomes tenantId={tenantId} unknown={unknown} unknownCount={unknownCount} />
          </ReachedBy>
        )}
      </Loaded>
      <Panel
        title={named.length > 1 ? `Causes: ${cause.replaceAll('_', ' ')}` : 'Causes'}
        actions={
          (named.length > 1 || since !== undefined) && (
            <Button plain onClick={showAll}>
              All causes
            </Button>
          )
        }
      >
        <Loaded from={answer}>
          {() => (
            <>
              {since !== undefined && (
                <p>
                  Only leads that ended since <TimeInText at={since} />.
                </p>
              )}
              <Groups groups={named.length > 1 ? named : groups} open={setOpened} />
            </>
          )}
        </Loaded>
        <p className="quiet">
          Switched-off webhook receivers are listed under <Link to="/webhooks">Webhooks</Link>.
        </p>
      </Panel>
      {opened && (
        <ReachedBy isWanted key={keyOf(opened)}>
          <Panel
            title={causeText(opened)}
            actions={
              <Button plain onClick={() => setOpened(undefined)}>
                Close
              </Button>
            }
          >
            {opened.replayable && <ReplayPanel tenantId={tenantId} group={opened} since={since} />}
            <Leads tenantId={tenantId} group={opened} since={since} />
          </Panel>
        </ReachedBy>
      )}
      <Loaded from={answer}>
        {({ crashing, unsent }) => (
          <>
            <CrashingSubmissions tenantId={tenantId} crashing={crashing} />
            <UnsentDocuments tenantId={tenantId} unsent={unsent} />
          </>
        )}
      </Loaded>
      <Replays tenantId={tenantId} />
    </>
  );
}

/** A part of the page that an address or a finding leads to: it is scrolled to, and the keyboard goes on in it. */
function ReachedBy({ isWanted, children }: { readonly isWanted: boolean; readonly children: ReactNode }) {
  const part = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isWanted) part.current?.focus();
  }, [isWanted]);
  return (
    <div ref={part} tabIndex={-1}>
      {children}
    </div>
  );
}

function Groups({
  groups,
  open,
}: {
  readonly groups: readonly Group[];
  readonly open: (group: Group) => void;
}) {
  return (
    <Table<Group>
      label="Causes"
      rows={groups}
      keyOf={keyOf}
      empty={<Empty title="Nothing needs attention" />}
      columns={[
        {
          head: 'Cause',
          cell: (group) => (
            <Button plain small onClick={() => open(group)}>
              {causeText(group)}
            </Button>
          ),
        },
        { head: 'Status', shrink: true, cell: ({ status }) => <StatusBadge status={status} /> },
        {
          head: 'Campaign',
          cell: ({ campaignName, campaignId }) => <IdAndName id={campaignId} name={campaignName} />,
        },
        { head: 'Endpoint', cell: ({ receiver }) => receiver ?? '–' },
        { head: 'Leads', number: true, cell: ({ count }) => numberText(count) },
        { head: 'First', shrink: true, cell: ({ firstAt }) => <TimeAndAge at={firstAt} /> },
        { head: 'Last', shrink: true, cell: ({ lastAt }) => <TimeAndAge at={lastAt} /> },
      ]}
    />
  );
}

function keyOf({ status, reason, campaignId }: Group): string {
  return `${status} ${reason ?? ''} ${campaignId}`;
}

/**
 * Whether `cause` means the group: by its own key, or by the status, with or without a reason, of several groups. A status
 * alone leaves out the reasons that people are told of by themselves.
 */
function isOf(group: Group, cause: string): boolean {
  const isMeant = `${keyOf(group)} `.startsWith(`${cause} `);
  return isMeant && (cause !== group.status || !told.includes(group.reason));
}

function causeText({ reason, stage, because, status }: Group): string {
  const cause = because ?? (reason ?? status).replaceAll('_', ' ');
  return stage === undefined ? cause : `${stage}: ${cause}`;
}

interface LeadsProps {
  readonly tenantId: string;
  readonly group: Group;
  readonly since: string | undefined;
}

function Leads({ tenantId, group: { status, campaignId, reason }, since }: LeadsProps) {
  const path = pathTo`/admin/v1/tenants/${tenantId}/attention/leads`;
  const asked = { status, campaignId, reason, since, limit: 25 };
  const pages = usePages([path, asked], (cursor, signal) =>
    call<typeof adminListAttentionLeads>('GET', path, { query: { ...asked, cursor }, signal }),
  );
  return (
    <Loaded from={pages.page}>
      {({ leads }) => (
        <>
          <Table<Lead>
            label="Leads with this cause"
            rows={leads}
            keyOf={({ leadId }) => leadId}
            columns={[
              {
                head: 'Lead',
                cell: ({ leadId }) => <Link to={`/leads/${tenantId}/${leadId}`}>{leadId}</Link>,
              },
              { head: 'Since', shrink: true, cell: ({ since }) => <TimeAndAge at={since} /> },
              { head: 'What happened', cell: (lead) => <Tries lead={lead} /> },
            ]}
          />
          <Pager pages={pages} />
        </>
      )}
    </Loaded>
  );
}

function Tries({ lead: { stage, because, times, tries } }: { readonly lead: Lead }) {
  return (
    <>
      {because !== undefined && (
        <div>
          {stage}: {because}
          {times !== undefined && `, ${times} times`}
        </div>
      )}
      {tries.map(({ n, at, outcome, status, reason }) => (
        <div key={n} className="quiet">
          Attempt {n}, <TimeInText at={at} />: {outcome} {status ?? reason?.replaceAll('_', ' ') ?? ''}
        </div>
      ))}
      {because === undefined && tries.length === 0 && <span className="quiet">No attempt was made.</span>}
    </>
  );
}
