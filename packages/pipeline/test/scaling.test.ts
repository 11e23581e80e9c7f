import { queues, stageQueues, effectQueues } from '@sluice/contracts';
import { serveHealth } from '@sluice/http';
import {
  createMetrics,
  producerConnection,
  silentLogger,
  workerConnection,
  type RedisConnection,
} from '@sluice/process';
import { createProducer } from '@sluice/queue';
import { duringTests, eventually, freePort } from '@sluice/testing';
import { openWorld } from '@sluice/testing/core';
import { Queue, Worker } from 'bullmq';
import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseAllDocuments } from 'yaml';
import { createQueueFigures } from '../src/figures/queue-figures.js';
import { internalAnswers } from '../src/figures/scaling.js';

/** A request that one scaler in the manifests makes, and the value that it reads from the answer. */
interface Question {
  readonly url: string;
  readonly valueLocation: string;
}

interface ScaledObject {
  readonly spec: {
    readonly triggers: readonly { readonly metadata: Pick<Question, 'valueLocation'> }[];
  };
}

const scalers = join(import.meta.dirname, '../../../k8s/components/scalers');
// All scalers ask one address, which the component adds.
const [, url = ''] =
  /metadata\/url, value: '(.+)'/.exec(readFileSync(join(scalers, 'kustomization.yaml'), 'utf8')) ?? [];
const questions = parseAllDocuments(readFileSync(join(scalers, 'workers.yaml'), 'utf8')).flatMap(
  (document): Question[] => {
    const { triggers } = (document.toJS() as ScaledObject).spec;
    return triggers.map(({ metadata }) => ({ url, ...metadata }));
  },
);

const world = duringTests(() => openWorld({ privateRedis: true }));
let redis: RedisConnection;
let internal: Server;
let port: number;
beforeAll(async () => {
  ({ redis } = world);
  port = await freePort();
  const health = { ready: async () => undefined, stuck: () => undefined };
  internal = await serveHealth(
    port,
    health,
    createMetrics('test'),
    internalAnswers(createQueueFigures(redis)),
  );
  world.onClose(() => {
    internal.closeAllConnections();
    internal.close();
  });
});

/** Asks as KEDA does: the manifest's URL, with only the cluster's address replaced. */
async function ask(queue: string, number: string): Promise<unknown> {
  const question = questions.find((one) => one.valueLocation === `queues.${queue}.${number}`);
  if (!question) throw new Error(`no scaler asks for the ${number} of ${queue}`);
  const { pathname } = new URL(question.url);
  let response: Response | undefined;
  // A scaler asks again after an error status, such as that of a machine too busy to read Redis in time.
  await eventually(
    'it has counted',
    async () => (response = await fetch(`http://127.0.0.1:${port}${pathname}`)).status !== 503,
    20_000,
  );
  const answer: unknown = await response?.json();
  return question.valueLocation
    .split('.')
    .reduce((found, key) => (found as Record<string, unknown> | undefined)?.[key], answer);
}

/** What the scalers of all queues learn now, by queue. */
interface Learned {
  readonly leads: Readonly<Record<string, unknown>>;
  readonly oldestSeconds: Readonly<Record<string, unknown>>;
}

/** Asks as the scalers of all queues do. */
async function askAll(): Promise<Learned> {
  // One reading is cached for a second.
  await pause(1_100);
  const all = async (number: string) =>
    Object.fromEntries(
      await Promise.all(queues.map(async ({ name }) => [name, await ask(name, number)] as const)),
    );
  return { leads: await all('leads'), oldestSeconds: await all('oldestSeconds') };
}

/** The queues whose oldest lead has waited for more than a second. */
const withOldWork = ({ oldestSeconds }: Learned) =>
  Object.keys(oldestSeconds).filter((name) => Number(oldestSeconds[name]) > 1);

describe('a scaler with the request of its manifest', () => {
  it('reads all leads that a worker could take: waiting, prioritised, active, paused, or delayed until now', async () => {
    const producer = createProducer(redis);
    const ids = (count: number) => Array.from({ length: count }, (_, n) => `id_${n}`);
    const add = async (name: string, count: number, more: object = {}) => {
      const stage = Object.values(stageQueues).find((queue) => queue.name === name);
      const effect = Object.values(effectQueues).find((queue) => queue.name === name);
      const work = { since: new Date(), ...more };
      await Promise.all(
        ids(count).map(async (id) => {
          const submission = { tenantId: 'demo', submissionId: id, generation: 0 };
          if (stage) await producer.add(stage, { payload: submission, ...work });
          if (effect) await producer.add(effect, { payload: { tenantId: 'demo', effectId: id }, ...work });
        }),
      );
    };
    const opened = queues.map(({ name, prefix }) => new Queue(name, { connection: redis, prefix }));
    const inEach = (act: (queue: Queue, index: number) => Promise<unknown>) => Promise.all(opened.map(act));
    const byName = (figure: (index: number) => number) =>
      Object.fromEntries(queues.map(({ name }, index) => [name, figure(index)]));
    try {
      // More than one batch of 64, and a different number in each queue.
      const waiting = (index: number) => 100 + index;
      await inEach(({ name }, index) => add(name, waiting(index)));
      expect(await inEach((queue) => queue.getPrioritizedCount())).toEqual(queues.map(() => 2));
      const added = await askAll();
      expect(added.leads).toEqual(byName(waiting));
      expect(withOldWork(added)).toEqual(queues.map(({ name }) => name));

      // First a due time in the future, whose job no worker can take yet; then one that has just passed.
      await inEach(({ name }) => add(name, 7, { notBefore: new Date(Date.now() + 3_600_000) }));
      expect((await askAll()).leads).toEqual(byName(waiting));
      await inEach(({ name }) => add(name, 5, { notBefore: new Date(Date.now() + 300) }));
      const withDue = byName((index) => waiting(index) + 5);
      expect((await askAll()).leads).toEqual(withDue);
      expect(await inEach((queue) => queue.getDelayedCount())).toEqual(queues.map(() => 2));

      // Every second queue, then the others, because the pause of one says nothing about its neighbour.
      for (const turn of [0, 1]) {
        await inEach((queue, index) => (index % 2 === turn ? queue.pause() : queue.resume()));
        const paused = await askAll();
        expect(paused.leads).toEqual(withDue);
        const running = queues.filter((_, index) => index % 2 !== turn);
        expect(withOldWork(paused)).toEqual(running.map(({ name }) => name));
        expect(paused.oldestSeconds).toMatchObject(
          Object.fromEntries(queues.filter((each) => !running.includes(each)).map(({ name }) => [name, 0])),
        );
      }
    } finally {
      await inEach((queue) => queue.close());
    }
    await producer.close();
  }, 60_000);

  it('reads active leads too, until they are done', async () => {
    await redis.flushall();
    const { name, prefix } = stageQueues.delivery;
    const producer = createProducer(redis);
    const payload = { tenantId: 'demo', submissionId: 'sub_1', generation: 0 };
    await producer.add(stageQueues.delivery, { payload, since: new Date() });
    let finish = (): void => undefined;
    const finished = new Promise<void>((resolve) => (finish = resolve));
    const connection = workerConnection(world.redisUrl, silentLogger);
    const worker = new Worker(name, () => finished, { connection, prefix });
    const queue = new Queue(name, { connection: redis, prefix });
    try {
      await eventually(
        'the job is being worked on',
        async () => (await queue.getActiveCount()) === 1,
        20_000,
      );
      expect((await askAll()).leads).toMatchObject({ [name]: 1 });
      finish();
      await eventually('no job is being worked on', async () => (await queue.getActiveCount()) === 0, 20_000);
      expect((await askAll()).leads).toMatchObject({ [name]: 0 });
    } finally {
      finish();
      await worker.close();
      await queue.close();
      await producer.close();
      connection.disconnect();
    }
  }, 60_000);

  it('gets an error status and no number while Redis does not answer', async () => {
    const gone = producerConnection('redis://127.0.0.1:9', silentLogger);
    const ownPort = await freePort();
    const health = { ready: async () => undefined, stuck: () => undefined };
    const server = await serveHealth(
      ownPort,
      health,
      createMetrics('test'),
      internalAnswers(createQueueFigures(gone)),
    );
    try {
      const answer = await fetch(`http://127.0.0.1:${ownPort}/scaling`);
      expect(answer.status).toBe(503);
      expect(Object.keys((await answer.json()) as object)).toEqual(['because']);
    } finally {
      server.closeAllConnections();
      server.close();
      gone.disconnect();
    }
  }, 30_000);
});
