/** What a scaler is told of a queue: how much its workers have to do now, and how long the oldest of it has waited. */
import type { InsideAnswers, QueueReport } from '@sluice/runtime';
import type { QueueFigures } from './queue-figures.js';

/** What the number of a queue's workers depends on. */
export interface ToDo {
  /**
   * Leads or effects that a worker has in hand or could take now: in the waiting list, by priority, while the queue is
   * paused, or delayed until an instant that is past. What is delayed beyond now waits for its instant, not for a worker.
   */
  readonly leads: number;
  /** How long the oldest has waited; 0 while the queue is paused, when more workers would not help. */
  readonly oldestSeconds: number;
}

/** The answer to a scaler: every queue under its name. */
export interface Scaling {
  readonly queues: Readonly<Record<string, ToDo>>;
}

/** Where scalers ask, on the console's health port. */
const SCALING_PATH = '/scaling';

/** What the console answers from inside beside its health: 503 while Redis does not answer, so that scalers fall back. */
export function insideAnswers(figures: QueueFigures): InsideAnswers {
  return { [SCALING_PATH]: async () => scalingOf(await figures()) };
}

function scalingOf(reports: readonly QueueReport[]): Scaling {
  return { queues: Object.fromEntries(reports.map((report) => [report.name, toDo(report)])) };
}

function toDo({ waiting, active, due, oldestWaitingMs, paused }: QueueReport): ToDo {
  return { leads: waiting + active + due, oldestSeconds: paused ? 0 : oldestWaitingMs / 1000 };
}
