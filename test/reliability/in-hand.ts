/** How much a worker has in hand, as Redis knows it: a dead worker's batch stays with it until its lock is over. */
import { parseBatch, queues, type Batch, type QueueDefinition } from '@sluice/contracts';
import { createProducer } from '@sluice/runtime';
import type { Redis } from 'ioredis';
import type { Receipt } from '../harness/affiliate.js';
import { eventually } from '../harness/installation.js';
import type { FailureWindow } from './windows.js';

/** Of 64 leads 48 find a slot, and some may come to their worker alone. */
const GATHERED = 44;

/** The leads or effects in batches that are in hand, or that wait; what travels alone does not count. */
export async function inBatches(
  redis: Redis,
  queueName: string,
  state: 'active' | 'prioritized',
): Promise<number> {
  const sizes = (await batchesIn(redis, queueName, state)).map(({ items }) => items.length);
  return sizes.filter((size) => size > 1).reduce((sum, size) => sum + size, 0);
}

async function batchesIn(
  redis: Redis,
  queueName: string,
  state: 'active' | 'prioritized',
): Promise<readonly Batch[]> {
  const { prefix, name } = queueOf(queueName);
  const key = `${prefix}:${name}`;
  const jobIds =
    state === 'active'
      ? await redis.lrange(`${key}:active`, '0', '-1')
      : await redis.zrange(`${key}:prioritized`, '0', '-1');
  const jobs = await Promise.all(jobIds.map((jobId) => redis.hget(`${key}:${jobId}`, 'data')));
  return jobs.flatMap((data) => (data === null ? [] : [parseBatch(JSON.parse(data))]));
}

/**
 * Waits until most leads of the window wait for its worker, which stands still, and lets them travel as they do when they
 * are enqueued in the same moment: on a busy machine they come out of the stage before in many small batches.
 */
export async function gather(
  redis: Redis,
  { service }: FailureWindow,
  receipt: readonly Receipt[],
): Promise<void> {
  const theirs = receipt.flatMap(({ leadId, submissionId }) => [leadId, submissionId]);
  const most = async () => {
    const items = (await batchesIn(redis, service, 'prioritized')).flatMap((batch) => batch.items);
    return items.filter((item) => theirs.some((id) => item.startsWith(id))).length >= GATHERED;
  };
  // Too few in hand, a test says so.
  await eventually(`most leads wait for ${service}`, most).catch(() => undefined);
  const queue = queueOf(service);
  const batches = await batchesIn(redis, service, 'prioritized');
  const keys = await redis.keys(`${queue.prefix}*`);
  if (keys.length > 0) await redis.del(...keys);
  const producer = createProducer(redis);
  await Promise.all(
    batches.flatMap(({ tenantId, items, lane, since }) =>
      items.map((item) =>
        producer.add(queue, { payload: queue.payload(tenantId, item), since: new Date(since), lane }),
      ),
    ),
  );
  await producer.close();
}

function queueOf(queueName: string): QueueDefinition {
  const queue = queues.find(({ name }) => name === queueName);
  if (!queue) throw new Error(`${queueName} has no queue`);
  return queue as unknown as QueueDefinition;
}
