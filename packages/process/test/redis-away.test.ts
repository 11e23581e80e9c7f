import { execFileSync } from 'node:child_process';
import { connect } from 'node:net';
import { eventually, freePort, startRedisNode } from '@sluice/testing';
import { producerConnection, silentLogger, workerConnection } from '../src/index.js';

it.each(['producerConnection', 'workerConnection'])(
  'a %s that is closed while Redis is away keeps no process alive',
  async (open) => {
    const program = `
      import { setTimeout as pause } from 'node:timers/promises';
      import { ${open}, silentLogger } from ${JSON.stringify(new URL('../dist/index.js', import.meta.url).href)};
      const redis = ${open}('redis://127.0.0.1:${await freePort()}', silentLogger);
      await new Promise((resolve) => redis.once('reconnecting', resolve));
      redis.disconnect();
      await pause(20);
      console.log(JSON.stringify(process.getActiveResourcesInfo()));`;
    const output = execFileSync(process.execPath, ['--input-type=module', '-e', program], {
      encoding: 'utf8',
      timeout: 20_000,
    });
    expect(JSON.parse(output)).not.toContain('Timeout');
  },
);

it.each([
  ['producer', producerConnection],
  ['worker', workerConnection],
])('the connection of a %s to a host that accepts none is tried again within seconds', async (_who, open) => {
  const node = await startRedisNode(await freePort(), { 'tcp-backlog': '1' });
  process.kill(node.pid, 'SIGSTOP');
  // These fill the backlog of the stopped server.
  const accepted = [1, 2].map(() => connect(node.port, '127.0.0.1'));
  await eventually('the backlog is full', () => accepted.every(({ readyState }) => readyState === 'open'));
  const redis = open(`redis://127.0.0.1:${node.port}`, silentLogger);
  try {
    let attempts = 0;
    redis.on('connecting', () => (attempts += 1));
    await eventually('it tries again', () => attempts > 1, 5_000);
  } finally {
    redis.disconnect();
    for (const each of accepted) each.destroy();
    await node.stop();
  }
});
