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
  it('run no more batches of one receiver at once than they have places, and then the one that waits longest', async () => {
    const lanes = createLanes({ places: 2, patienceMs: 60_000 });
    const { work, state, endOne } = works();
    const all = Promise.all([1, 2, 3, 4].map(() => lanes.run('a', work)));
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

  it('put off the batches of a receiver that keeps its places, each later than the one before, and nobody else', async () => {
    const lanes = createLanes({ places: 1, patienceMs: 20 });
    const { work, endOne } = works();
    const hanging = lanes.run('hangs', work);
    const first = await lanes.run('hangs', work);
    const second = await lanes.run('hangs', work);
    expect(first?.putOffMs).toBeGreaterThan(0);
    expect(second?.putOffMs).toBeGreaterThan(first?.putOffMs ?? 0);
    expect(await lanes.run('other', async () => undefined)).toBeUndefined();
    expect(await lanes.run(undefined, async () => undefined)).toBeUndefined();
    endOne();
    expect(await hanging).toBeUndefined();
    expect(await lanes.run('hangs', async () => undefined)).toBeUndefined();
  });

  it('give a place back when its work throws', async () => {
    const lanes = createLanes({ places: 1, patienceMs: 10 });
    const fail = () => Promise.reject(new Error('failed'));
    await expect(lanes.run('a', fail)).rejects.toThrow('failed');
    expect(await lanes.run('a', async () => undefined)).toBeUndefined();
  });
});
