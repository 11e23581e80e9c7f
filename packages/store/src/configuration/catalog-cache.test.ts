import { setTimeout as pause } from 'node:timers/promises';
import { CatalogCache } from './catalog-cache.js';

const STALENESS_MS = 40;

describe('configuration that is read ahead', () => {
  it('is in the cache when requested: the entries that were used last and have expired', async () => {
    const cache = new CatalogCache<string>(STALENESS_MS);
    const reads: string[] = [];
    const one = async (key: string) => {
      reads.push(key);
      return key;
    };
    const all = async () => {
      reads.push('all');
      return ['all'];
    };
    const ask = () => Promise.all([cache.one('a', () => one('a')), cache.all('demo', all)]);

    cache.readAhead({ one, all });
    expect(reads).toEqual([]);
    await ask();
    await pause(2 * STALENESS_MS);
    cache.readAhead({ one, all });
    expect(reads).toEqual(['a', 'all', 'a', 'all']);
    expect(await ask()).toEqual(['a', ['all']]);
    expect(reads).toHaveLength(4);
  });

  it('covers only a few entries, however many were used', async () => {
    const cache = new CatalogCache<string>(STALENESS_MS);
    let reads = 0;
    const one = async (key: string) => {
      reads += 1;
      return key;
    };
    for (let n = 0; n < 500; n += 1) await cache.one(String(n), () => one(String(n)));
    await pause(2 * STALENESS_MS);
    reads = 0;
    cache.readAhead({ one, all: async () => [] });
    expect(reads).toBe(8);
  });

  it('is read again by the next caller if reading ahead failed', async () => {
    const cache = new CatalogCache<string>(STALENESS_MS);
    await cache.one('a', async () => 'old');
    await pause(2 * STALENESS_MS);
    cache.readAhead({ one: () => Promise.reject(new Error('away')), all: async () => [] });
    await pause(0);
    expect(await cache.one('a', async () => 'new')).toBe('new');
  });
});
