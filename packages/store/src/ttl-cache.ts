/** A cache of reads whose values live for a known time, so that each staleness bound stands in one place. */
import { LRUCache } from 'lru-cache';

const MAX_ENTRIES = 10_000;

/**
 * Caches values for `stalenessMs`, counted from the moment their read began. A failed read is not cached, nor a value
 * that `isWorthKeeping` refuses. Where too many keys are asked for, the one asked for longest ago makes room.
 */
export class TtlCache<V> {
  readonly #reads: LRUCache<string, Promise<V>>;
  readonly #isWorthKeeping: (value: V) => boolean;

  constructor(stalenessMs: number, isWorthKeeping: (value: V) => boolean = () => true) {
    this.#isWorthKeeping = isWorthKeeping;
    this.#reads = new LRUCache({
      // A bound by size, because one by `max` would set its whole memory aside at once, for each of many tenants.
      maxSize: MAX_ENTRIES,
      sizeCalculation: () => 1,
      ttl: stalenessMs,
      // The clock is read each time; else a value could outlive its time by a turn of a busy event loop.
      ttlResolution: 0,
    });
  }

  /** The value of `key`, read anew when it is not cached or too old. Concurrent callers share one read. */
  async get(key: string, read: () => Promise<V>): Promise<V> {
    const cached = this.#reads.get(key);
    if (cached) return cached;
    const reading = read();
    this.#reads.set(key, reading);
    const drop = () => {
      // A later read may have taken its place.
      if (this.#reads.peek(key) === reading) this.#reads.delete(key);
    };
    reading.then((value) => this.#isWorthKeeping(value) || drop(), drop);
    return reading;
  }

  /** Drops the value of `key`, and that of a read under way: the next caller reads anew. */
  forget(key: string): void {
    this.#reads.delete(key);
  }
}
