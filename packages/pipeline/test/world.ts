/** The road's surroundings on real stores, and short-hands for what tests put on it. */
import type { SubmissionRecord } from '@sluice/contracts';
import { createMetrics, createProducer, newId, producerConnection, silentLogger } from '@sluice/runtime';
import { openStores } from '@sluice/store';
import { accepted, aSubmission, testBackends, type TestBackends } from '@sluice/testing';
import type { Redis } from 'ioredis';
import type { Core } from '../src/index.js';

/** A road of one test file. */
export interface World {
  readonly core: Core;
  readonly backends: TestBackends;
  readonly redis: Redis;
  close(): Promise<void>;
}

/** `perTenant` bounds what a tenant has in the queues. */
export async function openWorld(perTenant = 2_000): Promise<World> {
  const backends = await testBackends({ privateRedis: true });
  const stores = await openStores(backends.mongodbUrl);
  await stores.prepare();
  const redis = producerConnection(backends.redisUrl, silentLogger);
  if (redis.status !== 'ready') await new Promise((resolve) => redis.once('ready', resolve));
  const producer = createProducer(redis, { perTenant });
  return {
    core: { stores, producer, log: silentLogger, metrics: createMetrics('test') },
    backends,
    redis,
    close: async () => {
      await producer.close();
      redis.disconnect();
      await stores.close();
      await backends.stop();
    },
  };
}

/** Accepts a submission with a lead of its own, of the tenant `demo` unless said otherwise. */
export async function accept(
  { stores }: Pick<Core, 'stores'>,
  changes: Partial<SubmissionRecord> = {},
): Promise<SubmissionRecord> {
  const own = { submissionId: newId('submission'), acceptedAt: stores.clock.now() };
  const submission = aSubmission({ ...own, ...changes });
  await stores.accept(accepted(submission));
  return submission;
}
