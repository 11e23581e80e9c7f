/** One buyer: its outcomes over time, its latest answers, and when its circuit was open. */
import type { adminGetBuyer, EndpointData } from '@sluice/contracts';
import { buyerRanges, type BuyerRange } from '@sluice/contracts/words';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { useAnswer } from '../../api/queries.js';
import { pathTo } from '../../api/request.js';
import { StatusBadge } from '../../components/badge.js';
import { Chart } from '../../components/chart.js';
import { Facts, numberText } from '../../components/figure.js';
import { Named } from '../../components/named.js';
import { PageHead } from '../../components/page-head.js';
import { Panel } from '../../components/panel.js';
import { Segments } from '../../components/segments.js';
import { Empty, Loaded } from '../../components/states.js';
import { Table } from '../../components/table.js';
import { durationText, TimeAndAge } from '../../components/time.js';
import { CircuitActions } from './circuit-actions.js';
import { BuyerState, failed, refused } from './buyer-state.js';

type Found = EndpointData<typeof adminGetBuyer>;
type Answer = Found['answers'][number];

const RELOAD_MS = 3_000;
const rangeNames: Readonly<Record<BuyerRange, string>> = { hours: '2 hours', week: 'Week' };

export default function BuyerPage() {
  const { tenant: tenantId = '', receiver: name = '' } = useParams();
  const [range, setRange] = useState<BuyerRange>('hours');
  const answer = useAnswer<typeof adminGetBuyer>(pathTo`/admin/v1/tenants/${tenantId}/buyers/${name}`, {
    query: { range },
    everyMs: RELOAD_MS,
  });
  return (
    <>
      <PageHead title={answer.data?.buyer.buyer ?? name}>
        <Link to="/buyers">All buyers</Link>
      </PageHead>
      <Loaded from={answer}>
        {(found) => (
          <>
            <Panel title="Now" actions={<CircuitActions buyer={found.buyer} />}>
              <BuyerFacts found={found} />
            </Panel>
            <Panel
              title="Answers"
              actions={
                <Segments
                  label="Time range"
                  value={range}
                  onValue={setRange}
                  options={buyerRanges.map((value) => ({ value, label: rangeNames[value] }))}
                />
              }
            >
              <Answers found={found} />
            </Panel>
            <Panel title="Circuit">
              <Circuit circuit={found.circuit} />
            </Panel>
            <Panel title="Latest answers">
              <Latest found={found} tenantId={tenantId} />
            </Panel>
          </>
        )}
      </Loaded>
    </>
  );
}

function BuyerFacts({ found: { buyer, names } }: { readonly found: Found }) {
  const { tenantId, url, campaignIds, waiting, p50Ms, p95Ms, lastAcceptedAt, failingSince } = buyer;
  return (
    <Facts
      facts={
        [
          ['State', <BuyerState key="state" buyer={buyer} />],
          ['Failing since', failingSince !== undefined && <TimeAndAge key="failing" at={failingSince} />],
          ['Waiting leads', waiting === undefined ? 'not counted' : numberText(waiting)],
          [
            'Answer time',
            p50Ms !== undefined && `median ${durationText(p50Ms)}, p95 ${durationText(p95Ms ?? p50Ms)}`,
          ],
          [
            'Last accepted',
            lastAcceptedAt !== undefined && <TimeAndAge key="accepted" at={lastAcceptedAt} />,
          ],
          ['Address', url],
          [
            'Campaigns',
            campaignIds.map((campaignId) => (
              <div key={campaignId}>
                <Link to={pathTo`/campaigns/${tenantId}/${campaignId}`}>
                  <Named id={campaignId} names={names.campaigns} />
                </Link>
              </div>
            )),
          ],
        ].filter(([, value]) => value !== false) as [string, string][]
      }
    />
  );
}

function Answers({ found: { points } }: { readonly found: Found }) {
  if (points.every(({ outcomes }) => Object.keys(outcomes).length === 0))
    return <Empty title="No calls in this period" />;
  return (
    <Chart
      label="Answers over time"
      times={points.map(({ at }) => Date.parse(at) / 1000)}
      stacked
      series={[
        { label: 'accepted', tone: 'good', values: points.map(({ outcomes }) => outcomes['accepted'] ?? 0) },
        { label: 'refused', tone: 'warn', values: points.map(({ outcomes }) => refused(outcomes)) },
        { label: 'failed', tone: 'bad', values: points.map(({ outcomes }) => failed(outcomes)) },
      ]}
    />
  );
}

function Latest({ found: { answers }, tenantId }: { readonly found: Found; readonly tenantId: string }) {
  return (
    <Table<Answer>
      label="Latest answers"
      rows={answers}
      keyOf={({ submissionId, n, at }) => `${submissionId} ${n} ${at}`}
      empty={<Empty title="No answers yet" />}
      columns={[
        {
          head: 'Lead',
          cell: ({ leadId, n }) => (
            <>
              <Link to={`/leads/${tenantId}/${leadId}`}>{leadId}</Link>
              {n > 1 && <span className="quiet"> attempt {n}</span>}
            </>
          ),
        },
        { head: 'Time', shrink: true, cell: ({ at }) => <TimeAndAge at={at} /> },
        { head: 'Outcome', shrink: true, cell: ({ outcome }) => <StatusBadge status={outcome} /> },
        {
          head: 'Answer',
          shrink: true,
          cell: ({ status, failure, unreadable }) =>
            `${status ?? failure?.replaceAll('_', ' ') ?? '–'}${unreadable ? ', not recognised' : ''}`,
        },
        { head: 'Duration', number: true, cell: ({ durationMs }) => durationText(durationMs) },
      ]}
    />
  );
}

function Circuit({ circuit }: Pick<Found, 'circuit'>) {
  return (
    <Table<Found['circuit'][number]>
      label="Times the circuit was open"
      rows={circuit}
      keyOf={({ since }) => since}
      empty={<Empty title="The circuit has never opened" />}
      columns={[
        { head: 'From', cell: ({ since }) => <TimeAndAge at={since} /> },
        { head: 'Until', cell: ({ until }) => <TimeAndAge at={until} /> },
        {
          head: 'Opened',
          cell: ({ by, reason }) => (by === undefined ? 'automatically' : `by ${by}: ${reason ?? ''}`),
        },
      ]}
    />
  );
}
