/**
 * What every stage needs: the stores, the queue producer, the log, the metrics and the clock. Built once per process
 * and passed down.
 */
import type { Logger, Metrics } from '@sluice/process';
import type { Producer } from '@sluice/queue';
import type { Reports } from '@sluice/reports';
import type { Stores } from '@sluice/store';

/** The dependencies of a stage. Time is the database's, so that all workers agree on what has expired. */
export interface Core {
  readonly stores: Stores;
  readonly reports: Reports;
  readonly producer: Producer;
  readonly log: Logger;
  readonly metrics: Metrics;
}

/** The part of a {@link Core} with only the named stores, for a function that uses no others. */
export interface StoresFor<Name extends keyof Stores> {
  readonly stores: Pick<Stores, Name>;
}

/** The part of a {@link Core} with only the named reports. */
export interface ReportsFor<Name extends keyof Reports> {
  readonly reports: Pick<Reports, Name>;
}

/** The time now, by the database's clock. */
export function now({ stores }: StoresFor<'clock'>): Date {
  return stores.clock.now();
}
