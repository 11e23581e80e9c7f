import { setTimeout as pause } from 'node:timers/promises';
import { createLanes } from './lanes.js';

/** Work that ends when told to, and counts how much of it runs. */
function works() {
  const ends: (() => void)[] = [];
  const state = { running: 0, most: 0 };
  const work = async () => {
    state.running += 1;
    state.most = Math.max(state.most, state.running);
    await new Promise<void>((resolve) => ends.push(resolve));
    state.running -= 1;
  };
  return { work, state, endOne: () => ends.shift()?.() };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('lanes', () => {
  it('run no more batches of one receiver at once than they have runs, and then the one that waits longest', async () => {
    const lanes = createLanes({ runs: 2, leadsTogether: 64, batchesTogether: 8, patienceMs: 60_000 });
    const { work, state, endOne } = works();
    const all = Promise.all([1, 2, 3, 4].map(() => lanes.run('a', 40, work)));
    await turn();
    expect(state.running).toBe(2);
    for (let n = 0; n < 4; n += 1) {
      endOne();
      await turn();
      await turn();
    }
    expect(await all).toEqual([undefined, undefined, undefined, undefined]);
    expect(state.most).toBe(2);
  });

  it('run small batches that waited together, as many as have 64 leads', async () => {
    const lanes = createLanes({ runs: 1, leadsTogether: 64, batchesTogether: 8, patienceMs: 60_000 });
    const { work, state, endOne } = works();
    const sizes = [1, 30, 30, 4, 1, 64, 1];
    const all = Promise.all(sizes.map((leads) => lanes.run('a', leads, work)));
    const atOnce: number[] = [];
    while (state.running > 0 || atOnce.length === 0) {
      await turn();
      atOnce.push(state.running);
      for (let running = state.running; running > 0; running -= 1) endOne();
      await turn();
    }
    expect(await all).toEqual(sizes.map(() => undefined));
    expect(atOnce).toEqual([1, 3, 1, 1, 1]);
  });

  it('are not blocked while leads of theirs end, however long a batch takes', async () => {
    const lanes = createLanes({ runs: 1, leadsTogether: 64, batchesTogether: 8, patienceMs: 60 });
    const slow = lanes.run('a', 64, async (leadEnded) => {
      for (let lead = 0; lead < 10; lead += 1) {
        await pause(20);
        leadEnded();
      }
    });
    expect(await lanes.run('a', 64, async () => undefined)).toBeUndefined();
    expect(await slow).toBeUndefined();
  });

  it('put off the batches of a receiver that keeps its runs, each later than the one before, and nobody else', async () => {
    const lanes = createLanes({ runs: 1, leadsTogether: 64, batchesTogether: 8, patienceMs: 20 });
    const { work, endOne } = works();
    const hanging = lanes.run('hangs', 1, work);
    const first = await lanes.run('hangs', 1, work);
    const second = await lanes.run('hangs', 1, work);
    expect(first?.putOffMs).toBeGreaterThan(0);
    expect(second?.putOffMs).toBeGreaterThan(first?.putOffMs ?? 0);
    expect(await lanes.run('other', 1, async () => undefined)).toBeUndefined();
    expect(await lanes.run(undefined, 1, async () => undefined)).toBeUndefined();
    endOne();
    expect(await hanging).toBeUndefined();
    expect(await lanes.run('hangs', 1, async () => undefined)).toBeUndefined();
  });

  it('give a place back when its work throws', async () => {
    const lanes = createLanes({ runs: 1, leadsTogether: 64, batchesTogether: 8, patienceMs: 10 });
    const fail = () => Promise.reject(new Error('failed'));
    await expect(lanes.run('a', 1, fail)).rejects.toThrow('failed');
    expect(await lanes.run('a', 1, async () => undefined)).toBeUndefined();
  });
});
