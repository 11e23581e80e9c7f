/**
 * What every stage needs: the stores, the queue producer, the log, the metrics and the clock. Built once per process
 * and passed down.
 */
import type { Logger, Metrics, Producer } from '@sluice/runtime';
import type { Stores } from '@sluice/store';

/** The dependencies of a stage. Time is the database's, so that all workers agree on what has expired. */
export interface Core {
  readonly stores: Stores;
  readonly producer: Producer;
  readonly log: Logger;
  readonly metrics: Metrics;
}

/** The time now, by the database's clock. */
export function now(core: Pick<Core, 'stores'>): Date {
  return core.stores.clock.now();
}
