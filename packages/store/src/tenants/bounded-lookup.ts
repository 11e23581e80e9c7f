/**
 * Reads what strangers name, keys by their hash and tenants by their id, at a bounded cost however many names are tried.
 * What worked before is read at once. Everything else (unknown, revoked, expired or not seen yet) is read together, one
 * read after another with a pause in between. So no flood of names, from however many addresses, causes more than a few
 * reads per second, and a valid one is never refused because of it: its first use waits for the next read.
 */
import { batchCalls } from '@sluice/concurrency';
import { LRUCache } from 'lru-cache';
import { setTimeout as pause } from 'node:timers/promises';
import { TtlCache } from '../configuration/ttl-cache.js';

const BETWEEN_READS_MS = 50;
const MAX_READ_TOGETHER = 1_000;
const MAX_PROVEN = 10_000;

/**
 * Caches for `stalenessMs` what `read` returns; it gets names and returns the documents that exist, in any order. A
 * change takes effect everywhere within that time, plus one read.
 */
export class BoundedLookup<Stored extends { readonly _id: string }> {
  readonly #read: (names: readonly string[]) => Promise<readonly Stored[]>;
  readonly #readTogether: (name: string) => Promise<Stored | undefined>;
  /** What worked when it was last read. */
  readonly #proven = new LRUCache<string, true>({ max: MAX_PROVEN });
  readonly #working: TtlCache<Stored | undefined>;
  // A cache of its own, so that made-up names evict no working one.
  readonly #others: TtlCache<Stored | undefined>;

  constructor(stalenessMs: number, read: (names: readonly string[]) => Promise<readonly Stored[]>) {
    this.#read = read;
    this.#working = new TtlCache(stalenessMs);
    this.#others = new TtlCache(stalenessMs);
    let nextReadAt = 0;
    this.#readTogether = batchCalls<string, Stored | undefined>(
      async (names) => {
        const waitMs = nextReadAt - performance.now();
        if (waitMs > 0) await pause(waitMs);
        nextReadAt = performance.now() + BETWEEN_READS_MS;
        const found = new Map((await read(names)).map((stored) => [stored._id, stored]));
        return names.map((name) => found.get(name));
      },
      { maxBatch: MAX_READ_TOGETHER, maxInFlight: 1 },
    );
  }

  /** What has this name, as it was at most `stalenessMs` ago. */
  find(name: string): Promise<Stored | undefined> {
    if (!this.#proven.has(name)) return this.#others.get(name, () => this.#readTogether(name));
    return this.#working.get(name, async () => (await this.#read([name]))[0]);
  }

  /** Notes whether what has this name works, which decides how it is read next time. */
  note(name: string, works: boolean): void {
    if (works === this.#proven.has(name)) return;
    // The cache that it is read through from now on may hold an older answer, by which what was revoked would work again.
    if (works) {
      this.#proven.set(name, true);
      this.#working.forget(name);
    } else {
      this.#proven.delete(name);
      this.#others.forget(name);
    }
  }

  /** Drops what is known about something that was written by this process. */
  forget(name: string): void {
    this.#working.forget(name);
    this.#others.forget(name);
  }
}
