/** Redis as operators run it: as a Cluster, behind Sentinels, and over TLS with users. */
import { qualificationQueue, routingQueue } from '@sluice/contracts';
import {
  eventually,
  freePort,
  loopbackCertificate,
  secureAccess,
  startRedisCluster,
  startRedisNode,
  startSentinelRedis,
} from '@sluice/testing';
import { execFile } from 'node:child_process';
import type { ServerResponse } from 'node:http';
import { createGuessLimiter } from '@sluice/http';
import {
  createMetrics,
  mastersOf,
  memoryFraction,
  pingRedis,
  producerConnection,
  silentLogger,
  workerConnection,
  type RedisConnection,
} from '@sluice/process';
import { createProducer, inspectQueue, startStage } from '../src/index.js';
import { createRateLimiter } from '@sluice/http';

const connected = async (connection: RedisConnection) => {
  await eventually('Redis answers', () => connection.status === 'ready', 10_000);
  return connection;
};

describe.each([
  ['a Cluster', startRedisCluster, 3],
  ['a master that Sentinels name', startSentinelRedis, 1],
])('on %s', (_kind, start, masters) => {
  let redis: { readonly url: string; stop(): Promise<void> };
  let adding: RedisConnection;
  const opened: RedisConnection[] = [];
  const connect = async () => {
    const connection = await connected(producerConnection(redis.url, silentLogger));
    opened.push(connection);
    return connection;
  };
  beforeAll(async () => {
    redis = await start();
    adding = await connect();
  }, 60_000);
  afterAll(async () => {
    for (const connection of opened) connection.disconnect();
    await redis.stop();
  });

  it('workers of several queues run work that is added for now, for later, or again after a failure', async () => {
    const producer = createProducer(adding);
    const ran: string[] = [];
    const running = [qualificationQueue, routingQueue].map((queue) => {
      const connection = workerConnection(redis.url, silentLogger);
      opened.push(connection);
      const run = async ({ submissionId }: { submissionId: string }) => {
        const name = `${queue.name} ${submissionId}`;
        ran.push(name);
        if (submissionId === 'sub_throws' && ran.filter((other) => other === name).length === 1)
          throw new Error('once');
        return { outcome: 'ran' };
      };
      return startStage({ queue, budgetMs: 10_000, run }, undefined, {
        connection,
        producer,
        log: silentLogger,
        metrics: createMetrics('test'),
        now: () => new Date(),
      });
    });
    const since = new Date();
    const notBefore = new Date(since.getTime() + 500);
    await Promise.all(
      [qualificationQueue, routingQueue].flatMap((queue) => [
        producer.add(queue, { payload: { tenantId: 'a', submissionId: 'sub_now', generation: 0 }, since }),
        producer.add(queue, { payload: { tenantId: 'b', submissionId: 'sub_throws', generation: 0 }, since }),
        producer.add(queue, {
          payload: { tenantId: 'a', submissionId: 'sub_later', generation: 0 },
          since,
          notBefore,
        }),
      ]),
    );
    await eventually('all eight ran', () => ran.length === 8, 20_000);
    expect([...ran].sort()).toEqual(
      ['qualification', 'routing'].flatMap((queue) => [
        ...[`${queue} sub_later`, `${queue} sub_now`, `${queue} sub_throws`, `${queue} sub_throws`],
      ]),
    );
    const report = await inspectQueue(routingQueue, adding);
    expect(report).toMatchObject({ waiting: 0, delayed: 0, failed: 0, workers: 1, paused: false });
    await Promise.all(running.map((stage) => stage.close()));
    await producer.close();
  }, 40_000);

  it('all processes count requests and guesses together', async () => {
    const [one, other] = [await connect(), await connect()];
    const limitOf = async () => ({ requests: 3, perSeconds: 60 });
    const response = { setHeader: () => undefined } as unknown as ServerResponse;
    const tenant = { tenantId: 'demo', prefix: 'slk_abcd' };
    const limits = [one, other].map((connection) => createRateLimiter(connection, limitOf));
    const count = (limit = limits[0]) => limit?.(tenant, response);
    await count(limits[0]);
    await count(limits[1]);
    await count(limits[0]);
    await expect(count(limits[1])).rejects.toMatchObject({ code: 'RATE_LIMITED' });

    const [guesses, others] = [one, other].map((connection) => createGuessLimiter(connection, 'modes'));
    for (let n = 0; n < 10; n += 1) await guesses?.count('operator', '192.0.2.1');
    expect(await others?.count('operator', '192.0.2.1')).toBeGreaterThan(0);
  });

  it('a health check pings each master, and reads how full the fullest is', async () => {
    await pingRedis(adding);
    expect(mastersOf(adding)).toHaveLength(masters);
    const [fullest] = mastersOf(adding).slice(-1);
    expect(await memoryFraction(adding)).toBe(0);
    await fullest?.config('SET', 'maxmemory', '1gb');
    const fraction = await memoryFraction(adding);
    expect(fraction).toBeGreaterThan(0);
    expect(fraction).toBeLessThan(0.1);
  });
});

describe('over TLS, as a user with a password', () => {
  it.each([
    ['one server', 'rediss', startSecureServer],
    ['a Cluster', 'rediss+cluster', () => startRedisCluster({ access: secureAccess() })],
    ['a master that Sentinels name', 'rediss+sentinel', () => startSentinelRedis({ access: secureAccess() })],
  ])(
    '%s takes producers and workers that trust its certificate, and no others',
    async (_kind, scheme, start) => {
      const redis = await start();
      try {
        expect(redis.url).toMatch(`${scheme}://leads:p%40ss%2Fword%3A%251@`);
        expect(await connectsTo(redis.url, { NODE_EXTRA_CA_CERTS: loopbackCertificate })).toBe('ready ready');
        expect(await connectsTo(redis.url, {})).toBe('refused');
        const stranger = redis.url.replace('leads:p%40ss', 'leads:wrong');
        expect(await connectsTo(stranger, { NODE_EXTRA_CA_CERTS: loopbackCertificate })).toBe('refused');
      } finally {
        await redis.stop();
      }
    },
    60_000,
  );
});

async function startSecureServer() {
  const access = secureAccess();
  const port = await freePort();
  const node = await startRedisNode(port, {}, access);
  return { url: `rediss://${access.login}127.0.0.1:${port}`, stop: () => node.stop() };
}

// A process reads its trusted certificates when it starts.
function connectsTo(url: string, env: Readonly<Record<string, string>>): Promise<string> {
  const program = `
    import { pingRedis, producerConnection, silentLogger, withRedis, workerConnection }
      from ${JSON.stringify(new URL('../../process/dist/index.js', import.meta.url).href)};
    const url = process.argv[1];
    await withRedis(url, 3_000, pingRedis).catch(() => { process.stdout.write('refused'); process.exit(0); });
    const both = [producerConnection(url, silentLogger), workerConnection(url, silentLogger)];
    await Promise.all(both.map((redis) => new Promise((resolve) => redis.once('ready', resolve))));
    await Promise.all(both.map((redis) => redis.set('{one}', '1')));
    process.stdout.write(both.map(({ status }) => status).join(' '));
    process.exit(0);`;
  return new Promise((resolve) => {
    const args = ['--input-type=module', '-e', program, url];
    const options = { env: { PATH: process.env['PATH'], ...env }, timeout: 20_000 };
    execFile(process.execPath, args, options, (error, output) => resolve(error ? error.message : output));
  });
}
