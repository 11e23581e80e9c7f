/**
 * Runs the stage on each lead of a batch concurrently, so that their round trips are combined. Trouble concerns a
 * single lead, not its batch: a lead that throws or waits leaves the batch and is enqueued separately.
 */
import type { Batch } from '@sluice/contracts';
import type { Logger } from '@sluice/process';
import type { Metrics } from '@sluice/process';
import type { Work } from '../producer.js';
import type { WaitingLists } from '../waiting-lists.js';
import type { ReadBatch, ReadItem } from '../read-batch.js';
import { activeTracer } from '@sluice/process';
import type { TracedBatch } from '@sluice/process';
import { errorFields, isLate, isRedisUnavailable } from '@sluice/process';
import type { JobBudget } from './job-budget.js';
import { reportBatch } from './report-batch.js';
import { backoffMs, retryAfter, type RunResult } from './run-result.js';
import { createSpacing } from './spacing.js';
import type { Stage, StageRun } from './stage.js';

/** A lead that fails this often in a row is left to the sweep. */
const FAILURES_AT_MOST = 12;
// Leads whose worker died start one after another, so that the lead that kills its worker is counted alone.
const CRASHED_APART_MS = 250;

/** What running batches needs besides the stage. */
export interface BatchSurroundings<Payload> {
  readonly budget: JobBudget;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** The current time, by the database's clock. */
  readonly now: () => Date;
  readonly isWaiting: ((error: unknown) => boolean) | undefined;
  /** Never rejects: if Redis refuses the work, the sweep requeues it later. */
  readonly enqueue: (work: Work<Payload>) => Promise<void>;
  readonly lists: Pick<WaitingLists, 'add' | 'remove'>;
}

/** Callbacks for the progress of a batch. */
export interface BatchProgress {
  /** Called right after the batch's leads have started, or, after a crash, as each lead starts. */
  readonly begin: () => void;
  readonly leadEnded: () => void;
}

/** Runs one batch to its end. Never rejects because of a lead. */
export type RunBatch<Payload> = (batch: ReadBatch<Payload>, progress: BatchProgress) => Promise<void>;

/** What is the same for all leads of a batch when they run. */
interface BatchRun {
  readonly how: StageRun;
  readonly begin: () => void;
  /** Absent while tracing is off. */
  readonly trace: TracedBatch | undefined;
}

/** Creates the function that runs the batches of `stage` in this process. */
export function createBatchRunner<Payload, Deps>(
  stage: Stage<Payload, Deps>,
  deps: Deps,
  { budget, log, metrics, now, isWaiting, enqueue, lists }: BatchSurroundings<Payload>,
): RunBatch<Payload> {
  const { queue } = stage;
  const spaced = createSpacing(CRASHED_APART_MS);

  async function runOne(
    { tenantId }: Pick<Batch, 'tenantId'>,
    { item, payload }: ReadItem<Payload>,
    { how, begin, trace }: BatchRun,
  ): Promise<RunResult> {
    const startedAt = performance.now();
    try {
      // Only the late lead leaves its batch; the others no longer wait for it.
      const bounded = () => budget.within({ tenantId, item }, () => stage.run(payload, deps, how));
      const once = trace ? () => trace.lead(bounded) : bounded;
      const died = how.trouble === 'died';
      const inTurn = () => {
        begin();
        return once();
      };
      const { outcome, againAt, waitsOn, runsAlone = false } = await (died ? spaced(inTurn) : once());
      metrics.stageSeconds.observe({ stage: queue.name, outcome }, (performance.now() - startedAt) / 1000);
      if (waitsOn !== undefined) return { kind: 'listed', outcome, list: waitsOn };
      if (!againAt) return { kind: 'done', outcome };
      return { kind: 'again', outcome, at: againAt, runsAlone: died && runsAlone };
    } catch (error) {
      const waited = isRedisUnavailable(error) || isLate(error) || isWaiting?.(error) === true;
      return { kind: 'threw', error, waited };
    }
  }

  // If Redis refuses, the sweep requeues the lead later.
  async function moveOnLists(
    { tenantId, latest, waited }: Pick<Batch, 'tenantId' | 'latest' | 'waited'>,
    item: string,
    result: Extract<RunResult, { kind: 'done' | 'listed' }>,
  ): Promise<void> {
    const list = result.kind === 'listed' ? result.list : undefined;
    // Back on a list it is where it was, and on another one as if it had come there first.
    const sinceMs = waited?.since ?? latest;
    await Promise.all([
      list !== undefined && lists.add({ tenantId, list }, { item, sinceMs }),
      waited && waited.list !== list && lists.remove({ tenantId, list: waited.list }, item),
    ]).catch((error: unknown) => log.debug('left to the sweep', errorFields(error)));
  }

  async function enqueueAgain(
    { lane, retry, waited }: Pick<Batch, 'lane' | 'retry' | 'waited'>,
    payload: Payload,
    result: Extract<RunResult, { kind: 'again' | 'threw' }>,
    waitMs: number,
  ): Promise<void> {
    const failures = (retry?.failures ?? 0) + 1;
    if (result.kind === 'threw' && failures > FAILURES_AT_MOST) return;
    const notBefore = result.kind === 'again' ? result.at : new Date(now().getTime() + waitMs);
    await enqueue({
      payload,
      since: notBefore,
      notBefore,
      lane,
      retry: retryAfter(result, failures),
      waited,
    });
  }

  return async (batch, { begin, leadEnded }) => {
    const how: StageRun = {
      first: batch.retry === undefined,
      trouble: batch.retry?.trouble,
      enqueuedAt: new Date(batch.latest),
      waited: batch.waited && { list: batch.waited.list, since: new Date(batch.waited.since) },
    };
    const startedAt = performance.now();
    // One delay for all leads, so that those that fail together are retried together.
    const waitMs = backoffMs((batch.retry?.failures ?? 0) + 1);
    metrics.batchLeads.observe({ stage: queue.name }, batch.items.length);
    const trace = activeTracer()?.batch(queue.name, batch.items.length);
    const running = Promise.all(
      batch.items.map(async (one) => {
        const result = await runOne(batch, one, { how, begin, trace });
        // A lead is enqueued again as soon as its own run ends, not when the whole batch does.
        if (result.kind === 'done' || result.kind === 'listed') await moveOnLists(batch, one.item, result);
        else await enqueueAgain(batch, one.payload, result, waitMs);
        leadEnded();
        return { item: one.item, result };
      }),
    );
    // After the first reads, which should not wait for it. After a crash, each lead begins in its turn.
    if (how.trouble !== 'died') setImmediate(begin);
    const results = await running;
    const durationMs = Math.round(performance.now() - startedAt);
    const { tenantId } = batch;
    reportBatch(log, { queue: queue.name, tenantId, results, durationMs, trace: { ...trace?.fields() } });
    trace?.end();
  };
}
