import { setTimeout as pause } from 'node:timers/promises';
import { createLanes } from './lanes.js';

/** Work that ends on request, and counts how much of it runs at once. */
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

const bounds = { concurrency: 64, runs: 1, leadsTogether: 64, batchesTogether: 8, stalledAfterMs: 60_000 };

const nothing = async () => undefined;
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('lanes', () => {
  it('run no more batches of one receiver at once than configured, and then the one that waits longest', async () => {
    const lanes = createLanes({ ...bounds, runs: 2 });
    const { work, state, endOne } = works();
    const all = Promise.all([1, 2, 3, 4].map(() => lanes.run('a', 40, work)));
    await turn();
    expect(state.running).toBe(2);
    for (let n = 0; n < 4; n += 1) {
      endOne();
      await turn();
      await turn();
    }
    expect(await all).toEqual(['ran', 'ran', 'ran', 'ran']);
    expect(state.most).toBe(2);
  });

  it('run small batches that wait together, up to 64 leads', async () => {
    const lanes = createLanes(bounds);
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
    expect(await all).toEqual(sizes.map(() => 'ran'));
    expect(atOnce).toEqual([1, 3, 1, 1, 1]);
  });

  it('are not blocked while their leads end, however long a batch takes', async () => {
    // One lead takes a tenth of `stalledAfterMs`, so that a busy machine may delay it; all leads together take longer
    // than `stalledAfterMs`.
    const lanes = createLanes({ ...bounds, concurrency: 2, stalledAfterMs: 1_000 });
    const slow = lanes.run('a', 64, async (leadEnded) => {
      for (let lead = 0; lead < 12; lead += 1) {
        await pause(100);
        leadEnded();
      }
    });
    expect(await lanes.run('a', 64, nothing)).toBe('ran');
    expect(await slow).toBe('ran');
  });

  it('keep the batches of a hanging receiver while the process has room for others', async () => {
    const lanes = createLanes({ ...bounds, concurrency: 4, stalledAfterMs: 10 });
    const { work, endOne } = works();
    const hanging = [1, 2, 3].map(() => lanes.run('hangs', 40, work));
    await pause(60);
    for (let ended = 0; ended < 3; ended += 1) {
      endOne();
      await turn();
      await turn();
    }
    expect(await Promise.all(hanging)).toEqual(['ran', 'ran', 'ran']);
  });

  it('block the waiting batches of a hanging receiver when the process is full, and no other batches', async () => {
    const lanes = createLanes({ ...bounds, concurrency: 2, stalledAfterMs: 10 });
    const { work, endOne } = works();
    const hanging = lanes.run('hangs', 1, work);
    expect(await lanes.run('hangs', 1, nothing)).toBe('blocked');
    expect(await lanes.run('hangs', 1, nothing)).toBe('blocked');
    expect(await lanes.run('other', 1, nothing)).toBe('ran');
    expect(await lanes.run(undefined, 1, nothing)).toBe('ran');
    endOne();
    expect(await hanging).toBe('ran');
    expect(await lanes.run('hangs', 1, nothing)).toBe('ran');
  });

  it('promote delayed batches: a few when a lead of the receiver ends, all when none of its batches runs', async () => {
    const lanes = createLanes({ ...bounds, concurrency: 2, batchesTogether: 2, stalledAfterMs: 10 });
    let end: () => void = () => undefined;
    let endLead: () => void = () => undefined;
    const hanging = lanes.run('hangs', 2, (leadEnded) => {
      endLead = leadEnded;
      return new Promise<void>((resolve) => (end = resolve));
    });
    expect(await lanes.run('hangs', 1, nothing)).toBe('blocked');
    const resumed: number[] = [];
    for (let n = 0; n < 6; n += 1) lanes.whenFree('hangs', () => resumed.push(n));
    expect(resumed).toEqual([]);
    endLead();
    expect(resumed).toEqual([0, 1]);
    lanes.whenFree('hangs', () => resumed.push(6));
    expect(resumed).toEqual([0, 1, 6]);
    end();
    expect(await hanging).toBe('ran');
    expect(resumed).toEqual([0, 1, 6, 2, 3, 4, 5]);
  });

  it('promote all delayed batches when the process closes', async () => {
    const lanes = createLanes({ ...bounds, concurrency: 2, stalledAfterMs: 10 });
    const { work, endOne } = works();
    const hanging = lanes.run('hangs', 1, work);
    expect(await lanes.run('hangs', 1, nothing)).toBe('blocked');
    let resumed = 0;
    for (let n = 0; n < 20; n += 1) lanes.whenFree('hangs', () => (resumed += 1));
    lanes.close();
    expect(resumed).toBe(20);
    endOne();
    await hanging;
  });

  it('free the concurrency when its batch throws', async () => {
    const lanes = createLanes(bounds);
    const fail = () => Promise.reject(new Error('failed'));
    await expect(lanes.run('a', 1, fail)).rejects.toThrow('failed');
    expect(await lanes.run('a', 1, nothing)).toBe('ran');
  });
});
