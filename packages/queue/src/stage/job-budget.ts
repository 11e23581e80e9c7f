/**
 * Budgets: how long one run of a stage may take for one lead or effect. Every operation in a run has a deadline of its
 * own, so a run past its budget waits for something unforeseen. It is given up and its lead may run again. Leases and
 * the journal make the rest of the old run harmless, and the process is unhealthy until that run settles.
 */
import { withDeadline } from '@sluice/concurrency';
import { errorFields, type Logger } from '@sluice/process';
import type { Metrics } from '@sluice/process';

/** What a run may take besides its longest wait: its store operations, each with a deadline. */
const STORES_MS = 60_000;

/** The budget of a job whose longest single wait, such as an outbound call, takes `longestWaitMs`; 0 for a job without one. */
export function jobBudgetMs(longestWaitMs: number): number {
  return longestWaitMs + STORES_MS;
}

/** Runs within one budget, including those that were given up. */
export interface JobBudget {
  /** Runs `run`, and rejects if it has not settled within the budget. `fields` identify the job in the log. */
  within<T>(fields: Readonly<Record<string, unknown>>, run: () => Promise<T>): Promise<T>;
  /**
   * Describes the runs that were given up and have not settled; undefined if there are none, and then the process is
   * healthy.
   */
  readonly overdue: () => string | undefined;
}

/** Watches the budget of a queue's jobs. */
export function watchBudget(queue: string, budgetMs: number, log: Logger, metrics: Metrics): JobBudget {
  const unsettled = new Set<object>();
  const show = () => metrics.jobsOverdue.set(unsettled.size);

  function giveUp(fields: Readonly<Record<string, unknown>>, running: Promise<unknown>): void {
    const self = {};
    unsettled.add(self);
    show();
    metrics.jobsGivenUp.inc();
    log.error(`${queue} gave up a job past its budget`, { ...fields, budgetMs, unsettled: unsettled.size });
    const ended = (how: Readonly<Record<string, unknown>>) => {
      unsettled.delete(self);
      show();
      log.warn(`${queue}: a job that was given up has ended`, { ...fields, ...how });
    };
    running.then(
      () => ended({}),
      (error: unknown) => ended(errorFields(error)),
    );
  }

  return {
    within(fields, run) {
      const running = run();
      return withDeadline(`a job of ${queue}`, budgetMs, running, {
        missed: () => giveUp(fields, running),
      });
    },
    overdue: () =>
      unsettled.size === 0
        ? undefined
        : `${unsettled.size} jobs were given up past their budget of ${budgetMs} ms and have not settled`,
  };
}
