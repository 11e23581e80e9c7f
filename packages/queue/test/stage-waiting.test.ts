import type { QueueDefinition } from '@sluice/contracts';
import { duringTests, testBackends } from '@sluice/testing';
import { createMetrics, producerConnection, silentLogger, workerConnection } from '@sluice/process';
import { createProducer, defineStage, startStage } from '../src/index.js';
import type { StageRun } from '../src/index.js';

const backends = duringTests(() => testBackends({ privateRedis: true }));

class Away extends Error {}

const queue: QueueDefinition<{ tenantId: string }> = {
  name: 'waiting',
  service: 'waiting',
  prefix: '{sluice-waiting}',
  item: () => 'one',
  payload: (tenantId) => ({ tenantId }),
  concurrency: 1,
  callsReceivers: false,
};

it('a run after a store outage has no failure recorded, and a run after a defect has one', async () => {
  const thrown = [new Away(), new Error('Command timed out'), new TypeError('ours'), new Away()];
  const runs: StageRun[] = [];
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  const stage = defineStage<{ tenantId: string }, object>({
    queue,
    budgetMs: 10_000,
    run: async (_payload, _deps, run) => {
      const error = thrown[runs.length];
      runs.push(run);
      if (error) throw error;
      end();
      return { outcome: 'done' };
    },
  });
  const adding = producerConnection(backends.redisUrl, silentLogger);
  if (adding.status !== 'ready') await new Promise((resolve) => adding.once('ready', resolve));
  const connection = workerConnection(backends.redisUrl, silentLogger);
  const producer = createProducer(adding);
  const metrics = createMetrics('test');
  const surroundings = { connection, producer, log: silentLogger, metrics, now: () => new Date() };
  const running = startStage(stage, {}, { ...surroundings, isWaiting: (error) => error instanceof Away });
  await producer.add(queue, { payload: { tenantId: 'demo' }, since: new Date() });
  await ended;
  await running.close();
  await producer.close();
  adding.disconnect();
  connection.disconnect();
  expect(runs.map(({ trouble }) => trouble)).toEqual([undefined, undefined, undefined, 'threw', undefined]);
}, 30_000);
