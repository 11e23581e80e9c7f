/** The pipeline as commands use it: the same stores and queues as a worker, but no listening ports. */
import { Problem } from '@sluice/local';
import type { Core } from '@sluice/pipeline';
import {
  createMetrics,
  producerConnection,
  redisUrlProblem,
  silentLogger,
  type RedisConnection,
} from '@sluice/process';
import { createProducer } from '@sluice/queue';
import { createReports } from '@sluice/reports';
import type { Stores } from '@sluice/store';
import { once } from 'node:events';

const CONNECT_WITHIN_MS = 2_000;
// A port without a listener.
const NOWHERE = 'redis://127.0.0.1:1';

/** Provides the pipeline for the duration of a command; without Redis its work waits in MongoDB for the sweep. */
export async function withCore<T>(
  stores: Stores,
  redisUrl: string | undefined,
  use: (core: Core, redis: RedisConnection) => Promise<T>,
): Promise<T> {
  const problem = redisUrlProblem(redisUrl ?? NOWHERE);
  if (problem !== undefined) throw new Problem(`REDIS_URL ${problem}.`);
  // Without Redis nothing is lost, so its absence is not reported.
  const redis = producerConnection(redisUrl ?? NOWHERE, silentLogger);
  if (redisUrl !== undefined && redis.status !== 'ready')
    await once(redis, 'ready', { signal: AbortSignal.timeout(CONNECT_WITHIN_MS) }).catch(() => undefined);
  const producer = createProducer(redis);
  try {
    return await use(
      {
        stores,
        reports: createReports(stores),
        producer,
        log: silentLogger,
        metrics: createMetrics('sluice'),
      },
      redis,
    );
  } finally {
    await producer.close().catch(() => undefined);
    redis.disconnect();
  }
}
