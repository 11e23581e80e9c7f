/** Queues on a private Redis, and workers that record their runs. */
import { qualificationQueue, type QueueDefinition, type StagePayload } from '@sluice/contracts';
import { testBackends, type TestBackends, type TestBackendsOptions } from '@sluice/testing';
import { Queue } from 'bullmq';
import { setTimeout as pause } from 'node:timers/promises';
import { createProducer, type Producer, type StageRun } from '../src/index.js';
import { mastersOf, producerConnection, silentLogger, type RedisConnection } from '@sluice/process';

/** The queues of one test file. */
export interface QueueWorld {
  readonly backends: TestBackends;
  readonly redis: RedisConnection;
  readonly producer: Producer;
  readonly queue: Queue;
  /** Empties Redis completely. */
  empty(): Promise<void>;
  close(): Promise<void>;
}

/** Opens an empty Redis; `queue` is the queue of `definition`, as BullMQ sees it. */
export async function openQueues(
  { name, prefix }: Pick<QueueDefinition, 'name' | 'prefix'>,
  redisOf?: TestBackendsOptions['redis'],
): Promise<QueueWorld> {
  const backends = await testBackends({ privateRedis: true, ...(redisOf && { redis: redisOf }) });
  const redis = producerConnection(backends.redisUrl, silentLogger);
  await new Promise((resolve) => redis.once('ready', resolve));
  const producer = createProducer(redis);
  const queue = new Queue(name, { connection: redis, prefix });
  return {
    backends,
    redis,
    producer,
    queue,
    async empty() {
      await Promise.all(mastersOf(redis).map((master) => master.flushall()));
    },
    async close() {
      await queue.close();
      await producer.close();
      redis.disconnect();
      await backends.stop();
    },
  };
}

/** A run of a stage, as a test sees it. */
export interface Seen extends StageRun {
  readonly submissionId: string;
}

/** Enqueues submissions for qualification in one moment. */
export async function enqueue(
  { producer }: Pick<QueueWorld, 'producer'>,
  submissionIds: readonly string[],
  { tenantId = 'demo', lane }: { readonly tenantId?: string; readonly lane?: string } = {},
): Promise<void> {
  const payloads = submissionIds.map((submissionId): StagePayload => ({
    tenantId,
    submissionId,
    generation: 0,
  }));
  await Promise.all(
    payloads.map((payload) => producer.add(qualificationQueue, { payload, since: new Date(), lane })),
  );
}

export async function until(holds: () => boolean | Promise<boolean>, withinMs = 10_000): Promise<void> {
  for (const giveUpAt = performance.now() + withinMs; !(await holds()); await pause(10)) {
    if (performance.now() > giveUpAt) throw new Error(`not within ${withinMs} ms`);
  }
}
