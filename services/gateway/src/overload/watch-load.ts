/**
 * The load watch: checks every second how much work is waiting and how full Redis is, so that the gateway refuses new
 * work before it accepts it and never after. Requests only read the latest result.
 */
import { repeat } from '@sluice/concurrency';
import { stageQueues } from '@sluice/contracts';
import { errorFields, type Logger, type Metrics } from '@sluice/process';
import type { Producer } from '@sluice/queue';
import type { Stores } from '@sluice/store';
import { setTimeout as pause } from 'node:timers/promises';

/** Why new work is refused. */
export type Overload = 'backlog' | 'redis_memory' | 'database_silent';

/** The latest known state of the load. */
export interface LoadWatch {
  readonly overload: () => Overload | undefined;
  stop(): Promise<void>;
}

/** The stores and figures that the watch checks. */
export interface Watched {
  readonly stores: Pick<Stores, 'backlog' | 'ping'>;
  readonly producer: Producer;
  /** The fraction of its memory that Redis uses, from 0 to 1. Fails fast. */
  readonly memoryFraction: () => Promise<number>;
  readonly log: Logger;
  readonly metrics: Metrics;
}

const EVERY_MS = 1_000;
/** Each query has a deadline of its own; this one covers the case that a driver ignores it. */
const LOOK_WITHIN_MS = 15_000;
const SILENT_AFTER_MS = 2_000;
/** New work is refused above the first fraction of a bound, and accepted again below the second. */
const REFUSE_FROM = 0.7;
const TAKE_AGAIN_BELOW = 0.6;

/** Checks the load every second. `maxBacklog` limits the submissions that are past due or in the queues. */
export function watchLoad(watched: Watched, maxBacklog: number): LoadWatch {
  const { log, metrics } = watched;
  let overload: Overload | undefined;
  // The same in every look, so that one count serves all gateways.
  const mostOverdue = Math.ceil(maxBacklog * REFUSE_FROM);

  async function look(): Promise<Overload | undefined> {
    if (!(await answers(watched.stores))) return 'database_silent';
    const bound = (kind: Overload) => (overload === kind ? TAKE_AGAIN_BELOW : REFUSE_FROM);
    // An unavailable Redis is no reason to refuse work: MongoDB holds everything that is accepted.
    const [waiting, memory] = await Promise.all([
      inStageQueues(watched.producer).catch(() => 0),
      watched.memoryFraction().catch(() => 0),
    ]);
    if (memory >= bound('redis_memory')) return 'redis_memory';
    const limit = Math.ceil(maxBacklog * bound('backlog'));
    // A queued submission may be past due too, so the two figures are compared separately, not added.
    return waiting >= limit || (await watched.stores.backlog.overdue(mostOverdue)) >= limit
      ? 'backlog'
      : undefined;
  }

  const looking = repeat({
    what: 'checking the load',
    run: async () => {
      const seen = await look();
      if (seen !== overload)
        log.warn(seen ? 'refusing new work' : 'accepting new work again', { because: seen });
      overload = seen;
      metrics.refusingWork.set(overload ? 1 : 0);
    },
    everyMs: EVERY_MS,
    withinMs: LOOK_WITHIN_MS,
    firstAfterMs: 0,
    failed: (error) => log.debug('load check failed', errorFields(error)),
  });
  return { overload: () => overload, stop: () => looking.stop() };
}

async function inStageQueues(producer: Producer): Promise<number> {
  const loads = await Promise.all(Object.values(stageQueues).map((queue) => producer.load(queue)));
  return loads.reduce((sum, { waiting, active }) => sum + waiting + active, 0);
}

async function answers(stores: Pick<Stores, 'ping'>): Promise<boolean> {
  const ping = stores.ping().then(
    () => true,
    () => false,
  );
  return Promise.race([ping, pause(SILENT_AFTER_MS, false, { ref: false })]);
}
