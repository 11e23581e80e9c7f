/** A stage: a queue, and the work on one of its leads or effects. How that work is run is in `start-stage.ts`. */
import type { QueueDefinition } from '@sluice/contracts';

/** How this run of a lead or effect came about. */
export interface StageRun {
  /** Whether this is its first run. */
  readonly first: boolean;
  /** How the previous run ended badly, if it did: it threw, or its worker died while processing it. */
  readonly trouble?: 'threw' | 'died' | undefined;
  /**
   * When it was enqueued for this run. Never earlier than the true time, and later only if other leads of its batch
   * were.
   */
  readonly enqueuedAt?: Date;
  /** The waiting list from which it was released for this run, and since when it waited there at most. */
  readonly waited?: { readonly list: string; readonly since: Date } | undefined;
}

/** The result of a run of a stage. */
export interface StageOutcome {
  readonly outcome: string;
  /** The same lead or effect runs again at that time. */
  readonly againAt?: Date;
  /** The same lead or effect runs again once it is released from this waiting list. */
  readonly waitsOn?: string;
  /** After a worker died: what it began is not finished yet, so the next run is in a batch of its own as well. */
  readonly runsAlone?: boolean;
  /** More fields for the log line: ids, counts, reasons; never personal data. */
  readonly fields?: Readonly<Record<string, unknown>>;
}

/** A stage: the queue it serves, and its work on one lead or effect. */
export interface Stage<Payload, Deps> {
  readonly queue: QueueDefinition<Payload>;
  /**
   * How long one run may take, from `jobBudgetMs`. A run past its budget is given up, and its lead or effect runs
   * again.
   */
  readonly budgetMs: number;
  readonly run: (payload: Payload, deps: Deps, run: StageRun) => Promise<StageOutcome>;
}

/** Declares a stage. */
export function defineStage<Payload, Deps>(stage: Stage<Payload, Deps>): Stage<Payload, Deps> {
  return stage;
}
