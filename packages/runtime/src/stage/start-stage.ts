/**
 * The worker of a stage: takes its queue's batches, as many as its lanes let it, and leaves to others what it may not work
 * on now. A batch that was in the hands of a worker that died is taken apart first.
 */
import { MAX_BATCH, type Batch } from '@sluice/contracts';
import { DelayedError, Worker, type Job } from 'bullmq';
import { setTimeout as pause } from 'node:timers/promises';
import { errorFields, type Logger } from '../logger.js';
import type { Metrics } from '../metrics.js';
import type { BatchRef } from '../queues/fair-queue.js';
import { createLanes } from '../queues/lanes.js';
import type { Producer, Work } from '../queues/producer.js';
import { readBatch } from '../queues/read-batch.js';
import type { RedisConnection } from '../redis.js';
import { watchBudget } from './job-budget.js';
import { createBatchRunner } from './run-batch.js';
import { backoffMs } from './run-result.js';
import type { Stage } from './stage.js';

/** A worker that runs; its progress feeds the health check. */
export interface RunningStage {
  readonly progress: Progress;
  /** Says so while a run past its budget has not settled. */
  readonly overdue: () => string | undefined;
  /** Takes no batch while `isOn`; those that run go on to their end. */
  hold(isOn: boolean): void;
  /** Takes no new batches and waits for those that run, but not longer than `finishWithinMs`. */
  close(): Promise<void>;
}

/** What a worker has been doing. */
export interface Progress {
  /** Batches in hand. */
  active: number;
  lastFinishedAt: number;
}

/** What a worker needs besides its stage. */
export interface StageSurroundings {
  readonly connection: RedisConnection;
  readonly producer: Producer;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Now, by the database's clock. */
  readonly now: () => Date;
  /** Milliseconds; default the stage's own. */
  readonly budgetMs?: number | undefined;
  /** A worker that stops leaves what still runs after that to its leases; default 8 s. */
  readonly finishWithinMs?: number;
  /** Whether a thrown error says that a store is away that the stage waits for; Redis and time limits are known here. */
  readonly isWaiting?: (error: unknown) => boolean;
  /** Begins on hold: no batch is taken until the hold is over. */
  readonly onHold?: boolean;
}

// Another worker takes over an active job of a killed one after 13 s at the latest: its lock has expired, and stalled jobs were looked for.
const LOCK_MS = 10_000;
const STALLED_CHECK_MS = 3_000;
// Two stalls would fail a job at the default of 1, whatever its tries; the retry budget is kept in MongoDB.
const STALLS_FORGIVEN = 100;
const FINISH_WITHIN_MS = 8_000;
// With no batch in hand, only a Redis that is silent keeps a worker from closing.
const CLOSES_WITHIN_MS = 3_000;
const LOOK_EVERY_MS = 100;
// What came to a worker on hold comes back then.
const HELD_LOOK_MS = 2_000;
const SUSPECT_LATER_MS = 1_000;
// With one run a stage idles while it waits for its stores; more than two batch no more round trips.
const LANE_BOUNDS = { runs: 2, leadsTogether: MAX_BATCH, batchesTogether: 8, patienceMs: 1_000 };
// A batch that left its worker comes back then, should the worker not have called it back.
const BACK_AFTER_MS = 30_000;

/** Begins to work on the stage's queue. */
export function startStage<Payload, Deps>(
  stage: Stage<Payload, Deps>,
  deps: Deps,
  {
    connection,
    producer,
    log,
    metrics,
    now,
    budgetMs = stage.budgetMs,
    finishWithinMs = FINISH_WITHIN_MS,
    isWaiting,
    onHold = false,
  }: StageSurroundings,
): RunningStage {
  const { queue } = stage;
  const budget = watchBudget(queue.name, budgetMs, log, metrics);
  const progress: Progress = { active: 0, lastFinishedAt: Date.now() };
  const lanes = createLanes({ ...LANE_BOUNDS, places: queue.concurrency });
  let leadsInHand = 0;
  let isHeld = onHold;

  // What Redis does not take is the sweep's.
  const enqueue = (one: Work<Payload>): Promise<void> =>
    producer.add(queue, one).catch((error: unknown) => log.debug('left to the sweep', errorFields(error)));
  const runBatch = createBatchRunner(stage, deps, { budget, log, metrics, now, isWaiting, enqueue });

  async function work(job: Job, token?: string): Promise<void> {
    // The worker was waiting for a batch when the hold began.
    if (isHeld) {
      await job.moveToDelayed(Date.now() + HELD_LOOK_MS, token);
      throw new DelayedError();
    }
    const batch = readBatch(queue, job, log);
    const ref: BatchRef = { jobId: job.id ?? '', tenantId: batch.tenantId, lane: batch.lane };
    progress.active += 1;
    takeNoMoreThanRuns(batch, batch.items.length);
    try {
      // Of a batch that still waited in the worker that died, no lead is a suspect.
      const leftBegun = job.stalledCounter > 0 && (await producer.hasBegun(queue, ref).catch(() => true));
      if (leftBegun) return await takeApart(ref.jobId, batch);
      const begin = () => begun(ref, job.priority);
      const came = await lanes.run(laneOf(batch), batch.items.length, (leadEnded) =>
        runBatch(batch, { begin, leadEnded }),
      );
      if (came === 'ran') return;
      await leave(job, token, laneOf(batch));
    } finally {
      progress.active -= 1;
      progress.lastFinishedAt = Date.now();
      takeNoMoreThanRuns(batch, -batch.items.length);
    }
  }

  // Nothing waits for it: of a batch that is taken to wait the sweep finds out.
  function begun(batch: BatchRef, priority: number): void {
    void producer.begin(queue, batch, priority).catch(() => undefined);
  }

  // Where all batches share a lane, those that a worker could not begin with at once are better left in the queue, where
  // tenants take turns.
  function takeNoMoreThanRuns({ lane }: Batch, more: number): void {
    if (lane !== undefined) return;
    leadsInHand += more;
    const isFull = leadsInHand >= LANE_BOUNDS.runs * MAX_BATCH;
    worker.concurrency = isFull ? Math.max(1, progress.active) : queue.concurrency;
  }

  // One of them may have ended the worker: each goes on by itself, and one that did so already lets the others go first.
  // A worker that is killed at this, or is slow, is followed by another that does the same again: under the same names it
  // comes to the same, and no lead is a suspect twice.
  async function takeApart(jobId: string, batch: Batch): Promise<void> {
    const retry = { failures: 0, trouble: 'died' } as const;
    const notBefore = batch.items.length === 1 ? new Date(now().getTime() + SUSPECT_LATER_MS) : undefined;
    await Promise.all(
      itemsOf(batch).map((work, index) =>
        producer.add(queue, { ...work, retry, notBefore, name: `${jobId}.${index}` }),
      ),
    );
  }

  // Its place is for a receiver that answers. It waits on as it was enqueued, and any worker of the queue may take it.
  async function leave(job: Job, token: string | undefined, lane: string | undefined): Promise<never> {
    await job.moveToDelayed(Date.now() + BACK_AFTER_MS, token);
    // One that came back already, or whose Redis is away, needs no call.
    lanes.whenFree(lane, () => void job.promote().catch(() => undefined));
    throw new DelayedError();
  }

  // As they were enqueued; it is not known any more which of them was when.
  function itemsOf({ tenantId, lane, items, since, latest }: Batch) {
    return items.map((item) => ({
      payload: queue.payload(tenantId, item),
      ...{ since: new Date(since), latest: new Date(latest), lane },
    }));
  }

  const worker = new Worker(queue.name, work, {
    connection,
    prefix: queue.prefix,
    concurrency: queue.concurrency,
    lockDuration: LOCK_MS,
    stalledInterval: STALLED_CHECK_MS,
    maxStalledCount: STALLS_FORGIVEN,
    skipVersionCheck: true,
    settings: { backoffStrategy: backoffMs },
  });
  worker.on('error', (error) => {
    if (worker.isRunning()) log.debug('worker trouble', errorFields(error));
  });
  const hold = (isOn: boolean) => {
    isHeld = isOn;
    metrics.onHold.set(isOn ? 1 : 0);
    if (isOn) void worker.pause(true);
    else if (worker.isPaused()) void worker.resume();
  };
  hold(onHold);
  return {
    progress,
    overdue: budget.overdue,
    hold,
    close: async () => {
      let closed = false;
      void worker.close().finally(() => (closed = true));
      lanes.close();
      const giveUpAt = performance.now() + finishWithinMs;
      let idleSince = performance.now();
      while (!closed && performance.now() < giveUpAt) {
        if (progress.active > 0) idleSince = performance.now();
        else if (performance.now() - idleSince > CLOSES_WITHIN_MS) break;
        await pause(LOOK_EVERY_MS);
      }
      if (progress.active > 0)
        log.warn('batches still run, and are left to their leases', { batches: progress.active });
    },
  };
}

// Tenants may call their receivers the same, and what one's receiver does is not the other's business.
function laneOf({ tenantId, lane }: Batch): string | undefined {
  return lane === undefined ? undefined : `${tenantId}/${lane}`;
}
