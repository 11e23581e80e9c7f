/** One snapshot of a queue from outside, for operators: its load, its workers, and the longest wait. */
import { withDeadline } from '@sluice/concurrency';
import type { QueueDefinition } from '@sluice/contracts';
import { Queue } from 'bullmq';
import type { RedisConnection } from '@sluice/process';
import { createFairQueue } from './fair-queue.js';
import { createWaitingLists, type WaitingList } from './waiting-lists.js';

/** A snapshot of a queue, counted in leads or effects; `failed` counts batches that could not be started. */
export interface QueueReport {
  readonly name: string;
  /** Those that wait only for a worker, also past an instant that they waited for. */
  readonly waiting: number;
  readonly active: number;
  readonly delayed: number;
  readonly failed: number;
  /** How long the oldest one has waited; 0 if none waits. */
  readonly oldestWaitingMs: number;
  /** Connected workers. */
  readonly workers: number;
  readonly paused: boolean;
}

/** How many leads or effects a queue holds for workers: a worker may take them now, or has. */
export function inQueue({ waiting, active }: Pick<QueueReport, 'waiting' | 'active'>): number {
  return waiting + active;
}

const LOOK_WITHIN_MS = 4_000;

/** Takes a snapshot of a queue. Rejects when Redis does not answer in time. */
export function inspectQueue(
  queue: Pick<QueueDefinition, 'name' | 'prefix'>,
  connection: RedisConnection,
): Promise<QueueReport> {
  return withDeadline('a check of a queue', LOOK_WITHIN_MS, look(queue, connection));
}

/** How many leads or effects of a tenant wait for one receiver. Rejects when Redis does not answer in time. */
export function waitingFor(
  queue: Pick<QueueDefinition, 'name' | 'prefix'>,
  connection: RedisConnection,
  { tenantId, lane }: { readonly tenantId: string; readonly lane: string },
): Promise<number> {
  const waiting = createFairQueue(connection, queue).waitingIn(tenantId, lane);
  return withDeadline('a check of a lane', LOOK_WITHIN_MS, waiting);
}

/** The waiting lists of a queue in which work waits. Rejects when Redis does not answer in time. */
export function inspectWaitingLists(
  queue: Pick<QueueDefinition, 'prefix'>,
  connection: RedisConnection,
): Promise<readonly WaitingList[]> {
  return withDeadline(
    'a check of waiting lists',
    LOOK_WITHIN_MS,
    createWaitingLists(connection, queue).show(),
  );
}

/** The waiting list that an item of a tenant is on, if it is on one. Rejects when Redis does not answer in time. */
export async function waitingListOf(
  queue: Pick<QueueDefinition, 'prefix'>,
  connection: RedisConnection,
  { tenantId, item }: { readonly tenantId: string; readonly item: string },
): Promise<string | undefined> {
  const found = createWaitingLists(connection, queue).find(tenantId, [item]);
  return (await withDeadline('a check of waiting lists', LOOK_WITHIN_MS, found)).get(item);
}

async function look(
  { name, prefix }: Pick<QueueDefinition, 'name' | 'prefix'>,
  connection: RedisConnection,
): Promise<QueueReport> {
  const queue = new Queue(name, { connection, prefix, skipVersionCheck: true });
  queue.on('error', () => undefined);
  try {
    const [load, failed, workers, paused] = await Promise.all([
      createFairQueue(connection, { name, prefix }).load(),
      queue.getFailedCount(),
      queue.getWorkersCount(),
      queue.isPaused(),
    ]);
    const { waiting, active, delayed, oldestMs } = load;
    return { name, waiting, active, delayed, failed, oldestWaitingMs: oldestMs, workers, paused };
  } finally {
    await queue.close();
  }
}
