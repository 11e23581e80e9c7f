import { setTimeout as pause } from 'node:timers/promises';
import { Remembered } from '../src/remembered.js';

describe('the cache', () => {
  it('reads a value once for all concurrent callers, and again when it has expired', async () => {
    const remembered = new Remembered<number>(40);
    let reads = 0;
    const read = async () => (reads += 1);
    expect(await Promise.all([remembered.get('a', read), remembered.get('a', read)])).toEqual([1, 1]);
    await pause(60);
    expect(await remembered.get('a', read)).toBe(2);
  });

  it('keeps neither a failure nor a value that its rule excludes', async () => {
    const remembered = new Remembered<string | undefined>(1_000, (value) => value !== undefined);
    await expect(remembered.get('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    expect(await remembered.get('a', async () => undefined)).toBeUndefined();
    expect(await remembered.get('a', async () => 'here')).toBe('here');
    expect(await remembered.get('a', async () => 'newer')).toBe('here');
  });
});
