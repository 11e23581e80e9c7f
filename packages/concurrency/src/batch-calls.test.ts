import { setTimeout as pause } from 'node:timers/promises';
import { batchCalls } from './batch-calls.js';

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('batched round trips', () => {
  it('combine all requests of one event loop turn into one batch, and each caller gets its own answer', async () => {
    const batches: number[][] = [];
    const double = batchCalls<number, number>(async (asks) => {
      batches.push([...asks]);
      return asks.map((ask) => ask * 2);
    });
    expect(await Promise.all([double(1), double(2), double(3)])).toEqual([2, 4, 6]);
    expect(batches).toEqual([[1, 2, 3]]);
  });

  it('fail one request alone when its answer is an error, and the whole batch when the round trip throws', async () => {
    const picky = batchCalls<number, number>(async (asks) => {
      if (asks.includes(13)) throw new Error('trip');
      return asks.map((ask) => (ask === 2 ? new Error('two') : ask));
    });
    const settled = await Promise.allSettled([picky(1), picky(2)]);
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    const failed = await Promise.allSettled([picky(13), picky(1)]);
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await picky(5)).toBe(5);
  });

  it('never exceed the bounds of round trips in flight and of batch size, and every caller gets an answer', async () => {
    let underWay = 0;
    let most = 0;
    let largest = 0;
    const slow = batchCalls<number, number>(
      async (asks) => {
        underWay += 1;
        most = Math.max(most, underWay);
        largest = Math.max(largest, asks.length);
        await turn();
        await turn();
        underWay -= 1;
        return asks;
      },
      { maxBatch: 10, maxInFlight: 3 },
    );
    const answers = await Promise.all(Array.from({ length: 500 }, (_, i) => slow(i)));
    expect(answers).toEqual(Array.from({ length: 500 }, (_, i) => i));
    expect(most).toBe(3);
    expect(largest).toBe(10);
  });

  it('fail the callers of a round trip that never settles, and a waiting batch takes its place', async () => {
    let hangs = true;
    const trip = batchCalls<number, number>(
      (asks) => (hangs ? new Promise<never>(() => undefined) : Promise.resolve(asks)),
      { maxInFlight: 1, timeoutMs: 100 },
    );
    const first = [trip(1), trip(2)];
    const failed = await Promise.allSettled(first);
    expect(failed.map((one) => one.status === 'rejected' && (one.reason as Error).name)).toEqual([
      'DeadlineExceededError',
      'DeadlineExceededError',
    ]);
    hangs = false;
    expect(await trip(3)).toBe(3);
  });

  it('fail a request whose round trip does not start in time, and never send it', async () => {
    const sent: number[] = [];
    const trip = batchCalls<number, number>(
      async (asks) => {
        sent.push(...asks);
        await pause(asks.includes(1) ? 700 : 0);
        return asks;
      },
      { maxBatch: 1, maxInFlight: 1, timeoutMs: 1_000 },
    );
    const slow = [trip(1)];
    await pause(5);
    // Behind one trip in flight and one that comes next, the third waits longer than it may.
    slow.push(trip(1), trip(3));
    const [first, second, third] = await Promise.allSettled(slow);
    expect([first?.status, second?.status]).toEqual(['fulfilled', 'fulfilled']);
    expect(third).toMatchObject({ status: 'rejected', reason: { name: 'DeadlineExceededError' } });
    expect(await trip(4)).toBe(4);
    expect(sent).toEqual([1, 1, 4]);
  });

  it('ignore the late success or failure of a round trip that was given up', async () => {
    let settle: ((fails: boolean) => void) | undefined;
    const trip = batchCalls<number, number>(
      (asks) =>
        new Promise((resolve, reject) => {
          settle = (fails) => (fails ? reject(new Error('late')) : resolve(asks));
        }),
      { timeoutMs: 30 },
    );
    for (const fails of [true, false]) {
      await expect(trip(1)).rejects.toThrow('did not settle');
      settle?.(fails);
      await turn();
    }
  });
});
