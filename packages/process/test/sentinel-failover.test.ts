import { askRedis, eventually, openLink, startSentinelRedis } from '@sluice/testing';
import { producerConnection, silentLogger, workerConnection } from '../src/index.js';

const CONNECTED_WITHIN_MS = 10_000;

it('connections that look for the master when a Sentinel names a new one are connected to it', async () => {
  const redis = await startSentinelRedis({ count: 1 });
  const [sentinel = 0] = redis.ports;
  const link = await openLink(sentinel);
  const url = redis.url.replace(`:${sentinel}/`, `:${link.port}/`);
  const connections = [producerConnection(url, silentLogger), workerConnection(url, silentLogger)];
  try {
    await eventually('both listen to the Sentinel', async () => {
      const clients = String(await askRedis(sentinel, 'CLIENT', ['LIST']));
      return clients.match(/cmd=subscribe/g)?.length === connections.length;
    });
    const master = await redis.master();
    // Whoever looks for the master waits for the Sentinel, whose news arrives before any answer to a question.
    link.become('stalled');
    process.kill(master.pid, 'SIGKILL');
    await eventually('the Sentinel has announced the replica', async () => {
      const known = String(await askRedis(sentinel, 'SENTINEL', ['MASTERS']));
      return !known.includes(`port,${master.port},`);
    });
    link.become('open');
    await eventually(
      'both are connected',
      () => connections.every(({ status }) => status === 'ready'),
      CONNECTED_WITHIN_MS,
    );
    expect(await Promise.all(connections.map((connection) => connection.set('key', '1')))).toEqual([
      'OK',
      'OK',
    ]);
  } finally {
    for (const connection of connections) connection.disconnect();
    await link.close();
    await redis.stop();
  }
});
