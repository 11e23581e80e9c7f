import { startPrivateRedis } from '@sluice/testing';
import { setTimeout as pause } from 'node:timers/promises';
import { createGuessLimiter, waitSecondsAfter } from '../src/limits/guess-limiter.js';
import { redisDuringTests } from './redis.js';

const connections = redisDuringTests();

/** A limiter as one process has it; limiters of the same name count together. */
const limiter = async (name: string, url?: string) =>
  createGuessLimiter(await connections.connected(url), name);

const tenFrom = async (guesses: Awaited<ReturnType<typeof limiter>>, address: string) => {
  const waits: (number | undefined)[] = [];
  for (let n = 0; n < 10; n += 1) waits.push(await guesses.count('operator', address));
  return waits;
};

it('ten password guesses are free, then each has to wait, twice as long as the one before, up to 15 minutes', async () => {
  expect(Array.from({ length: 10 }, (_, n) => waitSecondsAfter(n))).toEqual(Array<number>(10).fill(0));
  expect([10, 11, 12, 17, 18, 1_000].map(waitSecondsAfter)).toEqual([5, 10, 20, 640, 900, 900]);

  const guesses = await limiter('growing');
  expect(await tenFrom(guesses, '192.0.2.1')).toEqual(Array<undefined>(10).fill(undefined));
  const first = (await guesses.count('operator', '192.0.2.1')) ?? 0;
  expect(first).toBeGreaterThan(0);
  expect(first).toBeLessThanOrEqual(5);
  await pause(first * 1_000 + 200);
  expect(await guesses.count('operator', '192.0.2.1')).toBeUndefined();
  const second = (await guesses.count('operator', '192.0.2.1')) ?? 0;
  expect(second).toBeGreaterThan(5);
  expect(second).toBeLessThanOrEqual(10);
}, 30_000);

it('password guesses are counted across processes, and a correct one resets the count in all of them', async () => {
  const [one, other] = [await limiter('together'), await limiter('together')];
  await tenFrom(one, '192.0.2.2');
  expect(await other.count('operator', '192.0.2.2')).toBeGreaterThan(0);
  await one.succeeded('operator', '192.0.2.2');
  expect(await other.count('operator', '192.0.2.2')).toBeUndefined();
});

it('of a hundred concurrent password guesses, no more than the free ones are evaluated', async () => {
  const guesses = await limiter('at-once');
  const waits = await Promise.all(Array.from({ length: 100 }, () => guesses.count('operator', '192.0.2.3')));
  expect(waits.filter((wait) => wait === undefined).length).toBeLessThanOrEqual(10);
});

it('password guesses delay no other address and no other account; addresses of one IPv6 network count as one', async () => {
  const guesses = await limiter('apart');
  await tenFrom(guesses, '2001:db8:0:7::1');
  for (const same of ['2001:DB8:0:7:ffff::9', '2001:0db8:0000:0007:1:2:3:4']) {
    expect(await guesses.count('operator', same)).toBeGreaterThan(0);
  }
  for (const other of ['2001:db8:0:8::1', '2001:db8::7:0:0:1', '192.0.2.4']) {
    expect(await guesses.count('operator', other)).toBeUndefined();
  }
  expect(await guesses.count('another', '2001:db8:0:7::1')).toBeUndefined();
});

it('while Redis is away, each process counts password guesses by itself', async () => {
  const redis = await startPrivateRedis();
  const guesses = await limiter('alone', redis.url);
  await redis.stop();
  expect(await tenFrom(guesses, '192.0.2.5')).toEqual(Array<undefined>(10).fill(undefined));
  expect(await guesses.count('operator', '192.0.2.5')).toBeGreaterThan(0);
  await guesses.succeeded('operator', '192.0.2.5');
  expect(await guesses.count('operator', '192.0.2.5')).toBeUndefined();
});
