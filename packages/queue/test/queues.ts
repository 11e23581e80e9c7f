/** A queue as BullMQ sees it, and workers that record their runs. */
import { qualificationQueue, type QueueDefinition, type StagePayload } from '@sluice/contracts';
import { openWorld, type World, type WorldOptions } from '@sluice/testing/core';
import { Queue } from 'bullmq';
import type { StageRun } from '../src/index.js';

/** The queues of one test file. */
export interface Queues extends World {
  readonly queue: Queue;
}

/** Opens an empty Redis; `queue` is the queue of `definition`, as BullMQ sees it. */
export async function openQueues(
  { name, prefix }: Pick<QueueDefinition, 'name' | 'prefix'>,
  redis?: WorldOptions['redis'],
): Promise<Queues> {
  const world = await openWorld({ privateRedis: true, redis });
  const queue = new Queue(name, { connection: world.redis, prefix });
  world.onClose(() => queue.close());
  return Object.assign(world, { queue });
}

/** A run of a stage, as a test sees it. */
export interface Seen extends StageRun {
  readonly submissionId: string;
}

/** Enqueues submissions for qualification in one moment. */
export async function enqueue(
  { core: { producer } }: Pick<World, 'core'>,
  submissionIds: readonly string[],
  { tenantId = 'demo', lane }: { readonly tenantId?: string; readonly lane?: string } = {},
): Promise<void> {
  const payloads = submissionIds.map((submissionId): StagePayload => ({
    tenantId,
    submissionId,
    generation: 0,
  }));
  await Promise.all(
    payloads.map((payload) => producer.add(qualificationQueue, { payload, since: new Date(), lane })),
  );
}
