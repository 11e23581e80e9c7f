/** A worker on the pixel queue that calls no platform, for tests of what the gateway answers once an event has ended. */
import { pixelQueue, type Effect } from '@sluice/contracts';
import { createMetrics, silentLogger, workerConnection } from '@sluice/process';
import { createProducer, defineStage, startStage } from '@sluice/queue';
import type { World } from '@sluice/testing/core';

/** A running worker. */
export interface PixelWorker {
  /** The events that it ended. */
  readonly seen: readonly Effect[];
  close(): Promise<void>;
}

/** Starts a worker that ends each event with `status`. */
export function startPixelWorker(
  { redisUrl, stores }: Pick<World, 'redisUrl' | 'stores'>,
  status: 'done' | 'failed',
): PixelWorker {
  const seen: Effect[] = [];
  const connection = workerConnection(redisUrl, silentLogger);
  const producer = createProducer(connection);
  const stage = defineStage({
    queue: pixelQueue,
    budgetMs: 30_000,
    run: async ({ tenantId, effectId }) => {
      const { effects } = stores.forTenant(tenantId);
      seen.push((await effects.find(effectId))!);
      await effects.progress(effectId, { status }, new Date());
      return { outcome: status };
    },
  });
  const surroundings = { connection, producer, log: silentLogger, metrics: createMetrics('pixel') };
  const running = startStage(stage, {}, { ...surroundings, now: () => new Date() });
  return {
    seen,
    async close() {
      await running.close();
      await producer.close();
      connection.disconnect();
    },
  };
}
