/**
 * How many leads a worker has in progress, according to Redis: a dead worker keeps its batch until the batch's lock
 * expires.
 */
import { parseBatch, queues, type Batch, type QueueDefinition } from '@sluice/contracts';
import { createProducer } from '@sluice/queue';
import { eventually } from '@sluice/testing';
import type { Redis } from 'ioredis';
import { setTimeout as pause } from 'node:timers/promises';
import type { Receipt } from '../installation/affiliate.js';
import type { FailureWindow } from './windows.js';

/** Of 64 leads 48 find a slot, and some may reach their worker alone. */
const GATHERED = 44;
/** Leads that were accepted together arrive at a stage within this time of each other. */
const ARRIVE_WITHIN_MS = 500;

/** The number of leads or effects in batches that are active or waiting; a batch of one does not count. */
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
 * Waits until the leads of the window wait for its stopped worker and no more of them arrive, then enqueues them again
 * together, as if they had arrived in the same moment. On a busy machine the previous stage enqueues them in many small
 * batches, and several processes would share those.
 */
export async function gather(
  redis: Redis,
  { service }: FailureWindow,
  receipt: readonly Receipt[],
): Promise<void> {
  const theirs = receipt.flatMap(({ leadId, submissionId }) => [leadId, submissionId]);
  const waiting = async () => {
    // The sweep may have enqueued a lead that waits once more.
    const items = new Set((await batchesIn(redis, service, 'prioritized')).flatMap((batch) => batch.items));
    return [...items].filter((item) => theirs.some((id) => item.startsWith(id))).length;
  };
  const noMoreArrive = async () => {
    const count = await waiting();
    if (count < GATHERED) return false;
    await pause(ARRIVE_WITHIN_MS);
    return (await waiting()) === count;
  };
  // If too few leads are waiting, a later test reports it.
  await eventually(`the leads wait for ${service}`, noMoreArrive).catch(() => undefined);
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
