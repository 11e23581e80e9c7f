/** Reading a job. What cannot be read stays in MongoDB, where the sweep finds it and enqueues it as this release does. */
import { parseBatch, type Batch, type QueueDefinition } from '@sluice/contracts';
import { UnrecoverableError, type Job } from 'bullmq';
import type { Logger } from '../logger.js';

/**
 * The batch that a job holds. An item that is none of this queue is left out, with a line in the log, so that it is no
 * trouble of the others. Throws for a job that holds no batch, e.g. one of an older release; BullMQ does not try it again.
 */
export function readBatch<Payload>(queue: QueueDefinition<Payload>, job: Job, log: Logger): Batch {
  const batch = batchOf(queue.name, job);
  const items = batch.items.filter((item) => isItem(queue, batch.tenantId, item));
  const unread = batch.items.length - items.length;
  if (unread > 0) log.warn('left to the sweep: no work of this queue', { queue: queue.name, items: unread });
  return { ...batch, items };
}

function batchOf(name: string, job: Job): Batch {
  try {
    return parseBatch(job.data);
  } catch {
    throw new UnrecoverableError(`not a batch of ${name}`);
  }
}

function isItem<Payload>(queue: QueueDefinition<Payload>, tenantId: string, item: string): boolean {
  try {
    queue.payload(tenantId, item);
    return true;
  } catch {
    return false;
  }
}
