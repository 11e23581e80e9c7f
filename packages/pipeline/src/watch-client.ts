/** What the log and the metrics are told of a process's database client. */
import type { Logger, Metrics } from '@sluice/runtime';
import type { ClientWatcher } from '@sluice/store';

/** Logs and counts operations that were given up, and clients that were replaced. */
export function watchClient(log: Logger, metrics: Metrics): ClientWatcher {
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
