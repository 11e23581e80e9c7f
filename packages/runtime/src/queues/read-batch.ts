/**
 * Reads a job. Items that cannot be read remain in MongoDB, where the sweep finds them and enqueues them in the format
 * of this release.
 */
import { parseBatch, type Batch, type QueueDefinition } from '@sluice/contracts';
import { UnrecoverableError, type Job } from 'bullmq';
import type { Logger } from '../logger.js';

/**
 * Parses the batch in a job. An item that does not belong to this queue is logged and skipped, so that it does not
 * affect the others. Throws for a job that holds no batch, e.g. one of an older release; BullMQ does not retry it.
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
