import { producerConnection, silentLogger } from '@sluice/process';
import { testBackends, type TestBackends } from '@sluice/testing';
import { createAllowance } from '../src/allowance.js';

let backends: TestBackends;
const opened: ReturnType<typeof producerConnection>[] = [];
beforeAll(async () => {
  backends = await testBackends();
}, 60_000);
afterAll(async () => {
  for (const connection of opened) connection.disconnect();
  await backends.stop();
});

/** An allowance as one process has it; those of the same name count together. */
async function allowance(name: string) {
  const connection = producerConnection(backends.redisUrl, silentLogger);
  opened.push(connection);
  if (connection.status !== 'ready') await new Promise((resolve) => connection.once('ready', resolve));
  return createAllowance(connection, name, { most: 3, seconds: 3600 });
}

it('each key has its share in all processes together, also when asked for at once', async () => {
  const [one, other] = [await allowance('shared'), await allowance('shared')];
  const taken = await Promise.all([1, 2, 3, 4, 5, 6].map((n) => (n % 2 ? one : other).take('ada')));
  expect(taken.filter((isAllowed) => isAllowed)).toHaveLength(3);
  expect(await one.take('ada')).toBe(false);
  expect(await other.take('bob')).toBe(true);
});
