/**
 * Reads stored keys by their hash, at a bounded cost however many keys are tried. A key that worked before is read at
 * once. All others (unknown, revoked, expired or not seen yet) are read together, one read after another with a pause
 * in between. So no flood of keys, from however many addresses, causes more than a few reads per second, and a valid
 * key is never refused because of it: its first use waits for the next read.
 */
import { batchCalls } from '@sluice/concurrency';
import { LRUCache } from 'lru-cache';
import { setTimeout as pause } from 'node:timers/promises';
import { TtlCache } from '../configuration/ttl-cache.js';

/** A change of a key, its creation or revocation included, takes effect everywhere within this time, plus one read. */
const STALENESS_MS = 3_000;
const BETWEEN_READS_MS = 50;
const MAX_READ_TOGETHER = 1_000;
const MAX_PROVEN = 10_000;

/** Caches what `read` returns; it gets hashes and returns the stored keys that exist, in any order. */
export class KeyLookup<Stored extends { readonly _id: string }> {
  readonly #read: (hashes: readonly string[]) => Promise<readonly Stored[]>;
  readonly #readTogether: (hash: string) => Promise<Stored | undefined>;
  /** The hashes of the keys that worked when they were last read. */
  readonly #proven = new LRUCache<string, true>({ max: MAX_PROVEN });
  readonly #working = new TtlCache<Stored | undefined>(STALENESS_MS);
  // A cache of its own, so that made-up keys evict no working one.
  readonly #others = new TtlCache<Stored | undefined>(STALENESS_MS);

  constructor(read: (hashes: readonly string[]) => Promise<readonly Stored[]>) {
    this.#read = read;
    let nextReadAt = 0;
    this.#readTogether = batchCalls<string, Stored | undefined>(
      async (hashes) => {
        const waitMs = nextReadAt - performance.now();
        if (waitMs > 0) await pause(waitMs);
        nextReadAt = performance.now() + BETWEEN_READS_MS;
        const found = new Map((await read(hashes)).map((stored) => [stored._id, stored]));
        return hashes.map((hash) => found.get(hash));
      },
      { maxBatch: MAX_READ_TOGETHER, maxInFlight: 1 },
    );
  }

  /** The stored key with this hash, as it was at most 3 s ago. */
  find(hash: string): Promise<Stored | undefined> {
    if (!this.#proven.has(hash)) return this.#others.get(hash, () => this.#readTogether(hash));
    return this.#working.get(hash, async () => (await this.#read([hash]))[0]);
  }

  /** Notes whether the key with this hash works, which decides how it is read next time. */
  note(hash: string, works: boolean): void {
    if (works === this.#proven.has(hash)) return;
    // The cache that it is read through from now on may hold an older answer, by which a revoked key would work again.
    if (works) {
      this.#proven.set(hash, true);
      this.#working.forget(hash);
    } else {
      this.#proven.delete(hash);
      this.#others.forget(hash);
    }
  }

  /** Drops what is known about a key that was written by this process. */
  forget(hash: string): void {
    this.#working.forget(hash);
    this.#others.forget(hash);
  }
}
