/** The first page: findings in words first, then live figures and the history. */
import type { NowState } from '@sluice/contracts';
import { Badge } from '../../components/badge.js';
import { Figure, numberText } from '../../components/figure.js';
import { FindingList } from '../../components/finding-list.js';
import { PageHead } from '../../components/page-head.js';
import { Panel } from '../../components/panel.js';
import { Empty, Loading } from '../../components/states.js';
import { Table } from '../../components/table.js';
import { durationText, TimeInText } from '../../components/time.js';
import { Until } from '../../components/until.js';
import { WaitFigures } from '../../components/wait-figures.js';
import { useNow } from '../../frame/live-now.js';
import { HoldCalls } from '../settings/hold-calls.js';
import { AllWell } from './all-well.js';
import { FirstSteps } from './first-steps.js';
import { HistoryCharts } from './history-charts.js';

export default function NowPage() {
  const { state } = useNow();
  return (
    <>
      <PageHead title="Now" actions={<HoldCalls />}>
        {state ? (
          <>
            Updated <TimeInText at={state.at} />; refreshes every second.
          </>
        ) : (
          'Loading…'
        )}
      </PageHead>
      <FirstSteps />
      {state ? <NowParts state={state} /> : <Loading />}
    </>
  );
}

function NowParts({ state }: { readonly state: NowState }) {
  const isQuiet = state.findings.every(({ severity }) => severity === 'note');
  return (
    <>
      {isQuiet && <AllWell state={state} />}
      {state.findings.length > 0 && <FindingList findings={state.findings} />}
      <Figures state={state} />
      <HistoryCharts latest={state.minutes ?? []} />
      <div className="panels">
        <Panel title="Stages">
          <Stages stages={state.stages} findings={state.findings} />
        </Panel>
        <Panel title="Held leads">
          <Held held={state.held} />
        </Panel>
      </div>
    </>
  );
}

function Figures({ state: { minutes = [], waits } }: { readonly state: NowState }) {
  const now = minutes.at(-1);
  const last = minutes.at(-2) ?? now;
  return (
    <div className="panel figures">
      <Figure name="Leads this minute" note={`${numberText(last?.accepted ?? 0)} last minute`}>
        {numberText(now?.accepted ?? 0)}
      </Figure>
      <Figure name="Delivered this minute" note={`${numberText(last?.ended['delivered'] ?? 0)} last minute`}>
        {numberText(now?.ended['delivered'] ?? 0)}
      </Figure>
      <Figure name="Median time to buyer" note={`p95: ${timeOf(last?.p95Ms ?? now?.p95Ms)}`}>
        {timeOf(last?.p50Ms ?? now?.p50Ms)}
      </Figure>
      <WaitFigures waits={waits} />
    </div>
  );
}

function timeOf(ms: number | undefined): string {
  return ms === undefined ? '–' : durationText(ms);
}

type Stage = NonNullable<NowState['stages']>[number];

function Stages({ stages, findings }: Pick<NowState, 'stages' | 'findings'>) {
  if (!stages) return <Empty title="Redis does not answer">Queue depths are unknown.</Empty>;
  return (
    <Table<Stage>
      label="Stages"
      rows={stages}
      keyOf={({ name }) => name}
      columns={[
        { head: 'Stage', cell: ({ name }) => name },
        { head: 'Waiting', number: true, cell: ({ waiting }) => numberText(waiting) },
        { head: 'Active', number: true, cell: ({ active }) => numberText(active) },
        { head: 'Delayed', number: true, cell: ({ delayed }) => numberText(delayed) },
        {
          head: 'Oldest',
          number: true,
          cell: ({ oldestMs }) => (oldestMs > 0 ? durationText(oldestMs) : '–'),
        },
        { head: 'Workers', number: true, cell: ({ workers }) => numberText(workers) },
        { head: 'State', shrink: true, cell: ({ name }) => <StageState findings={findings} name={name} /> },
      ]}
    />
  );
}

/** The word for a queue, by the kind of its finding. */
const stageWords: Readonly<Record<string, string>> = {
  queue_paused: 'paused',
  stage_without_workers: 'no worker',
  stage_late: 'behind',
  stage_stalled: 'stalled',
};

function StageState({ findings, name }: Pick<NowState, 'findings'> & { readonly name: string }) {
  const finding = findings.find(({ kind, subject }) => kind in stageWords && subject === name);
  if (!finding) return <Badge tone="good">working</Badge>;
  return <Badge tone={finding.severity === 'bad' ? 'bad' : 'warn'}>{stageWords[finding.kind]}</Badge>;
}

type HeldLeads = NonNullable<NowState['held']>[number];

function Held({ held }: { readonly held: NowState['held'] }) {
  if (!held) return <Empty title="MongoDB does not answer">Held leads are unknown.</Empty>;
  return (
    <Table<HeldLeads>
      label="Held leads"
      rows={held}
      keyOf={({ tenantId, campaignId, reason }) => `${tenantId} ${campaignId} ${reason}`}
      empty={<Empty title="No leads held" />}
      columns={[
        { head: 'Campaign', cell: ({ campaignName, campaignId }) => campaignName ?? campaignId },
        { head: 'Reason', cell: ({ reason }) => reason.replaceAll('_', ' ') },
        { head: 'Leads', number: true, cell: ({ count }) => numberText(count) },
        { head: 'Opens', shrink: true, cell: ({ opensAt }) => <Until at={opensAt} /> },
      ]}
    />
  );
}
