/**
 * Keeps what waits, for the history: every console process notes it every few seconds. The worst of each minute is kept,
 * so that two of them count nothing twice and none has to lead.
 */
import { repeat } from '@sluice/batching';
import { errorFields, type Logger } from '@sluice/runtime';
import type { Stores } from '@sluice/store';
import type { QueueFigures } from './queue-figures.js';

const EVERY_MS = 5_000;
const WITHIN_MS = 10_000;
const COUNTED = 10_000;

/** What is looked at. */
export interface HistorySources {
  readonly stores: Pick<Stores, 'outbox' | 'figures'>;
  readonly figures: QueueFigures;
  readonly log: Logger;
}

/** Begins to note what waits; answers what ends it. */
export function keepHistory({ stores, figures, log }: HistorySources): () => Promise<void> {
  const noting = repeat({
    what: 'noting what waits',
    run: () => noteWaits({ stores, figures }),
    everyMs: EVERY_MS,
    withinMs: WITHIN_MS,
    firstAfterMs: 0,
    failed: (error) => log.debug('what waits was not noted', errorFields(error)),
  });
  return () => noting.stop();
}

/** Notes once what waits now. Rejects while a store does not answer. */
async function noteWaits({ stores, figures }: Omit<HistorySources, 'log'>): Promise<void> {
  const [reports, { overdue }, held] = await Promise.all([
    figures(),
    stores.outbox.lag(COUNTED),
    stores.outbox.held(COUNTED),
  ]);
  const stages = Object.fromEntries(
    reports.map(({ name, waiting, active, due, oldestWaitingMs }) => [
      name,
      { waiting: waiting + active + due, oldestMs: oldestWaitingMs },
    ]),
  );
  await stores.figures.noteWaits({ stages, held, overdue });
}
