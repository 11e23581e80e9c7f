/** The cache of catalog items, of known staleness, through which workers decide. */
import { TtlCache } from './ttl-cache.js';

/** The maximum age of the configuration that a worker decides on. A change takes effect everywhere within this time. */
export const CATALOG_STALENESS_MS = 2_000;
/** After this long no process decides by a setting from before a change. */
export const KNOWN_EVERYWHERE_MS = CATALOG_STALENESS_MS + 500;

/**
 * A tenant with few leads needs the same few items for each of them; a tenant with hundreds of campaigns reads the
 * others on demand.
 */
const READ_AHEAD_AT_MOST = 8;
const READ_AHEADS_A_STALENESS = 4;

/** Reads that fill the cache. */
export interface Reload<T> {
  readonly one: (key: string) => Promise<T | undefined>;
  readonly all: () => Promise<readonly T[]>;
}

/**
 * The caches of one kind of catalog items of a tenant. A missing item is not cached, so it is looked up again at once.
 */
export class CatalogCache<T> {
  readonly #ones: TtlCache<T | undefined>;
  readonly #alls: TtlCache<readonly T[]>;
  readonly #readAheadEveryMs: number;
  /** The keys that were read last. */
  readonly #lately = new Set<string>();
  /** The tenant whose list was read, if it was. */
  #allOf: string | undefined;
  #readAheadAt = 0;

  constructor(stalenessMs = CATALOG_STALENESS_MS) {
    this.#ones = new TtlCache(stalenessMs, (found) => found !== undefined);
    this.#alls = new TtlCache(stalenessMs);
    this.#readAheadEveryMs = stalenessMs / READ_AHEADS_A_STALENESS;
  }

  one(key: string, read: () => Promise<T | undefined>): Promise<T | undefined> {
    return this.#ones.get(key, () => {
      this.#lately.delete(key);
      this.#lately.add(key);
      const [oldest] = this.#lately;
      if (oldest !== undefined && this.#lately.size > READ_AHEAD_AT_MOST) this.#lately.delete(oldest);
      return read();
    });
  }

  all(tenantId: string, read: () => Promise<readonly T[]>): Promise<readonly T[]> {
    this.#allOf = tenantId;
    return this.#alls.get(tenantId, read);
  }

  readAhead(reload: Reload<T>): void {
    const at = performance.now();
    if (at < this.#readAheadAt) return;
    this.#readAheadAt = at + this.#readAheadEveryMs;
    // The caller that needs the item receives the failure.
    const unheard = () => undefined;
    for (const key of [...this.#lately]) void this.one(key, () => reload.one(key)).catch(unheard);
    if (this.#allOf !== undefined) void this.all(this.#allOf, reload.all).catch(unheard);
  }

  forget(key: string, tenantId: string): void {
    this.#ones.forget(key);
    this.#alls.forget(tenantId);
  }
}
