import { share } from './share.js';

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('share', () => {
  it('sends everything asked in one turn as one batch and gives each caller its own answer', async () => {
    const batches: number[][] = [];
    const double = share<number, number>(async (asks) => {
      batches.push([...asks]);
      return asks.map((ask) => ask * 2);
    });
    expect(await Promise.all([double(1), double(2), double(3)])).toEqual([2, 4, 6]);
    expect(batches).toEqual([[1, 2, 3]]);
  });

  it('fails one ask alone when its answer is an error, and the whole batch when the trip throws', async () => {
    const picky = share<number, number>(async (asks) => {
      if (asks.includes(13)) throw new Error('trip');
      return asks.map((ask) => (ask === 2 ? new Error('two') : ask));
    });
    const settled = await Promise.allSettled([picky(1), picky(2)]);
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    const failed = await Promise.allSettled([picky(13), picky(1)]);
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await picky(5)).toBe(5);
  });

  it('never has more trips under way, nor a larger batch, than its bounds, and answers everyone', async () => {
    let underWay = 0;
    let most = 0;
    let largest = 0;
    const slow = share<number, number>(
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
});
