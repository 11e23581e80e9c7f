/** The last hour, day or week: leads by final status, end-to-end time, and waiting leads. */
import type { adminGetHistory, FigurePoint, LeadStatus, QueuedStage } from '@sluice/contracts';
import { historyRanges, type HistoryRange } from '@sluice/contracts/words';
import { useState } from 'react';
import { useAnswer } from '../../api/queries.js';
import { Chart, type Series, type SeriesTone } from '../../components/chart.js';
import { Panel } from '../../components/panel.js';
import { Segments } from '../../components/segments.js';
import { Loaded } from '../../components/states.js';
import { durationText } from '../../components/time.js';

const rangeNames: Readonly<Record<HistoryRange, string>> = { hour: 'Hour', day: 'Day', week: 'Week' };
const reloadMs: Readonly<Record<HistoryRange, number>> = { hour: 60_000, day: 120_000, week: 600_000 };
const steps: Readonly<Record<HistoryRange, string>> = {
  hour: 'per minute',
  day: 'per five minutes',
  week: 'per hour',
};

/** `latest` are the live figures of the last two minutes, which the hour view shows. */
export function HistoryCharts({ latest }: { readonly latest: readonly FigurePoint[] }) {
  const [range, setRange] = useState<HistoryRange>('hour');
  const [waits, setWaits] = useState<'count' | 'age'>('count');
  const answer = useAnswer<typeof adminGetHistory>('/admin/v1/history', {
    query: { range },
    everyMs: reloadMs[range],
  });
  const choose = (
    <Segments
      label="Time range"
      value={range}
      onValue={setRange}
      options={historyRanges.map((value) => ({ value, label: rangeNames[value] }))}
    />
  );
  return (
    <Loaded from={answer}>
      {({ points }) => {
        const shown = range === 'hour' ? merged(points, latest) : points;
        return (
          <>
            <Panel title={`Leads ${steps[range]}, by final status`} actions={choose}>
              <LeadsChart points={shown} />
            </Panel>
            <div className="panels">
              <Panel title="Time to buyer">
                <TimesChart points={shown} />
              </Panel>
              <Panel
                title={waits === 'count' ? 'In queues, by stage' : 'Oldest in queues, by stage'}
                actions={
                  <Segments
                    label="Measure"
                    value={waits}
                    onValue={setWaits}
                    options={[
                      { value: 'count', label: 'Count' },
                      { value: 'age', label: 'Age' },
                    ]}
                  />
                }
              >
                {waits === 'count' ? <WaitsChart points={shown} /> : <AgesChart points={shown} />}
              </Panel>
            </div>
          </>
        );
      }}
    </Loaded>
  );
}

// Live minutes replace loaded ones, and the oldest minutes make room for new ones.
function merged(points: readonly FigurePoint[], latest: readonly FigurePoint[]): readonly FigurePoint[] {
  const fresh = new Map(latest.map((point) => [point.at, point]));
  const known = new Set(points.map(({ at }) => at));
  const first = points[0]?.at ?? '';
  const added = latest.filter(({ at }) => !known.has(at) && at > first);
  return [...points.map((point) => fresh.get(point.at) ?? point), ...added].slice(added.length);
}

const timesOf = (points: readonly FigurePoint[]): readonly number[] =>
  points.map(({ at }) => Date.parse(at) / 1000);

const statuses: readonly (readonly [LeadStatus, SeriesTone])[] = [
  ['delivered', 'good'],
  ['duplicate', '4'],
  ['disqualified', '3'],
  ['rejected', 'warn'],
  ['failed', 'bad'],
];

function LeadsChart({ points }: { readonly points: readonly FigurePoint[] }) {
  const named = new Set<string>(statuses.map(([status]) => status));
  const others = (ended: FigurePoint['ended']): number =>
    Object.entries(ended).reduce((sum, [status, count]) => (named.has(status) ? sum : sum + count), 0);
  const series: Series[] = [
    ...statuses.map(([label, tone]) => ({
      label,
      tone,
      values: points.map(({ ended }) => ended[label] ?? 0),
    })),
    { label: 'other', tone: '2', values: points.map(({ ended }) => others(ended)) },
  ];
  return <Chart label="Leads by final status over time" times={timesOf(points)} series={series} stacked />;
}

function TimesChart({ points }: { readonly points: readonly FigurePoint[] }) {
  const series: Series[] = [
    { label: 'median', tone: '1', values: points.map(({ p50Ms }) => p50Ms ?? null) },
    { label: 'p95', tone: '3', values: points.map(({ p95Ms }) => p95Ms ?? null) },
  ];
  return (
    <Chart
      label="Time to buyer over time"
      times={timesOf(points)}
      series={series}
      write={durationText}
      height={170}
    />
  );
}

const tones: Readonly<Record<QueuedStage, SeriesTone>> = { qualification: '1', routing: '2', delivery: '3' };

function byStage(points: readonly FigurePoint[], what: 'waiting' | 'oldestMs'): Series[] {
  return Object.entries(tones).map(([label, tone]) => ({
    label,
    tone,
    values: points.map((point) => point.stages[label]?.[what] ?? 0),
  }));
}

function WaitsChart({ points }: { readonly points: readonly FigurePoint[] }) {
  return (
    <Chart
      label="Leads in queues over time"
      times={timesOf(points)}
      series={byStage(points, 'waiting')}
      height={170}
    />
  );
}

function AgesChart({ points }: { readonly points: readonly FigurePoint[] }) {
  return (
    <Chart
      label="Age of the oldest lead in queues over time"
      times={timesOf(points)}
      series={byStage(points, 'oldestMs')}
      write={durationText}
      height={170}
    />
  );
}
