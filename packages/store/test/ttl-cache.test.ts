import { setTimeout as pause } from 'node:timers/promises';
import { TtlCache } from '../src/ttl-cache.js';

describe('a cached value', () => {
  it('is read once for concurrent callers, and again when it has expired', async () => {
    const cache = new TtlCache<number>(40);
    let reads = 0;
    const read = async () => (reads += 1);
    expect(await Promise.all([cache.get('a', read), cache.get('a', read)])).toEqual([1, 1]);
    await pause(60);
    expect(await cache.get('a', read)).toBe(2);
  });

  it('is never a failure, nor a value that is not worth keeping', async () => {
    const cache = new TtlCache<string | undefined>(1_000, (value) => value !== undefined);
    await expect(cache.get('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    expect(await cache.get('a', async () => undefined)).toBeUndefined();
    expect(await cache.get('a', async () => 'here')).toBe('here');
    expect(await cache.get('a', async () => 'newer')).toBe('here');
  });
});
