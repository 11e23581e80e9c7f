import { eventually } from '@sluice/testing';
import { spawn } from 'node:child_process';
import { Redis } from 'ioredis';
import { MongoClient } from 'mongodb';
import { isAlive, startPrivateRedis, testBackends } from '../src/index.js';
import type { TestBackends } from '../src/index.js';

describe('the stores of a test file', () => {
  let backends: TestBackends;

  beforeAll(async () => {
    backends = await testBackends();
  });

  afterAll(() => backends.stop());

  it('include a MongoDB that accepts documents', async () => {
    const client = new MongoClient(backends.mongodbUrl);
    await client.db().collection('things').insertOne({ a: 1 });
    expect(await client.db().collection('things').countDocuments()).toBe(1);
    await client.close();
  });

  it('include an empty Redis', async () => {
    const redis = new Redis(backends.redisUrl);
    expect(await redis.dbsize()).toBe(0);
    await redis.set('a', '1');
    redis.disconnect();
  });

  it('have the time of the test', async () => {
    const [client, redis] = [new MongoClient(backends.mongodbUrl), new Redis(backends.redisUrl)];
    const { localTime } = await client.db().command({ hello: 1 });
    const [redisSeconds = 0] = await redis.time();
    await client.close();
    redis.disconnect();
    for (const storeMs of [(localTime as Date).getTime(), redisSeconds * 1_000])
      expect(Math.abs(storeMs - Date.now())).toBeLessThan(60_000);
  });

  it('report their kind and address', () => {
    expect(backends.label).toMatch(/^MongoDB: .+; Redis: .+$/);
  });
});

it('the stores of a test file leave no data behind for the next test file', async () => {
  const first = await testBackends();
  const client = new MongoClient(first.mongodbUrl);
  await client.db().collection('things').insertOne({ a: 1 });
  await client.close();
  await writeTo(first.redisUrl);
  await first.stop();

  const second = await testBackends();
  const again = new MongoClient(second.mongodbUrl);
  expect(await again.db().listCollections().toArray()).toEqual([]);
  await again.close();
  const redis = new Redis(second.redisUrl);
  expect(await redis.dbsize()).toBe(0);
  redis.disconnect();
  await second.stop();
});

describe('a private Redis', () => {
  it('answers, and ends when it is stopped', async () => {
    const redis = await startPrivateRedis();
    await writeTo(redis.url);
    expect(isAlive(redis.pid)).toBe(true);
    await redis.stop();
    await eventually('it has ended', () => !isAlive(redis.pid), 15_000);
  });

  it('ends with the process that started it, in whatever way that ends', async () => {
    const compiled = new URL('../dist/backends/private-redis.js', import.meta.url).href;
    const code = `
      import { startPrivateRedis } from '${compiled}';
      const { pid } = await startPrivateRedis();
      console.log(pid);
      setInterval(() => undefined, 1000);`;
    const owner = spawn(process.execPath, ['--input-type=module', '--eval', code], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const line = await new Promise<string>((resolve) =>
      owner.stdout.once('data', (data: Buffer) => resolve(data.toString())),
    );
    const pid = Number(line);
    expect(isAlive(pid)).toBe(true);
    owner.kill('SIGKILL');
    await eventually('it has ended', () => !isAlive(pid), 15_000);
  });
});

async function writeTo(url: string): Promise<void> {
  const redis = new Redis(url);
  await redis.set('left', 'behind');
  redis.disconnect();
}
