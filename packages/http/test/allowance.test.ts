import { producerConnection, silentLogger } from '@sluice/process';
import { duringTests, testBackends } from '@sluice/testing';
import { once } from 'node:events';
import { createAllowance } from '../src/limits/allowance.js';

const redis = duringTests(async () => {
  const backends = await testBackends();
  const connection = producerConnection(backends.redisUrl, silentLogger);
  if (connection.status !== 'ready') await once(connection, 'ready');
  const close = async () => {
    connection.disconnect();
    await backends.stop();
  };
  return { connection, close };
});

it('each key has its share in all processes together, also when asked for at once', async () => {
  const [one, other] = [1, 2].map(() =>
    createAllowance(redis.connection, 'shared', { most: 3, seconds: 3600 }),
  );
  const taken = await Promise.all([1, 2, 3, 4, 5, 6].map(async (n) => (n % 2 ? one : other)?.take('ada')));
  expect(taken.filter((isAllowed) => isAllowed)).toHaveLength(3);
  expect(await one?.take('ada')).toBe(false);
  expect(await other?.take('bob')).toBe(true);
});
