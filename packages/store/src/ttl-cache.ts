/** A cache of values that were read a moment ago, for a known time, so that a staleness bound is in one place. */

const MAX_CACHED = 10_000;

interface Memory<V> {
  readonly value: Promise<V>;
  readonly until: number;
}

/** Caches values for `stalenessMs`. A failed read is not cached, nor is a value that `worth` refuses. */
export class TtlCache<V> {
  readonly #stalenessMs: number;
  readonly #worth: (value: V) => boolean;
  readonly #memories = new Map<string, Memory<V>>();

  constructor(stalenessMs: number, worth: (value: V) => boolean = () => true) {
    this.#stalenessMs = stalenessMs;
    this.#worth = worth;
  }

  /** The value of `key`, read anew when it is not known or too old. Concurrent callers share one read. */
  async get(key: string, read: () => Promise<V>): Promise<V> {
    const known = this.#memories.get(key);
    if (known && known.until > performance.now()) return known.value;
    // Who asks for many things makes room at the expense of the oldest, not of everybody's.
    const [oldest] = this.#memories.keys();
    if (this.#memories.size >= MAX_CACHED && oldest !== undefined) this.#memories.delete(oldest);
    const value = read();
    const memory = { value, until: performance.now() + this.#stalenessMs };
    this.#memories.delete(key);
    this.#memories.set(key, memory);
    const forgetThis = () => {
      if (this.#memories.get(key) === memory) this.#memories.delete(key);
    };
    value.then((read) => this.#worth(read) || forgetThis(), forgetThis);
    return value;
  }

  forget(key: string): void {
    this.#memories.delete(key);
  }
}
