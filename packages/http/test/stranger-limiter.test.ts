import { startPrivateRedis } from '@sluice/testing';
import { createStrangerLimiter, type StrangerLimiter } from '../src/limits/stranger-limiter.js';
import { redisDuringTests } from './redis.js';

const connections = redisDuringTests();

/** A limiter as one process has it; limiters of the same name count together. */
const limiter = async (name: string, url?: string) =>
  createStrangerLimiter(await connections.connected(url), name);

const sixtyFrom = (strangers: StrangerLimiter, address: string) =>
  Promise.all(Array.from({ length: 60 }, () => strangers.count(address)));
const sixtyFree = Array<undefined>(60).fill(undefined);

it('sixty refused calls of an address are free; then it waits for the rest of the minute, in all processes', async () => {
  const [one, other] = [await limiter('together'), await limiter('together')];
  expect(await one.waitSeconds('192.0.2.1')).toBeUndefined();
  expect(await sixtyFrom(one, '192.0.2.1')).toEqual(sixtyFree);
  const waits = [await one.waitSeconds('192.0.2.1'), await other.count('192.0.2.1')];
  for (const seconds of [...waits, await other.waitSeconds('192.0.2.1')]) {
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
  }
});

it('of a hundred refused calls at once, forty wait', async () => {
  const strangers = await limiter('at-once');
  const waits = await Promise.all(Array.from({ length: 100 }, () => strangers.count('192.0.2.2')));
  expect(waits.filter((seconds) => seconds !== undefined)).toHaveLength(40);
});

it('no other address waits; addresses of one IPv6 network are one', async () => {
  const strangers = await limiter('apart');
  await sixtyFrom(strangers, '2001:db8:0:7::1');
  expect(await strangers.waitSeconds('2001:DB8:0:7:ffff::9')).toBeGreaterThan(0);
  expect(await strangers.waitSeconds('2001:db8:0:8::1')).toBeUndefined();
  expect(await strangers.count('192.0.2.3')).toBeUndefined();
});

it('while Redis is away, each process counts by itself', async () => {
  const redis = await startPrivateRedis();
  const strangers = await limiter('alone', redis.url);
  await redis.stop();
  expect(await sixtyFrom(strangers, '192.0.2.4')).toEqual(sixtyFree);
  expect(await strangers.count('192.0.2.4')).toBeGreaterThan(0);
  expect(await strangers.waitSeconds('192.0.2.4')).toBeGreaterThan(0);
});
