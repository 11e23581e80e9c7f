/**
 * Reads a job. Items that cannot be read remain in MongoDB, where the sweep finds them and enqueues them in the format
 * of this release.
 */
import { parseBatch, type Batch, type QueueDefinition } from '@sluice/contracts';
import { UnrecoverableError, type Job } from 'bullmq';
import type { Logger } from '@sluice/process';

/** A lead or effect of a batch: its name in the job, and what that name stands for. */
export interface ReadItem<Payload> {
  readonly item: string;
  readonly payload: Payload;
}

/** A batch whose items have been read. */
export interface ReadBatch<Payload> extends Omit<Batch, 'items'> {
  readonly items: readonly ReadItem<Payload>[];
}

/**
 * Parses the batch in a job. An item that does not belong to this queue is logged and skipped, so that it does not
 * affect the others. Throws for a job that holds no batch, e.g. one of an older release; BullMQ does not retry it.
 */
export function readBatch<Payload>(
  queue: QueueDefinition<Payload>,
  job: Job,
  log: Logger,
): ReadBatch<Payload> {
  const batch = batchOf(queue.name, job);
  const items = batch.items.flatMap((item) => {
    const payload = payloadOf(queue, batch.tenantId, item);
    return payload === undefined ? [] : [{ item, payload }];
  });
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

function payloadOf<Payload>(
  queue: QueueDefinition<Payload>,
  tenantId: string,
  item: string,
): Payload | undefined {
  try {
    return queue.payload(tenantId, item);
  } catch {
    return undefined;
  }
}
