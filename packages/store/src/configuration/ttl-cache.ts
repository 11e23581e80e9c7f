/** A cache of reads whose values live for a known time, so that each staleness bound is defined in one place. */
import { LRUCache } from 'lru-cache';

const MAX_ENTRIES = 10_000;

/**
 * Caches values for `stalenessMs`, counted from the start of their read. A failed read is not cached, nor a value that
 * `isWorthKeeping` rejects. When there are too many keys, the least recently used one is evicted.
 */
export class TtlCache<V> {
  readonly #reads: LRUCache<string, Promise<V>>;
  readonly #isWorthKeeping: (value: V) => boolean;

  constructor(stalenessMs: number, isWorthKeeping: (value: V) => boolean = () => true) {
    this.#isWorthKeeping = isWorthKeeping;
    this.#reads = new LRUCache({
      // A bound by size, because `max` would allocate all its memory at once, for each of many tenants.
      maxSize: MAX_ENTRIES,
      sizeCalculation: () => 1,
      ttl: stalenessMs,
      // Reads the clock every time; otherwise a value could outlive its time by a turn of a busy event loop.
      ttlResolution: 0,
    });
  }

  /** The value of `key`, read again if it is not cached or has expired. One read serves concurrent callers. */
  get(key: string, read: () => Promise<V>): Promise<V> {
    const cached = this.#reads.get(key);
    if (cached) return cached;
    const reading = read();
    this.#reads.set(key, reading);
    const drop = () => {
      // A later read may have replaced it.
      if (this.#reads.peek(key) === reading) this.#reads.delete(key);
    };
    reading.then((value) => this.#isWorthKeeping(value) || drop(), drop);
    return reading;
  }

  /** Drops the value of `key`, also that of a read in progress: the next caller reads again. */
  forget(key: string): void {
    this.#reads.delete(key);
  }
}
