/** The core on real stores, and shorthands for test records. */
import type { QueueDefinition, SubmissionRecord } from '@sluice/contracts';
import { mastersOf, newId, silentLogger, workerConnection, type RedisConnection } from '@sluice/process';
import { accepted, aSubmission, type TestBackends } from '@sluice/testing';
import { openTestCore, type TestCoreOptions } from '@sluice/testing/core';
import type { Core } from '../src/index.js';

/** The world of one test file. */
export interface World {
  readonly core: Core;
  readonly backends: TestBackends;
  readonly redis: RedisConnection;
  /** Empties Redis completely. */
  empty(): Promise<void>;
  close(): Promise<void>;
}

/** Opens a world; `stores` are the options of its stores. */
export async function openWorld(stores?: TestCoreOptions['stores']): Promise<World> {
  const { core, backends, redisUrl, close } = await openTestCore({
    backends: { privateRedis: true },
    ...(stores && { stores }),
  });
  // What a test reads may take longer than what a producer adds.
  const redis = workerConnection(redisUrl, silentLogger);
  return {
    core,
    backends,
    redis,
    empty: async () => {
      await Promise.all(mastersOf(redis).map((master) => master.flushall()));
    },
    close: async () => {
      redis.disconnect();
      await close();
    },
  };
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
