/**
 * Records the history of waiting leads: the process that sweeps notes the counts every few seconds, and the worst of each
 * minute is stored.
 */
import { repeat } from '@sluice/concurrency';
import { errorFields, type Logger } from '@sluice/process';
import { inQueue } from '@sluice/queue';
import type { Stores } from '@sluice/store';
import type { QueueFigures } from './queue-figures.js';

const EVERY_MS = 5_000;
const WITHIN_MS = 10_000;
const COUNTED = 10_000;

/** The sources of the counts. */
export interface HistorySources {
  readonly stores: Pick<Stores, 'outbox' | 'figures'>;
  readonly figures: QueueFigures;
  readonly log: Logger;
  /** Whether this process records now. */
  readonly leads: () => boolean;
}

/** Starts recording; returns a function that stops it. */
export function keepHistory({ stores, figures, log, leads }: HistorySources): () => Promise<void> {
  const noting = repeat({
    what: 'recording the waiting counts',
    run: async () => void (leads() && (await noteWaits({ stores, figures }))),
    everyMs: EVERY_MS,
    withinMs: WITHIN_MS,
    firstAfterMs: 0,
    failed: (error) => log.debug('waiting counts not recorded', errorFields(error)),
  });
  return () => noting.stop();
}

/** Records the current counts once. Rejects if a store does not answer. */
async function noteWaits({ stores, figures }: Pick<HistorySources, 'stores' | 'figures'>): Promise<void> {
  const [reports, { overdue }, held] = await Promise.all([
    figures(),
    stores.outbox.lag(COUNTED),
    stores.outbox.held(COUNTED),
  ]);
  const stages = Object.fromEntries(
    reports.map((report) => [report.name, { waiting: inQueue(report), oldestMs: report.oldestWaitingMs }]),
  );
  await stores.figures.noteWaits({ stages, held, overdue });
}
