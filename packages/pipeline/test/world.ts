/** The core on real stores, and shorthands for test records. */
import type { QueueDefinition, SubmissionRecord } from '@sluice/contracts';
import {
  createMetrics,
  mastersOf,
  newId,
  producerConnection,
  silentLogger,
  workerConnection,
  type RedisConnection,
} from '@sluice/process';
import { createProducer } from '@sluice/queue';
import { createReports } from '@sluice/reports';
import { openStores } from '@sluice/store';
import { accepted, aSubmission, testBackends, type TestBackends } from '@sluice/testing';
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

/** Opens a world; `options` are those of its stores. */
export async function openWorld(options?: Parameters<typeof openStores>[1]): Promise<World> {
  const backends = await testBackends({ privateRedis: true, prepares: true });
  const stores = await openStores(backends.mongodbUrl, options);
  await stores.prepare();
  const adding = producerConnection(backends.redisUrl, silentLogger);
  if (adding.status !== 'ready') await new Promise((resolve) => adding.once('ready', resolve));
  const producer = createProducer(adding);
  // What a test reads may take longer than what a producer adds.
  const redis = workerConnection(backends.redisUrl, silentLogger);
  return {
    core: {
      stores,
      reports: createReports(stores),
      producer,
      log: silentLogger,
      metrics: createMetrics('test'),
    },
    backends,
    redis,
    empty: async () => {
      await Promise.all(mastersOf(redis).map((master) => master.flushall()));
    },
    close: async () => {
      await producer.close();
      for (const connection of [adding, redis]) connection.disconnect();
      await stores.close();
      await backends.stop();
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
