/** What a stage is: a queue, and what is done with one lead or effect of it. How it comes to that, `start-stage.ts` says. */
import type { QueueDefinition } from '@sluice/contracts';

/** How a lead or effect came to be run. */
export interface StageRun {
  /** It was never begun before. */
  readonly first: boolean;
  /** How the run before this one ended badly, if it did: it threw, or its worker died with it in hand. */
  readonly trouble?: 'threw' | 'died' | undefined;
  /** When it was enqueued for this run; never earlier than that, and later only if the others of its batch were. */
  readonly enqueuedAt?: Date;
}

/** What a run of a stage came to; with `againAt` the same lead or effect runs again then. */
export interface StageOutcome {
  readonly outcome: string;
  readonly againAt?: Date;
  /** After the death of a worker: what it left is not settled yet, so the next run is by itself as well. */
  readonly isSuspect?: boolean;
  /** More for the log line: ids, counts, reasons; never personal data. */
  readonly fields?: Readonly<Record<string, unknown>>;
}

/** A stage: which queue it serves and what it does with one lead or effect. */
export interface Stage<Payload, Deps> {
  readonly queue: QueueDefinition<Payload>;
  /** How long one run may take, by `jobBudgetMs`; past it the run is given up, and its lead or effect is taken up again. */
  readonly budgetMs: number;
  readonly run: (payload: Payload, deps: Deps, run: StageRun) => Promise<StageOutcome>;
}

/** Declares a stage. */
export function defineStage<Payload, Deps>(stage: Stage<Payload, Deps>): Stage<Payload, Deps> {
  return stage;
}
