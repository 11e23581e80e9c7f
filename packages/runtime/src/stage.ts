/**
 * The mechanism under every worker: takes a queue's jobs, runs the stage on each, and says in one log line what came
 * of it. Business outcomes are returned; a thrown error means "try again", a PermanentError "never again".
 */
import { PermanentError, type QueueDefinition } from '@sluice/contracts';
import { DelayedError, UnrecoverableError, Worker, type Job } from 'bullmq';
import type { Redis } from 'ioredis';
import { setTimeout as pause } from 'node:timers/promises';
import { watchBudget } from './job-budget.js';
import { noteOutlived, runOf, WAITED, type StageRun } from './job-trouble.js';
import { errorFields, type Logger } from './logger.js';
import type { Metrics } from './metrics.js';
import { createSpacing } from './spacing.js';
import type { Telemetry } from './tracing.js';
import { isLate, isRedisUnavailable } from './waiting.js';

/** What a run of a stage came to; with `againAt` the same job runs again then. */
export interface StageOutcome {
  readonly outcome: string;
  readonly againAt?: Date;
  /** More for the log line: ids, counts, reasons; never personal data. */
  readonly fields?: Readonly<Record<string, unknown>>;
}

/** A stage: which queue it serves and what it does with one payload. */
export interface Stage<Payload, Deps> {
  readonly queue: QueueDefinition<Payload>;
  /** How long one run may take, by `jobBudgetMs`; past it the run is given up, and the job is taken up again. */
  readonly budgetMs: number;
  readonly run: (payload: Payload, deps: Deps, run: StageRun) => Promise<StageOutcome>;
}

/** Declares a stage. */
export function defineStage<Payload, Deps>(stage: Stage<Payload, Deps>): Stage<Payload, Deps> {
  return stage;
}

/** A worker that runs; its progress feeds the health check. */
export interface RunningStage {
  readonly progress: Progress;
  /** Says so while a run past its budget has not settled. */
  readonly overdue: () => string | undefined;
  /** Takes no new jobs and waits for those that run, but not longer than `finishWithinMs`. */
  close(): Promise<void>;
}

/** What a worker has been doing. */
export interface Progress {
  active: number;
  lastFinishedAt: number;
}

/** What a worker needs besides its stage. */
export interface StageSurroundings {
  readonly connection: Redis;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Jobs at once; default the queue's own. */
  readonly concurrency?: number;
  /** Milliseconds; default the stage's own. */
  readonly budgetMs?: number | undefined;
  readonly telemetry?: Telemetry | undefined;
  /** Who stops leaves what still runs after that to its leases; default 8 s. */
  readonly finishWithinMs?: number;
  /** Whether a thrown error says that somebody is away whom the stage waits for; Redis and time limits are known here. */
  readonly isWaiting?: (error: unknown) => boolean;
}

// An active job of a killed worker is another's after 13 s at the latest: its lock is over, and somebody has looked.
const LOCK_MS = 10_000;
const STALLED_CHECK_MS = 3_000;
// Two stalls would fail a job at the default of 1, whatever its tries; the retry budget is kept in MongoDB.
const STALLS_FORGIVEN = 100;
const RETRY_AT_MOST_MS = 3_000;
const FINISH_WITHIN_MS = 8_000;
// With no job in hand, only a Redis that is silent keeps a worker from closing.
const CLOSES_WITHIN_MS = 3_000;
const LOOK_EVERY_MS = 100;
// From the second death on, a job is taken for what may have caused it.
const SUSPECT_AFTER_DEATHS = 2;
const SUSPECTS_APART_MS = 250;

/** Begins to work on the stage's queue. */
export function startStage<Payload, Deps>(
  stage: Stage<Payload, Deps>,
  deps: Deps,
  {
    connection,
    log,
    metrics,
    concurrency,
    budgetMs = stage.budgetMs,
    telemetry,
    finishWithinMs = FINISH_WITHIN_MS,
    isWaiting,
  }: StageSurroundings,
): RunningStage {
  const { queue } = stage;
  const budget = watchBudget(queue.name, budgetMs, log, metrics);
  const progress: Progress = { active: 0, lastFinishedAt: Date.now() };
  const spaced = createSpacing(SUSPECTS_APART_MS);

  async function work(job: Job, token: string | undefined): Promise<{ outcome: string }> {
    const payload = parsed(queue, job);
    progress.active += 1;
    try {
      return await budget.within({ ...(payload as object) }, () => runOnce(job, token, payload));
    } finally {
      progress.active -= 1;
      progress.lastFinishedAt = Date.now();
    }
  }

  async function runOnce(
    job: Job,
    token: string | undefined,
    payload: Payload,
  ): Promise<{ outcome: string }> {
    const startedAt = performance.now();
    try {
      const run = () => stage.run(payload, deps, runOf(job));
      const suspect = job.stalledCounter >= SUSPECT_AFTER_DEATHS;
      const { outcome, againAt, fields } = await (suspect ? spaced(run) : run());
      const durationMs = Math.round(performance.now() - startedAt);
      metrics.stageSeconds.observe({ stage: queue.name, outcome }, durationMs / 1000);
      log.info(queue.name, { ...(payload as object), outcome, durationMs, ...fields });
      if (againAt) {
        await noteOutlived(job, 'well');
        await job.moveToDelayed(againAt.getTime(), token);
        throw new DelayedError();
      }
      return { outcome };
    } catch (error) {
      if (error instanceof DelayedError) throw error;
      await noteOutlived(job, 'threw');
      log.warn(`${queue.name} threw`, {
        ...(payload as object),
        tries: job.attemptsMade + 1,
        ...errorFields(error),
      });
      if (error instanceof PermanentError) throw new UnrecoverableError(error.message);
      const waited = isRedisUnavailable(error) || isLate(error) || isWaiting?.(error);
      throw waited ? new Error(WAITED) : withoutPayload(error);
    }
  }

  const worker = new Worker(queue.name, work, {
    connection,
    prefix: queue.prefix,
    concurrency: concurrency ?? queue.concurrency,
    lockDuration: LOCK_MS,
    stalledInterval: STALLED_CHECK_MS,
    maxStalledCount: STALLS_FORGIVEN,
    skipVersionCheck: true,
    ...(telemetry && { telemetry }),
    settings: {
      backoffStrategy: (tries) => Math.min(100 * 2 ** tries, RETRY_AT_MOST_MS) * (0.75 + Math.random() / 2),
    },
  });
  worker.on('error', (error) => {
    if (worker.isRunning()) log.debug('worker trouble', errorFields(error));
  });
  return {
    progress,
    overdue: budget.overdue,
    close: async () => {
      let closed = false;
      void worker.close().finally(() => (closed = true));
      const giveUpAt = performance.now() + finishWithinMs;
      let idleSince = performance.now();
      while (!closed && performance.now() < giveUpAt) {
        if (progress.active > 0) idleSince = performance.now();
        else if (performance.now() - idleSince > CLOSES_WITHIN_MS) break;
        await pause(LOOK_EVERY_MS);
      }
      if (progress.active > 0)
        log.warn('jobs still run, and are left to their leases', { jobs: progress.active });
    },
  };
}

function parsed<Payload>(queue: QueueDefinition<Payload>, job: Job): Payload {
  const result = queue.payload.safeParse(job.data);
  if (!result.success) throw new UnrecoverableError(`not a payload of ${queue.name}`);
  return result.data;
}

// Redis keeps a failed job's error in clear text, and a database error may quote a document.
function withoutPayload(error: unknown): Error {
  return new Error(error instanceof Error ? error.name : 'unknown error');
}
