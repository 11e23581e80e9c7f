/**
 * The worker of a stage: takes batches from its queue, as many as its concurrency allows, and returns those that it may not
 * process now. A batch whose worker died while processing it is first split into single leads.
 */
import { MAX_BATCH } from '@sluice/contracts';
import { DelayedError, Worker, type Job } from 'bullmq';
import { setTimeout as pause } from 'node:timers/promises';
import { errorFields, type Logger } from '@sluice/process';
import type { Metrics } from '@sluice/process';
import type { BatchRef } from '../fair-queue.js';
import { createBulkheads, type WhenFree } from '../bulkheads.js';
import type { Producer, Work } from '../producer.js';
import { readBatch, type ReadBatch } from '../read-batch.js';
import type { RedisConnection } from '@sluice/process';
import { watchBudget } from './job-budget.js';
import { createBatchRunner } from './run-batch.js';
import { backoffMs } from './run-result.js';
import type { Stage } from './stage.js';

/** A running worker; its progress feeds the health check. */
export interface RunningStage {
  readonly progress: Progress;
  /** Describes a run past its budget that has not settled, if there is one. */
  readonly overdue: () => string | undefined;
  /** Takes no new batches and waits for the running ones, but no longer than `finishWithinMs`. */
  close(): Promise<void>;
}

/** What a worker has been doing. */
export interface Progress {
  /** Batches in progress. */
  active: number;
  lastFinishedAt: number;
}

/** What a worker needs besides its stage. */
export interface StageSurroundings {
  readonly connection: RedisConnection;
  readonly producer: Producer;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** The current time, by the database's clock. */
  readonly now: () => Date;
  /** Milliseconds; defaults to the stage's own budget. */
  readonly budgetMs?: number | undefined;
  /** A stopping worker waits this long for its runs and leaves the rest to their leases; default 8 s. */
  readonly finishWithinMs?: number;
  /**
   * Whether a thrown error means that a store the stage waits for is unavailable. Errors of Redis and deadlines are
   * recognised here.
   */
  readonly isWaiting?: (error: unknown) => boolean;
}

// Another worker takes over the active job of a killed one after 13 s at most: by then its lock has expired and the
// check for stalled jobs has run.
const LOCK_MS = 10_000;
const STALLED_CHECK_MS = 3_000;
// By default a second stall would fail a job, whatever its attempts. The retry budget is kept in MongoDB.
const STALLS_FORGIVEN = 100;
// If a batch ends while another place waits for one, BullMQ forgets when the next delayed batch is due, and looks again
// only after this time; by default after 5 s.
const LOOKS_AGAIN_AFTER_SECONDS = 1;
const FINISH_WITHIN_MS = 8_000;
// Without a batch in progress, only a silent Redis keeps a worker from closing.
const CLOSES_WITHIN_MS = 3_000;
const LOOK_EVERY_MS = 100;
const AFTER_CRASH_DELAY_MS = 1_000;
// With one run at a time a stage would idle while it waits for its stores; more than two combine no more round trips.
const LANE_BOUNDS = { runs: 2, leadsTogether: MAX_BATCH, batchesTogether: 8, stalledAfterMs: 1_000 };
// When a delayed batch may be taken again if the worker that delayed it has not promoted it before.
const DELAYED_MS = 30_000;

/** Starts to process the stage's queue. */
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
  }: StageSurroundings,
): RunningStage {
  const { queue } = stage;
  const budget = watchBudget(queue.name, budgetMs, log, metrics);
  const progress: Progress = { active: 0, lastFinishedAt: Date.now() };
  const bulkheads = createBulkheads({ ...LANE_BOUNDS, concurrency: queue.concurrency });
  let leadsInProgress = 0;

  // If Redis refuses the work, the sweep requeues it later.
  const enqueue = (one: Work<Payload>): Promise<void> =>
    producer.add(queue, one).catch((error: unknown) => log.debug('left to the sweep', errorFields(error)));
  const lists = producer.lists(queue);
  const runBatch = createBatchRunner(stage, deps, { budget, log, metrics, now, isWaiting, enqueue, lists });

  async function work(job: Job, token?: string): Promise<void> {
    const batch = readBatch(queue, job, log);
    const ref: BatchRef = { jobId: job.id ?? '', tenantId: batch.tenantId, lane: batch.lane };
    progress.active += 1;
    boundTaking(batch, batch.items.length);
    try {
      // If the batch was still waiting in the worker that died, none of its leads caused that.
      const leftBegun = job.stalledCounter > 0 && (await producer.hasBegun(queue, ref).catch(() => true));
      if (leftBegun) return await split(ref.jobId, batch);
      const begin = () => begun(ref, job.priority);
      const whenFree = await bulkheads.run(ref, batch.items.length, (leadEnded) =>
        runBatch(batch, { begin, leadEnded }),
      );
      if (whenFree) await delay(job, token, whenFree);
    } finally {
      progress.active -= 1;
      progress.lastFinishedAt = Date.now();
      boundTaking(batch, -batch.items.length);
    }
  }

  // Not awaited: the sweep copes with a started batch that is still listed as waiting.
  function begun(batch: BatchRef, priority: number): void {
    void producer.begin(queue, batch, priority).catch(() => undefined);
  }

  // BullMQ starts no batch that it has taken while it may take more. So it may take one more than are in progress, and
  // takes them one after another. A stage whose batches form one lane takes none while its runs are full: they are better
  // left in the queue, where tenants take turns.
  function boundTaking({ lane }: Pick<BatchRef, 'lane'>, more: number): void {
    if (lane === undefined) leadsInProgress += more;
    const isFull = leadsInProgress >= LANE_BOUNDS.runs * MAX_BATCH;
    worker.concurrency = isFull
      ? Math.max(1, progress.active)
      : Math.min(progress.active + 1, queue.concurrency);
  }

  // One of the leads may have killed the worker, so each continues in a batch of its own. A lead that was already alone
  // waits a second, so that other batches go first. If this worker is killed here or is slow, the next one enqueues the
  // same batches under the same names, and the queue adds none of them twice.
  async function split(jobId: string, batch: ReadBatch<Payload>): Promise<void> {
    const retry = { failures: 0, trouble: 'died' } as const;
    const notBefore = batch.items.length === 1 ? new Date(now().getTime() + AFTER_CRASH_DELAY_MS) : undefined;
    await Promise.all(
      itemsOf(batch).map((work, index) =>
        producer.add(queue, { ...work, retry, notBefore, name: `${jobId}.${index}` }),
      ),
    );
  }

  // Makes room for others. The batch returns to the queue with its waiting time, and any worker of the
  // queue may take it.
  async function delay(job: Job, token: string | undefined, whenFree: WhenFree): Promise<never> {
    const ref = { jobId: job.id ?? '' };
    // Not awaited, because only the queue's figures depend on it.
    const deferred = (untilMs?: number) => void producer.defer(queue, ref, untilMs).catch(() => undefined);
    const untilMs = Date.now() + DELAYED_MS;
    await job.moveToDelayed(untilMs, token);
    deferred(untilMs);
    // Fails for a batch that was taken again already, or while Redis is unavailable; then nothing is left to do.
    whenFree(
      () =>
        void job.promote().then(
          () => deferred(),
          () => undefined,
        ),
    );
    throw new DelayedError();
  }

  // With the times of their batch, because those of each single lead are no longer known.
  function itemsOf({ lane, items, since, latest, waited }: ReadBatch<Payload>) {
    return items.map(({ payload }) => ({
      payload,
      lane,
      waited,
      since: new Date(since),
      latest: new Date(latest),
    }));
  }

  const worker = new Worker(queue.name, work, {
    connection,
    prefix: queue.prefix,
    concurrency: 1,
    drainDelay: LOOKS_AGAIN_AFTER_SECONDS,
    lockDuration: LOCK_MS,
    stalledInterval: STALLED_CHECK_MS,
    maxStalledCount: STALLS_FORGIVEN,
    skipVersionCheck: true,
    settings: { backoffStrategy: backoffMs },
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
      bulkheads.close();
      const giveUpAt = performance.now() + finishWithinMs;
      let idleSince = performance.now();
      while (!closed && performance.now() < giveUpAt) {
        if (progress.active > 0) idleSince = performance.now();
        else if (performance.now() - idleSince > CLOSES_WITHIN_MS) break;
        await pause(LOOK_EVERY_MS);
      }
      if (progress.active > 0)
        log.warn('stopped waiting for running batches; their leases will expire', {
          batches: progress.active,
        });
    },
  };
}
