import { createAllowance } from '../src/limits/allowance.js';
import { redisDuringTests } from './redis.js';

const redis = redisDuringTests();

it('each key has its share in all processes together, also when asked for at once', async () => {
  const connection = await redis.connected();
  const [one, other] = [1, 2].map(() => createAllowance(connection, 'shared', { most: 3, seconds: 3600 }));
  const taken = await Promise.all([1, 2, 3, 4, 5, 6].map(async (n) => (n % 2 ? one : other)?.take('ada')));
  expect(taken.filter((isAllowed) => isAllowed)).toHaveLength(3);
  expect(await one?.take('ada')).toBe(false);
  expect(await other?.take('bob')).toBe(true);
});
