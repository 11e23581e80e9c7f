/** How much a worker has in hand, as Redis knows it: a dead worker's batch stays with it until its lock is over. */
import { parseBatch, queues } from '@sluice/contracts';
import type { Redis } from 'ioredis';

/** The leads or effects in batches that are in hand, or that wait; what travels alone does not count. */
export async function inBatches(
  redis: Redis,
  queueName: string,
  state: 'active' | 'prioritized',
): Promise<number> {
  const queue = queues.find(({ name }) => name === queueName);
  if (!queue) throw new Error(`${queueName} has no queue`);
  const key = `${queue.prefix}:${queue.name}`;
  const jobIds =
    state === 'active'
      ? await redis.lrange(`${key}:active`, '0', '-1')
      : await redis.zrange(`${key}:prioritized`, '0', '-1');
  const jobs = await Promise.all(jobIds.map((jobId) => redis.hget(`${key}:${jobId}`, 'data')));
  const sizes = jobs.map((data) => (data === null ? 0 : parseBatch(JSON.parse(data)).items.length));
  return sizes.filter((size) => size > 1).reduce((sum, size) => sum + size, 0);
}
