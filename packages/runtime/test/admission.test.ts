import { startPrivateRedis, type PrivateRedis } from '@sluice/testing';
import type { Redis } from 'ioredis';
import { setTimeout as pause } from 'node:timers/promises';
import { producerConnection, silentLogger } from '../src/index.js';
import { createAdmission, type Admission } from '../src/queues/admission.js';

let server: PrivateRedis;
let redis: Redis;
let admission: Admission;

beforeAll(async () => {
  server = await startPrivateRedis();
  redis = producerConnection(server.url, silentLogger);
  await new Promise((resolve) => redis.once('ready', resolve));
});
afterAll(async () => {
  redis.disconnect();
  await server.stop();
});
beforeEach(async () => {
  await redis.flushall();
  admission = createAdmission(redis, 100);
});
afterEach(() => admission.close());

const submission = (tenantId: string, n: number | string) =>
  ({ scope: 'submissions', tenantId, id: `sub_${n}` }) as const;
const enterAll = (tenantId: string, count: number, inTurn = false) =>
  Promise.all(Array.from({ length: count }, (_, n) => admission.enter(submission(tenantId, n), inTurn)));
const yes = (answers: readonly boolean[]) => answers.filter(Boolean).length;

describe('admission', () => {
  it('lets in exactly the bound of what comes at once, of each tenant for itself', async () => {
    const [a, b] = await Promise.all([enterAll('a', 250), enterAll('b', 40)]);
    expect([yes(a), yes(b)]).toEqual([100, 40]);
    expect(await admission.inside()).toBe(140);
    expect(admission.isFull('submissions', 'a')).toBe(true);
    expect(admission.isFull('submissions', 'b')).toBe(false);
    expect(admission.isFull('effects', 'a')).toBe(false);
  });

  it('knows who is inside already, and does not count twice', async () => {
    await enterAll('a', 100);
    expect(yes(await enterAll('a', 100))).toBe(100);
    expect(await admission.room([['submissions', 'a']])).toEqual([0]);
  });

  it('lets nobody overtake what was left behind, and the oldest in when there is room', async () => {
    await enterAll('a', 101);
    expect(await admission.backlogged()).toEqual([['submissions', 'a']]);
    await admission.leave(submission('a', 1));
    expect(await admission.enter(submission('a', 'new'))).toBe(false);
    expect(await admission.enter(submission('a', 'oldest'), true)).toBe(true);
    await admission.leave(submission('a', 2));
    await admission.clearBacklog(['submissions', 'a']);
    expect(await admission.enter(submission('a', 'new'))).toBe(true);
  });

  it('leaves the newer work of a crowd behind while others are about, and lets it in when its turn has come', async () => {
    await enterAll('b', 1);
    const answers = await enterAll('a', 90);
    expect(yes(answers)).toBeLessThan(90);
    expect(answers).toEqual(answers.toSorted().reverse());
    expect(await admission.backlogged()).toEqual([['submissions', 'a']]);
    const shares = [
      ['submissions', 'a'],
      ['effects', 'a'],
    ] as const;
    expect(await admission.givesWay(shares)).toEqual([true, false]);
    expect(await admission.enter(submission('a', 89), true)).toBe(true);
  });

  it('gives way to nobody while nobody else is about, nor to another crowd that was left behind', async () => {
    await enterAll('a', 101);
    await enterAll('b', 101);
    await redis.zadd('{sluice-admission}:quiet', 0, 'submissions a', 0, 'submissions b'); // some seconds later
    expect(yes(await enterAll('b', 1, true))).toBe(1);
    const both = [
      ['submissions', 'a'],
      ['submissions', 'b'],
    ] as const;
    expect(await admission.givesWay(both)).toEqual([false, false]);
    await enterAll('c', 1);
    expect(await admission.givesWay([...both, ['submissions', 'c']])).toEqual([true, true, false]);
  });

  it('begins anew when Redis was emptied', async () => {
    await enterAll('a', 101);
    await redis.flushall();
    expect(await admission.enter(submission('a', 'new'))).toBe(true);
    expect(await admission.inside()).toBe(1);
  });

  it('tells a crowd from one of many, also in a process that admits nobody', async () => {
    await enterAll('a', 80);
    await enterAll('b', 10);
    const elsewhere = createAdmission(redis, 100);
    expect(elsewhere.isCrowding('submissions', 'a')).toBe(false); // not counted yet
    elsewhere.isCrowding('submissions', 'b');
    // Now and then it counts all that it was asked about.
    for (let tries = 0; tries < 300 && !elsewhere.isCrowding('submissions', 'a'); tries += 1) await pause(50);
    expect([elsewhere.isCrowding('submissions', 'a'), elsewhere.isCrowding('submissions', 'b')]).toEqual([
      true,
      false,
    ]);
    elsewhere.close();
  });
});
