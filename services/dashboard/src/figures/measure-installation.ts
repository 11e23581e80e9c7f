/** Fills the installation's metrics when they are collected. What does not answer is left out, and never shown as it was. */
import { errorFields, type InstallationMetrics, type Logger, type QueueReport } from '@sluice/runtime';
import type { Stores } from '@sluice/store';
import type { QueueFigures } from './queue-figures.js';

/** What is looked at, and where it is shown. */
export interface Measured {
  readonly stores: Pick<Stores, 'due'>;
  readonly figures: QueueFigures;
  readonly metrics: InstallationMetrics;
  readonly log: Logger;
}

/** What is looked at in one go: the gauges that it fills, and the look, which answers what shows its outcome. */
interface Part {
  readonly name: string;
  readonly gauges: readonly { forget(): void }[];
  readonly look: () => Promise<() => void>;
}

/** Answers the function that looks once, to be run before each collection; it never rejects. */
export function measureInstallation(measured: Measured): () => Promise<void> {
  const parts = [queuesPart(measured), outboxPart(measured)];
  return async () => void (await Promise.all(parts.map((part) => measure(part, measured.log))));
}

async function measure({ name, gauges, look }: Part, log: Logger): Promise<void> {
  let show = (): void => undefined;
  try {
    show = await look();
  } catch (error) {
    log.debug('not measured', { part: name, ...errorFields(error) });
  }
  for (const gauge of gauges) gauge.forget();
  show();
}

function queuesPart({ figures, metrics }: Measured): Part {
  const { queueDepth, queueOldestSeconds, queuePaused, queueWorkers } = metrics;
  return {
    name: 'queues',
    gauges: [queueDepth, queueOldestSeconds, queuePaused, queueWorkers],
    look: async () => {
      const reports = await figures();
      return () => reports.forEach((report) => showQueue(metrics, report));
    },
  };
}

function showQueue(metrics: InstallationMetrics, report: QueueReport): void {
  const { name: queue, paused, oldestWaitingMs, workers } = report;
  for (const state of ['waiting', 'active', 'delayed', 'failed'] as const)
    metrics.queueDepth.set({ queue, state }, report[state]);
  metrics.queueOldestSeconds.set({ queue }, oldestWaitingMs / 1000);
  metrics.queuePaused.set({ queue }, paused ? 1 : 0);
  metrics.queueWorkers.set({ queue }, workers);
}

function outboxPart({ stores, metrics: { outboxOverdue, outboxLagSeconds } }: Measured): Part {
  return {
    name: 'outbox',
    gauges: [outboxOverdue, outboxLagSeconds],
    look: async () => {
      const { overdue, oldestMs } = await stores.due.lag();
      return () => {
        outboxOverdue.set(overdue);
        outboxLagSeconds.set(oldestMs / 1000);
      };
    },
  };
}
