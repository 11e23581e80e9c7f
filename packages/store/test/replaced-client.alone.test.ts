import {
  aSubmission,
  duringTests,
  eventually,
  hangNext,
  hangNextHeartbeat,
  openLink,
  testBackends,
} from '@sluice/testing';
import { setTimeout as pause } from 'node:timers/promises';
import { isStoreUnavailable, storesAt } from '../src/index.js';

const DEADLINE_MS = 1_200;

const backends = duringTests(testBackends);
const link = duringTests(() => openLink(Number(new URL(backends.mongodbUrl).port)));
let stores: ReturnType<typeof storesAt>;
let release: () => void = () => undefined;
const seen = { timedOut: [] as string[], replaced: [] as number[] };

beforeEach(async () => {
  stores = await opened();
  seen.timedOut = [];
  seen.replaced = [];
});
afterEach(async () => {
  release();
  await stores.close();
});

/** The stores with short timeouts; opened again if the machine is too busy for those. */
async function opened(triesLeft = 10): Promise<typeof stores> {
  const url = new URL(backends.mongodbUrl);
  url.port = String(link.port);
  const opening = storesAt(url.href, {
    connectTimeoutMs: 500,
    callTimeoutMs: DEADLINE_MS - 500,
    watcher: {
      timedOut: (operation) => seen.timedOut.push(operation),
      replaced: (unsettled) => seen.replaced.push(unsettled),
    },
  });
  const failure = await failureOf(opening.clock.begin());
  if (failure === undefined) return opening;
  await opening.close();
  if (triesLeft === 0 || !isStoreUnavailable(failure)) throw failure as Error;
  return opened(triesLeft - 1);
}

const demo = () => stores.forTenant('demo');
const failureOf = (running: Promise<unknown>) =>
  running.then(
    () => undefined,
    (error: unknown) => error,
  );
describe('a MongoDB driver operation that never settles', () => {
  it.each([
    ['a batched read', 'find', 'submissions', () => demo().submissions.find('sub_none')],
    ['a read of its own', 'find', 'tenants', () => stores.tenants.find('none')],
    [
      'a batched insert',
      'bulkWrite',
      1 as unknown as string,
      () =>
        demo().attempts.claim(
          { submissionId: 'sub_h', generation: 0 },
          { n: 1, url: '', startedAt: new Date(), leaseUntil: new Date() },
        ),
    ],
    [
      'inserts into several collections',
      'bulkWrite',
      1 as unknown as string,
      () => stores.accept({ submission: aSubmission({ submissionId: 'sub_h' }) }),
    ],
    [
      'a batched update',
      'bulkWrite',
      1 as unknown as string,
      () => demo().submissions.postpone('sub_none', new Date()),
    ],
    ['an update of its own', 'update', 'tenants', () => stores.tenants.beginChange('none')],
    ['a command', 'hello', 1 as unknown as string, () => stores.clock.measure(true)],
  ])('fails its caller in time as an unavailable store: %s', async (_what, kind, collection, operation) => {
    release = hangNext(1, kind, collection);
    const startedAt = performance.now();
    const failure = await failureOf(operation());
    expect(isStoreUnavailable(failure)).toBe(true);
    expect(performance.now() - startedAt).toBeLessThan(DEADLINE_MS + 1_000);
    expect(seen.timedOut).toHaveLength(1);
  });

  it('delays no other caller: the same batched round trips continue at once', async () => {
    release = hangNext(2, 'find', 'submissions');
    const lost = [failureOf(demo().submissions.find('sub_1'))];
    await pause(20);
    lost.push(failureOf(demo().submissions.find('sub_2')));
    await Promise.all(lost);
    const startedAt = performance.now();
    expect(await demo().submissions.find('sub_none')).toBeUndefined();
    expect(performance.now() - startedAt).toBeLessThan(DEADLINE_MS);
  });

  it('makes the store replace its client, and later operations succeed', async () => {
    release = hangNext(3, 'find', 'tenants');
    await Promise.all([1, 2, 3].map((n) => failureOf(stores.tenants.find(`none${n}`))));
    expect(seen.timedOut).toEqual(['tenants.findOne', 'tenants.findOne', 'tenants.findOne']);
    await eventually('the client is replaced', () => seen.replaced.length > 0, 3 * DEADLINE_MS + 1_000);
    expect(seen.replaced).toEqual([3]);
    await stores.ping();
    expect(await demo().submissions.find('sub_none')).toBeUndefined();
    await pause(3 * DEADLINE_MS);
    expect(seen.replaced).toHaveLength(1);
    expect(stores.stuck()).toBeUndefined();
  });

  it('makes the store replace its client at most five times, and then the store reports itself as stuck', async () => {
    release = hangNext(Infinity, 'find', 'tenants');
    for (let n = 1; n <= 5; n += 1) {
      await failureOf(stores.tenants.find('none'));
      await eventually('the client is replaced', () => seen.replaced.length === n, 3 * DEADLINE_MS + 1_000);
      expect(stores.stuck()).toBeUndefined();
    }
    await failureOf(stores.tenants.find('none'));
    await eventually('it is stuck', () => stores.stuck() !== undefined, 3 * DEADLINE_MS);
    await pause(2 * DEADLINE_MS);
    expect(seen.replaced).toHaveLength(5);
    expect(stores.stuck()).toMatch(/never settle/);
  }, 60_000);
});

describe('a MongoDB driver heartbeat that never settles', () => {
  it('does not keep the client disconnected after an outage', async () => {
    release = hangNextHeartbeat();
    // Heartbeats are two seconds apart.
    await pause(3_000);
    // The driver loses a server when a connection breaks in the middle of an operation.
    link.become('stalled');
    const broken = failureOf(stores.tenants.find('none'));
    await pause(100);
    link.become('cut');
    await broken;
    link.become('open');
    expect(await failureOf(stores.tenants.find('none'))).toMatchObject({ name: 'MongoServerSelectionError' });
    await eventually('the client is replaced', () => seen.replaced.length > 0, 10 * DEADLINE_MS);
    expect(await failureOf(stores.tenants.find('none'))).toBeUndefined();
    await pause(6 * DEADLINE_MS);
    expect(seen.replaced).toHaveLength(1);
  }, 60_000);
});

describe('a working MongoDB client', () => {
  it('is not replaced under load', async () => {
    for (const end = performance.now() + 4 * DEADLINE_MS; performance.now() < end;) {
      await Promise.all(Array.from({ length: 50 }, (_, n) => demo().submissions.find(`sub_${n}`)));
    }
    expect(seen).toEqual({ timedOut: [], replaced: [] });
  }, 30_000);

  it('is not replaced while MongoDB is away, because a new client would fail as well', async () => {
    link.become('stalled');
    const end = performance.now() + 5 * DEADLINE_MS;
    try {
      for (; performance.now() < end; await pause(200)) {
        const startedAt = performance.now();
        expect(isStoreUnavailable(await failureOf(stores.tenants.find('none')))).toBe(true);
        expect(performance.now() - startedAt).toBeLessThan(DEADLINE_MS + 500);
      }
    } finally {
      link.become('open');
    }
    expect(seen.replaced).toEqual([]);
    // The next connection may need more than its half second on a busy machine, which is no reason to replace a client.
    let failure: unknown;
    for (const giveUpAt = performance.now() + 10_000; performance.now() < giveUpAt; await pause(100)) {
      failure = await failureOf(stores.tenants.find('none'));
      if (failure === undefined || !isStoreUnavailable(failure)) break;
    }
    expect(failure).toBeUndefined();
    expect(seen.replaced).toEqual([]);
  }, 30_000);
});
