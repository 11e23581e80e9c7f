/** Queues and the workers that are connected to them. */
import { adminResumeQueue, adminRetryQueue, serviceOfQueue } from '@sluice/contracts';
import { actionOf, defineFinding, inSeconds, label, lately } from '../declare.js';
import type { Stage } from '../observation.js';
import { plural } from '../words.js';

/** Work that waits for so long has come faster than scalers and workers could follow. */
const LATE_MS = 60_000;
/** Work that waits for so long although no worker does any. */
const STALLED_MS = 5 * 60_000;

const page = '/queues';
const area = 'queues';

function waits({ waiting }: Stage) {
  return waiting > 0 ? { count: waiting, counted: 'waiting' } : {};
}

const isWorking = ({ paused, workers }: Stage) => !paused && workers > 0;

// The metrics show whether any work was finished; an observation only whether any is being done.
const isStalled = ({ waiting, active, oldestMs }: Stage) =>
  waiting > 0 && active === 0 && oldestMs > STALLED_MS;

/** Whether a stage that nobody paused is behind; other findings then need no explanation. */
export function isLate({ paused, waiting, oldestMs }: Stage): boolean {
  return !paused && waiting > 0 && oldestMs > LATE_MS;
}

const isPaused = (queue: string) => `Queue ${queue} is paused`;

const queuePaused = defineFinding({
  kind: 'queue_paused',
  area,
  page,
  runbook: 'queues.md#sluicequeuepaused',
  metric: 'sluice_queue_paused',
  thresholds: { lookAt: 0 },
  find: ({ stages = [] }) =>
    stages
      .filter(({ paused }) => paused)
      .map((stage) => ({
        ...waits(stage),
        id: `paused.${stage.name}`,
        measured: 1,
        subject: stage.name,
        headline: isPaused(stage.name),
        todo: 'Resume it once the reason for the pause is resolved.',
        actions: [actionOf(adminResumeQueue, 'Resume queue', { queue: stage.name })],
        command: `sluice queues resume ${stage.name}`,
      })),
  alert: () => ({
    name: 'SluiceQueuePaused',
    level: 'lookAt',
    expr: `max by (queue) (${lately('sluice_queue_paused')}) == 1`,
    lasts: '30m',
    summary: `${isPaused(label('queue'))}, and has been for half an hour.`,
  }),
});

const withoutWorkers = defineFinding({
  kind: 'stage_without_workers',
  area,
  page,
  runbook: 'queues.md#sluicenoprogress',
  metric: 'sluice_queue_workers',
  // Nobody is woken before work has waited as long as for a stage that makes no progress.
  thresholds: { lookAt: 0, wake: STALLED_MS },
  find: ({ stages = [] }) =>
    stages
      .filter(({ paused, workers }) => !paused && workers === 0)
      .map((stage) => ({
        ...waits(stage),
        id: `workers.${stage.name}`,
        measured: Math.max(1, stage.waiting > 0 ? stage.oldestMs : 0),
        subject: stage.name,
        headline: `Queue ${stage.name} has no workers`,
        todo: `Start the ${serviceOfQueue(stage.name)} service.`,
      })),
});

const makesNoProgress = (queue: string) => `Queue ${queue} makes no progress`;

const stageStalled = defineFinding({
  kind: 'stage_stalled',
  area,
  page,
  runbook: 'queues.md#sluicenoprogress',
  metric: 'sluice_queue_oldest_waiting_seconds',
  thresholds: { wake: STALLED_MS },
  find: ({ stages = [], at }) =>
    stages
      .filter((stage) => isWorking(stage) && isStalled(stage))
      .map((stage) => ({
        ...waits(stage),
        id: `late.${stage.name}`,
        measured: stage.oldestMs,
        subject: stage.name,
        since: new Date(at.getTime() - stage.oldestMs),
        headline: makesNoProgress(stage.name),
        todo: `Check the log of the ${serviceOfQueue(stage.name)} workers.`,
      })),
  alert: ({ wake }) => ({
    name: 'SluiceNoProgress',
    level: 'wake',
    expr: `max by (queue) (${lately('sluice_queue_oldest_waiting_seconds')}) > ${inSeconds(wake)}
  unless on (queue) max by (queue) (${lately('sluice_queue_paused')}) == 1
  unless on (queue) label_replace(sum by (stage) (increase(sluice_stage_seconds_count[${inSeconds(wake)}s])) > 0, "queue", "$1", "stage", "(.*)")`,
    lasts: '1m',
    summary: `${makesNoProgress(label('queue'))}; the oldest of its work has waited {{ $value | humanizeDuration }}.`,
  }),
});

const isBehind = (queue: string) => `Queue ${queue} is behind`;

const stageLate = defineFinding({
  kind: 'stage_late',
  area,
  page,
  runbook: 'queues.md#sluicequeuewaitslong',
  metric: 'sluice_queue_oldest_waiting_seconds',
  thresholds: { lookAt: LATE_MS },
  find: ({ stages = [], at }) =>
    stages
      .filter((stage) => isWorking(stage) && isLate(stage) && !isStalled(stage))
      .map((stage) => ({
        ...waits(stage),
        id: `late.${stage.name}`,
        measured: stage.oldestMs,
        subject: stage.name,
        since: new Date(at.getTime() - stage.oldestMs),
        headline: isBehind(stage.name),
        todo: `Start more ${serviceOfQueue(stage.name)} workers if this persists.`,
      })),
  alert: ({ lookAt }) => ({
    name: 'SluiceQueueWaitsLong',
    level: 'lookAt',
    expr: `max by (queue) (${lately('sluice_queue_oldest_waiting_seconds')}) > ${inSeconds(lookAt)}
  unless on (queue) max by (queue) (${lately('sluice_queue_paused')}) == 1`,
    lasts: '10m',
    summary: `${isBehind(label('queue'))}; the oldest of its work has waited {{ $value | humanizeDuration }}.`,
  }),
});

const batchesFailed = defineFinding({
  kind: 'batches_failed',
  area,
  page,
  runbook: 'queues.md#batches-could-not-be-started',
  metric: 'sluice_queue_depth',
  thresholds: { lookAt: 0 },
  find: ({ stages = [] }) =>
    stages.map(({ name, failed }) => ({
      id: `failed.${name}`,
      measured: failed,
      subject: name,
      headline: `Batches of ${name} could not be started`,
      count: failed,
      counted: plural(failed, 'batch', 'batches'),
      todo: 'See the log for the cause, then retry them; the sweep requeues what is still due.',
      actions: [actionOf(adminRetryQueue, 'Retry failed', { queue: name })],
      command: `sluice queues retry ${name}`,
    })),
});

/** The findings of this file. */
export const queueFindings = [queuePaused, withoutWorkers, stageStalled, stageLate, batchesFailed];
