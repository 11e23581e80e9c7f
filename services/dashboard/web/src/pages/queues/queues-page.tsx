/** The queues: their contents and whether they are paused, and below them the board with every queue's jobs. */
import type { adminListQueues, EndpointData } from '@sluice/contracts';
import { call } from '../../api/call.js';
import { useAnswer } from '../../api/queries.js';
import { pathTo } from '../../api/request.js';
import { may } from '../../api/session.js';
import { Badge } from '../../components/badge.js';
import { Button } from '../../components/button.js';
import { confirm } from '../../components/confirm.js';
import { numberText } from '../../components/figure.js';
import { PageHead } from '../../components/page-head.js';
import { Panel } from '../../components/panel.js';
import { Loaded } from '../../components/states.js';
import { Table, type Column } from '../../components/table.js';
import { durationText } from '../../components/time.js';
import { toastGood } from '../../components/toast.js';
import { WaitFigures } from '../../components/wait-figures.js';
import { useNow } from '../../frame/live-now.js';
import { useThemes } from '../../frame/theme.js';
import { setBoardLook } from './board-look.js';

type Queue = EndpointData<typeof adminListQueues>['queues'][number];

const LOADS_EVERY_MS = 2_000;

export default function QueuesPage() {
  const answer = useAnswer<typeof adminListQueues>('/admin/v1/queues', { everyMs: LOADS_EVERY_MS });
  const { chosen: look } = useThemes();
  setBoardLook(look);
  const { state } = useNow();
  const late = new Set(
    state?.findings.flatMap(({ kind, subject }) =>
      kind === 'stage_late' || kind === 'stage_stalled' ? [subject] : [],
    ),
  );
  return (
    <>
      <PageHead title="Queues">
        A paused queue keeps its jobs: leads wait, and none is lost. Jobs contain ids only.
      </PageHead>
      {state && (
        <div className="panel figures">
          <WaitFigures waits={state.waits} only={['inQueues', 'later']} />
        </div>
      )}
      <Panel title="Queues and workers">
        <Loaded from={answer}>
          {({ queues }) => (
            <Table label="Queues" columns={columns(late)} rows={queues} keyOf={({ name }) => name} />
          )}
        </Loaded>
      </Panel>
      <Panel title="Jobs">
        <iframe key={look} className="board" src="/board" title="Queue board" />
      </Panel>
    </>
  );
}

function columns(late: ReadonlySet<string>): readonly Column<Queue>[] {
  return [
    {
      head: 'Queue',
      cell: ({ name, paused }) => (
        <span className="row">
          <strong>{name}</strong> {paused && <Badge tone="warn">paused</Badge>}
        </span>
      ),
    },
    {
      head: 'Workers',
      number: true,
      cell: ({ workers }) => (workers > 0 ? numberText(workers) : <Badge tone="bad">none</Badge>),
    },
    { head: 'Waiting', number: true, cell: ({ waiting }) => numberText(waiting) },
    {
      head: 'Oldest',
      number: true,
      cell: ({ name, waiting, oldestWaitingMs }) =>
        waiting === 0 ? (
          '–'
        ) : (
          <span className={late.has(name) ? 'bad' : undefined}>{durationText(oldestWaitingMs)}</span>
        ),
    },
    { head: 'Active', number: true, cell: ({ active }) => numberText(active) },
    { head: 'Delayed', number: true, cell: ({ delayed }) => numberText(delayed) },
    {
      head: 'Failed',
      number: true,
      cell: ({ failed }) => <span className={failed > 0 ? 'bad' : undefined}>{numberText(failed)}</span>,
    },
    ...(may('adminPauseQueue')
      ? [{ head: 'Actions', shrink: true, cell: (queue: Queue) => <Changes queue={queue} /> }]
      : []),
  ];
}

function Changes({ queue }: { readonly queue: Queue }) {
  const { name, paused, failed, delayed } = queue;
  const ask = (verb: Verb): void => {
    const { title, what, does, done } = sayings[verb](queue);
    confirm({
      title,
      what: <p>{what}</p>,
      does,
      run: async () => {
        await call('POST', pathTo`/admin/v1/queues/${name}/${verb}`);
        toastGood(done);
      },
    });
  };
  return (
    <span className="actions">
      <Button small onClick={() => ask(paused ? 'resume' : 'pause')}>
        {paused ? 'Resume' : 'Pause'}
      </Button>
      {failed > 0 && (
        <Button small onClick={() => ask('retry')}>
          Retry failed
        </Button>
      )}
      {delayed > 0 && (
        <Button small plain onClick={() => ask('promote')}>
          Promote
        </Button>
      )}
    </span>
  );
}

type Verb = 'pause' | 'resume' | 'retry' | 'promote';

interface Saying {
  readonly title: string;
  readonly what: string;
  readonly does: string;
  readonly done: string;
}

const sayings: Readonly<Record<Verb, (queue: Queue) => Saying>> = {
  pause: ({ name }) => ({
    title: `Pause ${name}?`,
    what: 'Its workers finish their current jobs and take no more. Leads of every tenant wait here until you resume it; none is lost.',
    does: 'Pause queue',
    done: `${name} is paused.`,
  }),
  resume: ({ name, waiting }) => ({
    title: `Resume ${name}?`,
    what: `Its workers take jobs again, starting with the ${numberText(waiting)} waiting.`,
    does: 'Resume queue',
    done: `${name} is running again.`,
  }),
  retry: ({ name, failed }) => ({
    title: `Retry the failed batches of ${name}?`,
    what: `${numberText(failed)} batches are queued again. Leads with a known outcome are not delivered again.`,
    does: 'Retry failed',
    done: `The failed batches of ${name} are queued again.`,
  }),
  promote: ({ name, delayed }) => ({
    title: `Promote the delayed batches of ${name}?`,
    what: `${numberText(delayed)} batches run now. A lead that waits for its retry time or for opening hours keeps waiting.`,
    does: 'Promote',
    done: `The delayed batches of ${name} were promoted.`,
  }),
};
