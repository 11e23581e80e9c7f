/** What the log and the metrics are told of a process's database client. */
import type { Logger } from './logger.js';
import type { Metrics } from './metrics.js';

/** Is told of operations that were given up and of clients that were replaced. */
export interface StoreClientWatcher {
  timedOut(operation: string): void;
  replaced(unsettled: number): void;
}

/** Logs and counts what becomes of the database client. */
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
