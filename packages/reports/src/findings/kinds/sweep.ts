/** The sweep, and leads that it should have moved on. */
import { defineFinding, inSeconds, lately } from '../declare.js';
import { durationText, plural } from '../words.js';
import { isLate } from './queues.js';

const area = 'outbox';
const noSweep = 'No process runs the sweep';

const sweepStale = defineFinding({
  kind: 'sweep_stale',
  area,
  page: '/queues',
  runbook: 'queues.md#sluicesweepstale',
  metric: 'sluice_sweep_last_success_timestamp_seconds',
  // A sweeping process renews its lease every few seconds, and another takes over within 8 s.
  thresholds: { lookAt: 30_000, wake: 120_000 },
  find: ({ at, leaderUntil }) =>
    leaderUntil
      ? [
          {
            id: 'sweep',
            measured: at.getTime() - leaderUntil.getTime(),
            subject: 'the sweep',
            headline: noSweep,
            since: leaderUntil,
            todo: 'Start a worker: without the sweep, lost jobs are never requeued.',
          },
        ]
      : [],
  alert: ({ wake }) => ({
    name: 'SluiceSweepStale',
    level: 'wake',
    expr: `time() - max(sluice_sweep_last_success_timestamp_seconds) > ${inSeconds(wake)} or absent(sluice_sweep_last_success_timestamp_seconds)`,
    lasts: '2m',
    summary: `${noSweep}.`,
  }),
});

const outboxLate = defineFinding({
  kind: 'outbox_late',
  area,
  page: '/queues',
  runbook: 'queues.md#overdue-leads-are-not-requeued',
  metric: 'sluice_outbox_lag_seconds',
  thresholds: { lookAt: 60_000 },
  find: ({ at, lag }) =>
    lag
      ? [
          {
            id: 'overdue',
            measured: lag.oldestMs,
            subject: 'the sweep',
            headline: 'Overdue leads have not been requeued',
            since: new Date(at.getTime() - lag.oldestMs),
            count: lag.overdue,
            counted: plural(lag.overdue, 'lead'),
            todo: 'Make sure that a worker runs, because workers run the sweep; if one does, read its log.',
          },
        ]
      : [],
});

const wasAccepted = (age: string) => `The oldest lead in progress was accepted ${age} ago`;

/** A lead in progress that is older is worth a finding even if another one explains it. */
const LEAD_NEVER_ENDS_MS = 3_600_000;

const leadLate = defineFinding({
  kind: 'lead_late',
  area,
  page: '/leads',
  runbook: 'leads.md#sluiceoldestunfinished',
  metric: 'sluice_oldest_unfinished_seconds',
  // Attempts at a failing buyer end after about 45 minutes.
  thresholds: { lookAt: 10 * 60_000, wake: LEAD_NEVER_ENDS_MS },
  find: ({ oldestInProgressMs = 0, buyers = [], stages = [] }) => {
    const isExplained = buyers.length > 0 || stages.some(isLate);
    if (isExplained && oldestInProgressMs <= LEAD_NEVER_ENDS_MS) return [];
    return [
      {
        id: 'oldest',
        measured: oldestInProgressMs,
        subject: 'the oldest lead',
        headline: wasAccepted(durationText(oldestInProgressMs)),
        todo: 'Look at the stages it may wait in, and search the log by its submission.',
      },
    ];
  },
  alert: ({ wake }) => ({
    name: 'SluiceOldestUnfinished',
    level: 'wake',
    expr: `max(${lately('sluice_oldest_unfinished_seconds')}) > ${inSeconds(wake)}`,
    lasts: '10m',
    summary: `${wasAccepted('{{ $value | humanizeDuration }}')}, and has not ended although it is not held.`,
  }),
});

/** The findings of this file. */
export const sweepFindings = [sweepStale, outboxLate, leadLate];
