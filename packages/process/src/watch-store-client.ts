/** Logs and counts the events of a process's database client. */
import type { Logger } from './logger.js';
import type { Metrics } from './metrics.js';

/** Is notified of operations that were given up and of clients that were replaced. */
export interface StoreClientWatcher {
  timedOut(operation: string): void;
  replaced(unsettled: number): void;
}

/** Logs and counts the events of the database client. */
export function watchStoreClient(log: Logger, metrics: Metrics): StoreClientWatcher {
  return {
    timedOut: (operation) => {
      metrics.storeTimeouts.inc({ operation });
      log.warn('a database operation was given up at its deadline', { operation });
    },
    replaced: (unsettled) => {
      metrics.storeClientsReplaced.inc();
      log.warn('the database client leaked and was replaced', { unsettled });
    },
  };
}

/** The connections of a process to MongoDB at one moment, as the store reports them. */
interface PoolUse {
  readonly size: number;
  readonly inUse: number;
  readonly idle: number;
  readonly waitedFor: number;
}

/** Exports a process's use of its MongoDB connections whenever its metrics are collected. */
export function showPool(
  stores: { pool(): PoolUse },
  { beforeScrape, poolConnections, poolSize }: Metrics,
): void {
  beforeScrape.push(async () => {
    const { size, inUse, idle, waitedFor } = stores.pool();
    poolSize.set(size);
    poolConnections.set({ state: 'in_use' }, inUse);
    poolConnections.set({ state: 'idle' }, idle);
    poolConnections.set({ state: 'waited_for' }, waitedFor);
  });
}
