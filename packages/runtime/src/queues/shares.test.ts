import { setTimeout as pause } from 'node:timers/promises';
import { createShares } from './shares.js';

/** Batches that run until they are ended, in the order in which they began. */
function batches() {
  const began: string[] = [];
  const ends: (() => void)[] = [];
  const begin = (jobId: string) => async () => {
    began.push(jobId);
    await new Promise<void>((resolve) => ends.push(resolve));
  };
  return {
    began,
    begin,
    endOne: () => ends.shift()?.(),
    endAll: () => ends.splice(0).forEach((end) => end()),
  };
}

const bounds = { most: 2, patienceMs: 10, isFull: () => true };
const of = (tenantId: string, jobId: string) => ({ tenantId, jobId });
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('the share of a tenant', () => {
  it('bounds how many of its batches run at once; the others follow in their order', async () => {
    const shares = createShares({ ...bounds, patienceMs: 60_000 });
    const { began, begin, endOne, endAll } = batches();
    const all = ['1', '2', '3', '4'].map((jobId) => shares.run(of('a', jobId), begin(jobId)));
    await turn();
    expect(began).toEqual(['1', '2']);
    endOne();
    await turn();
    expect(began).toEqual(['1', '2', '3']);
    endAll();
    await turn();
    expect(began).toEqual(['1', '2', '3', '4']);
    endAll();
    expect(await Promise.all(all)).toEqual(['ran', 'ran', 'ran', 'ran']);
  });

  it('does not affect other tenants', async () => {
    const shares = createShares(bounds);
    const { begin, endAll } = batches();
    const hanging = ['1', '2'].map((jobId) => shares.run(of('a', jobId), begin(jobId)));
    expect(await shares.run(of('a', '3'), begin('3'))).toBe('blocked');
    expect(await shares.run(of('b', '4'), async () => undefined)).toBe('ran');
    endAll();
    await Promise.all(hanging);
  });

  it('lets its batches wait as long as the process has places for others', async () => {
    let isFull = false;
    const shares = createShares({ ...bounds, isFull: () => isFull });
    const { begin, endAll } = batches();
    const hanging = ['1', '2'].map((jobId) => shares.run(of('a', jobId), begin(jobId)));
    let came: string | undefined;
    const waiting = shares.run(of('a', '3'), begin('3')).then((how) => (came = how));
    await pause(60);
    expect(came).toBeUndefined();
    isFull = true;
    expect(await waiting).toBe('blocked');
    endAll();
    await Promise.all(hanging);
  });

  it('calls back the batches that left: two for each that ends, all when none runs', async () => {
    const shares = createShares(bounds);
    const { begin, endOne } = batches();
    const hanging = ['1', '2'].map((jobId) => shares.run(of('a', jobId), begin(jobId)));
    const back: string[] = [];
    for (const jobId of ['3', '4', '5', '6', '7']) {
      expect(await shares.run(of('a', jobId), begin(jobId))).toBe('blocked');
      shares.whenFree(of('a', jobId), () => back.push(jobId));
    }
    expect(back).toEqual([]);
    endOne();
    await turn();
    expect(back).toEqual(['3', '4']);
    endOne();
    await Promise.all(hanging);
    expect(back).toEqual(['3', '4', '5', '6', '7']);
  });

  it('calls a batch back once, although it left several times', async () => {
    const shares = createShares(bounds);
    const { begin, endAll } = batches();
    const hanging = ['1', '2'].map((jobId) => shares.run(of('a', jobId), begin(jobId)));
    let back = 0;
    for (let left = 0; left < 5; left += 1) {
      expect(await shares.run(of('a', '3'), begin('3'))).toBe('blocked');
      shares.whenFree(of('a', '3'), () => (back += 1));
    }
    endAll();
    await Promise.all(hanging);
    expect(back).toBe(1);
  });

  it('calls back all batches that left when the process closes', async () => {
    const shares = createShares(bounds);
    const { begin, endAll } = batches();
    const hanging = ['1', '2'].map((jobId) => shares.run(of('a', jobId), begin(jobId)));
    let back = 0;
    for (let n = 3; n < 20; n += 1) {
      expect(await shares.run(of('a', `${n}`), begin(`${n}`))).toBe('blocked');
      shares.whenFree(of('a', `${n}`), () => (back += 1));
    }
    shares.close();
    expect(back).toBe(17);
    endAll();
    await Promise.all(hanging);
  });

  it('is given back by a batch that throws', async () => {
    const shares = createShares({ ...bounds, most: 1 });
    const fail = () => Promise.reject(new Error('failed'));
    await expect(shares.run(of('a', '1'), fail)).rejects.toThrow('failed');
    expect(await shares.run(of('a', '2'), async () => undefined)).toBe('ran');
  });
});
