/** A world whose queues tests may lose, and shorthands for test records. */
import type { QueueDefinition, SubmissionRecord } from '@sluice/contracts';
import { newId, silentLogger, workerConnection } from '@sluice/process';
import { accepted, aSubmission } from '@sluice/testing';
import { openWorld, type World, type WorldOptions } from '@sluice/testing/core';
import type { Core } from '../src/index.js';

/** Opens a world with a Redis of its own; `stores` are the options of its stores. */
export async function openPipeline(stores?: WorldOptions['stores']): Promise<World> {
  const world = await openWorld({ privateRedis: true, stores });
  // What a test reads may take longer than what a producer adds.
  const redis = workerConnection(world.redisUrl, silentLogger);
  world.onClose(() => redis.disconnect());
  return Object.assign(world, { redis });
}

/** Accepts a submission with a new lead, of the tenant `demo` by default. */
export async function accept(
  { stores }: Pick<Core, 'stores'>,
  changes: Partial<SubmissionRecord> = {},
): Promise<SubmissionRecord> {
  const own = { submissionId: newId('submission'), acceptedAt: stores.clock.now() };
  const submission = aSubmission({ ...own, ...changes });
  await stores.accept(accepted(submission));
  return submission;
}

/** The items that wait in a queue, batch by batch, in the order in which workers take them. */
export async function queued(
  { redis }: Pick<World, 'redis'>,
  { prefix, name }: Pick<QueueDefinition, 'prefix' | 'name'>,
): Promise<string[][]> {
  const jobIds = await redis.zrange(`${prefix}:${name}:prioritized`, '0', '-1');
  const data = await Promise.all(jobIds.map((id) => redis.hget(`${prefix}:${name}:${id}`, 'data')));
  return data.map((one) => (JSON.parse(one ?? '') as { items: string[] }).items);
}
