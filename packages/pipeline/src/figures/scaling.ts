/** A scaler's view of a queue: how much work its workers have now, and how long the oldest of it has waited. */
import type { InternalAnswers } from '@sluice/http';
import { inQueue, type QueueReport } from '@sluice/queue';
import type { QueueFigures } from './queue-figures.js';

/** The figures that determine the number of a queue's workers. */
export interface ToDo {
  /**
   * Leads or effects that are in progress or that a worker could take now: waiting, prioritised, paused, or delayed
   * until a time that has passed. Jobs with a later due time wait for that time, not for a worker.
   */
  readonly leads: number;
  /** How long the oldest has waited; 0 while the queue is paused, because more workers would not help. */
  readonly oldestSeconds: number;
}

/** The answer to a scaler: every queue by name. */
export interface Scaling {
  readonly queues: Readonly<Record<string, ToDo>>;
}

/** The path for scalers, on every process's health port. */
const SCALING_PATH = '/scaling';

/** What a health port answers to scalers: 503 while Redis does not answer, so that scalers fall back. */
export function internalAnswers(figures: QueueFigures): InternalAnswers {
  return { [SCALING_PATH]: async () => scalingOf(await figures()) };
}

function scalingOf(reports: readonly QueueReport[]): Scaling {
  return { queues: Object.fromEntries(reports.map((report) => [report.name, toDo(report)])) };
}

function toDo(report: QueueReport): ToDo {
  return { leads: inQueue(report), oldestSeconds: report.paused ? 0 : report.oldestWaitingMs / 1000 };
}
