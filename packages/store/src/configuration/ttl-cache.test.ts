import { setTimeout as pause } from 'node:timers/promises';
import { TtlCache } from './ttl-cache.js';

describe('a cache of reads', () => {
  it('reads once for concurrent callers, and again when the value has expired', async () => {
    const cache = new TtlCache<number>(40);
    let reads = 0;
    const read = async () => (reads += 1);
    expect(await Promise.all([cache.get('a', read), cache.get('a', read)])).toEqual([1, 1]);
    await pause(60);
    expect(await cache.get('a', read)).toBe(2);
  });

  it('keeps no failure, and no value that is not worth keeping', async () => {
    const cache = new TtlCache<string | undefined>(10_000, (value) => value !== undefined);
    await expect(cache.get('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    expect(await cache.get('a', async () => undefined)).toBeUndefined();
    expect(await cache.get('a', async () => 'here')).toBe('here');
    expect(await cache.get('a', async () => 'newer')).toBe('here');
  });

  it('counts the age of a value from the moment its read began', async () => {
    const cache = new TtlCache<string>(300);
    const slow = cache.get('a', () => pause(250, 'slow'));
    expect(await slow).toBe('slow');
    await pause(100);
    expect(await cache.get('a', async () => 'new')).toBe('new');
  });

  it('does not keep a value that was read before it was deleted', async () => {
    const cache = new TtlCache<string>(10_000);
    const before = cache.get('a', () => pause(50, 'before the change'));
    cache.forget('a');
    expect(await cache.get('a', async () => 'changed')).toBe('changed');
    expect(await before).toBe('before the change');
    expect(await cache.get('a', async () => 'never read')).toBe('changed');
  });

  it('evicts the least recently used key for a new one', async () => {
    const cache = new TtlCache<number>(600_000);
    for (let n = 0; n < 10_000; n += 1) await cache.get(String(n), async () => n);
    expect(await cache.get('0', async () => -1)).toBe(0);
    await cache.get('one more', async () => 0);
    expect(await cache.get('0', async () => -1)).toBe(0);
    expect(await cache.get('1', async () => -1)).toBe(-1);
  });
});
