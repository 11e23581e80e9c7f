/** Repeatable randomness for generated examples: the same seed gives the same file on every machine. */

/** Draws that depend on the seed alone. */
export interface Random {
  /** A whole number from 0 up to, not including, `end`. */
  below(end: number): number;
  /** One of `items`, each equally likely. */
  pick<T>(items: readonly T[]): T;
  /** True in `percent` of a hundred draws. */
  chance(percent: number): boolean;
}

/** Makes draws from `seed` (mulberry32: small, fast, and plenty for example data). */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const unit = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (end: number): number => Math.floor(unit() * end);
  return {
    below,
    pick: <T>(items: readonly T[]): T => {
      const item = items[below(items.length)];
      if (item === undefined) throw new Error('nothing to pick from');
      return item;
    },
    chance: (percent) => unit() * 100 < percent,
  };
}
