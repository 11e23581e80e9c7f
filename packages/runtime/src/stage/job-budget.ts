/**
 * Budgets: how long one run of a stage may take, of one lead or effect. Whatever it waits for has a deadline of its own, so a run past its budget
 * waits for something unforeseen. It is given up: its lead is free to be taken up again, the leases and the
 * journal keep what it may still do harmless, and the process is not healthy until it has settled after all.
 */
import { DeadlineExceededError, withDeadline } from '@sluice/batching';
import { errorFields, type Logger } from '../logger.js';
import type { Metrics } from '../metrics.js';

/** What a run may take besides its longest call to the outside: its operations on the stores, each with a deadline. */
const STORES_MS = 60_000;

/** The budget of a job whose longest call to the outside takes `longestCallMs`; 0 for one that makes none. */
export function jobBudgetMs(longestCallMs: number): number {
  return longestCallMs + STORES_MS;
}

/** Runs within one budget, and those that were given up. */
export interface JobBudget {
  /** Runs `run`, and rejects when it has not settled within the budget. `fields` name the job in the log. */
  within<T>(fields: Readonly<Record<string, unknown>>, run: () => Promise<T>): Promise<T>;
  /** Says so while a run that was given up has not settled; healthy again as soon as all have. */
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
    log.error(`${queue} gave a job up past its budget`, { ...fields, budgetMs, unsettled: unsettled.size });
    const ended = (how: Readonly<Record<string, unknown>>) => {
      unsettled.delete(self);
      show();
      log.warn(`${queue} saw a job end that it had given up`, { ...fields, ...how });
    };
    running.then(
      () => ended({}),
      (error: unknown) => ended(errorFields(error)),
    );
  }

  return {
    async within(fields, run) {
      const running = run();
      let inTime = false;
      const settled = running.finally(() => {
        inTime = true;
      });
      try {
        return await withDeadline(`a job of ${queue}`, budgetMs, settled);
      } catch (error) {
        // A run may throw the same kind of error for something that it waited for itself.
        if (error instanceof DeadlineExceededError && !inTime) giveUp(fields, running);
        throw error;
      }
    },
    overdue: () =>
      unsettled.size === 0
        ? undefined
        : `${unsettled.size} jobs were given up past their budget of ${budgetMs} ms and have not settled`,
  };
}
