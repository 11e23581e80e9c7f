/**
 * The mechanism under every worker: takes a queue's batches, runs the stage on each of their leads side by side, so that
 * their round trips meet, and says in one log line what came of them. Trouble belongs to a lead, not to its batch: what
 * throws or waits leaves the batch and is requeued by itself.
 */
import { MAX_BATCH, type Batch, type QueueDefinition } from '@sluice/contracts';
import { DelayedError, Worker, type Job } from 'bullmq';
import { setTimeout as pause } from 'node:timers/promises';
import { watchBudget } from './job-budget.js';
import { errorFields, type Logger } from './logger.js';
import type { Metrics } from './metrics.js';
import { createLanes } from './queues/lanes.js';
import type { BatchRef } from './queues/fair-queue.js';
import type { Producer } from './queues/producer.js';
import { readBatch } from './queues/read-batch.js';
import type { RedisConnection } from './redis.js';
import { createSpacing } from './spacing.js';
import type { TracedBatch } from './tracing/tracer.js';
import { activeTracer } from './tracing/tracing.js';
import { isLate, isRedisUnavailable } from './waiting.js';

/** How a lead or effect came to be run. */
export interface StageRun {
  /** It was never begun before. */
  readonly first: boolean;
  /** How the run before this one ended badly, if it did: it threw, or its worker died with it in hand. */
  readonly trouble?: 'threw' | 'died' | undefined;
  /** When it was enqueued for this run; never earlier than that, and later only if the others of its batch were. */
  readonly enqueuedAt?: Date;
}

/** What a run of a stage came to; with `againAt` the same lead or effect runs again then. */
export interface StageOutcome {
  readonly outcome: string;
  readonly againAt?: Date;
  /** After the death of a worker: what it left is not settled yet, so the next run is by itself as well. */
  readonly isSuspect?: boolean;
  /** More for the log line: ids, counts, reasons; never personal data. */
  readonly fields?: Readonly<Record<string, unknown>>;
}

/** A stage: which queue it serves and what it does with one lead or effect. */
export interface Stage<Payload, Deps> {
  readonly queue: QueueDefinition<Payload>;
  /** How long one run may take, by `jobBudgetMs`; past it the run is given up, and its lead or effect is taken up again. */
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
const RETRY_AT_MOST_MS = 3_000;
/** What failed so often in a row is left to the sweep. */
const FAILURES_AT_MOST = 12;
const FINISH_WITHIN_MS = 8_000;
// With no batch in hand, only a Redis that is silent keeps a worker from closing.
const CLOSES_WITHIN_MS = 3_000;
const LOOK_EVERY_MS = 100;
// What came to a worker on hold comes back then.
const HELD_LOOK_MS = 2_000;
// Leads whose worker died begin one after the other, so that the one that ends its worker is counted alone.
const SUSPECTS_APART_MS = 250;
const SUSPECT_LATER_MS = 1_000;
// With one run a stage idles while it waits for its stores; more than two batch no more round trips.
const LANE_BOUNDS = { runs: 2, leadsTogether: MAX_BATCH, batchesTogether: 8, patienceMs: 1_000 };
// A batch that left its worker comes back then, should the worker not have called it back.
const BACK_AFTER_MS = 30_000;

/** What came of one lead or effect of a batch. */
type Result =
  | { readonly kind: 'done'; readonly outcome: string }
  | { readonly kind: 'again'; readonly outcome: string; readonly at: Date; readonly isSuspect: boolean }
  /** `waited`: it only waited for a store that is away, and is not to blame. */
  | { readonly kind: 'threw'; readonly error: unknown; readonly waited: boolean };

/** What the leads of a batch have in common when they run. */
interface BatchRun {
  readonly how: StageRun;
  readonly begin: () => void;
  /** Absent while tracing is off. */
  readonly trace: TracedBatch | undefined;
}

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
  const spaced = createSpacing(SUSPECTS_APART_MS);
  let leadsInHand = 0;
  let isHeld = onHold;

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
        run(batch, begin, leadEnded),
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

  async function run(batch: Batch, begin: () => void, leadEnded: () => void): Promise<void> {
    const how: StageRun = {
      first: batch.retry === undefined,
      trouble: batch.retry?.trouble,
      enqueuedAt: new Date(batch.latest),
    };
    const startedAt = performance.now();
    // A suspect begins when its turn comes.
    if (how.trouble !== 'died') begin();
    // One wait for all, so that what fails together is tried again together.
    const waitMs = backoffMs((batch.retry?.failures ?? 0) + 1);
    metrics.batchLeads.observe({ stage: queue.name }, batch.items.length);
    const trace = activeTracer()?.batch(queue.name, batch.items.length);
    const batchRun = { how, begin, trace };
    const results = await Promise.all(
      batch.items.map(async (item) => {
        const result = await runOne(batch, item, batchRun);
        // As soon as it has run: it does not wait for the others of its batch.
        if (result.kind !== 'done') await enqueueAgain(batch, item, result, waitMs);
        leadEnded();
        return result;
      }),
    );
    report(batch, results, Math.round(performance.now() - startedAt), trace);
    trace?.end();
  }

  async function runOne({ tenantId }: Batch, item: string, { how, begin, trace }: BatchRun): Promise<Result> {
    const startedAt = performance.now();
    try {
      const payload = queue.payload(tenantId, item);
      // Only the lead that is late leaves its batch; the others of it do not wait any longer.
      const bounded = () => budget.within({ tenantId, item }, () => stage.run(payload, deps, how));
      const once = trace ? () => trace.lead(bounded) : bounded;
      const died = how.trouble === 'died';
      const inTurn = () => {
        begin();
        return once();
      };
      const { outcome, againAt, isSuspect = false } = await (died ? spaced(inTurn) : once());
      metrics.stageSeconds.observe({ stage: queue.name, outcome }, (performance.now() - startedAt) / 1000);
      if (!againAt) return { kind: 'done', outcome };
      return { kind: 'again', outcome, at: againAt, isSuspect: died && isSuspect };
    } catch (error) {
      const waited = isRedisUnavailable(error) || isLate(error) || isWaiting?.(error) === true;
      return { kind: 'threw', error, waited };
    }
  }

  function report(
    { tenantId, items }: Batch,
    results: readonly Result[],
    durationMs: number,
    trace: TracedBatch | undefined,
  ): void {
    const outcomes: Record<string, string[]> = {};
    const failures = new Map<string, { readonly error: unknown; readonly of: string[] }>();
    results.forEach((result, index) => {
      const item = items[index] ?? '';
      if (result.kind !== 'threw') return void (outcomes[result.outcome] ??= []).push(item);
      const message = String(result.error);
      const alike = failures.get(message) ?? { error: result.error, of: [] };
      alike.of.push(item);
      failures.set(message, alike);
    });
    log.info(queue.name, { tenantId, items: items.length, outcomes, durationMs, ...trace?.fields() });
    for (const { error, of } of failures.values()) {
      log.warn(`${queue.name} threw`, { tenantId, items: of, ...errorFields(error), ...trace?.fields() });
    }
  }

  async function enqueueAgain(
    { tenantId, lane, retry }: Batch,
    item: string,
    result: Exclude<Result, { kind: 'done' }>,
    waitMs: number,
  ): Promise<void> {
    const failures = (retry?.failures ?? 0) + 1;
    if (result.kind === 'threw' && failures > FAILURES_AT_MOST) return;
    const notBefore = result.kind === 'again' ? result.at : new Date(now().getTime() + waitMs);
    await enqueue({
      payload: queue.payload(tenantId, item),
      since: notBefore,
      notBefore,
      lane,
      retry: retryAfter(result, failures),
    });
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

  // What Redis does not take is the sweep's.
  const enqueue: (one: Parameters<typeof producer.add<Payload>>[1]) => Promise<void> = (one) =>
    producer.add(queue, one).catch((error: unknown) => log.debug('left to the sweep', errorFields(error)));

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

// A lead that waited for a store is tried again like one that failed, but that is no trouble of its own.
function retryAfter(result: Exclude<Result, { kind: 'done' }>, failures: number): Batch['retry'] {
  if (result.kind === 'again') return { failures: 0, ...(result.isSuspect && { trouble: 'died' }) };
  return { failures, ...(!result.waited && { trouble: 'threw' }) };
}

// Tenants may call their receivers the same, and what one's receiver does is not the other's business.
function laneOf({ tenantId, lane }: Batch): string | undefined {
  return lane === undefined ? undefined : `${tenantId}/${lane}`;
}

function backoffMs(failures: number): number {
  return Math.min(100 * 2 ** failures, RETRY_AT_MOST_MS) * (0.75 + Math.random() / 2);
}
