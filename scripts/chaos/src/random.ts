/** Repeatable randomness: every random decision of a run depends on its seed, so a failing seed can be replayed. */

/** A sequence of random values. */
export interface Random {
  /** From 0 up to, but not including, 1. */
  next(): number;
  /** A whole number from `least` to `most`, both included. */
  between(least: number, most: number): number;
  /** One of `items`, which must not be empty. */
  pick<T>(items: readonly T[]): T;
  /** The items in random order. */
  shuffled<T>(items: readonly T[]): T[];
  /** An independent sequence, so that drawing more values in one part of a run changes nothing in another. */
  fork(name: string): Random;
}

/** The sequence of a seed. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  // Mulberry32: small, fast, and uniform enough for choosing faults.
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  const shuffled = <T>(items: readonly T[]): T[] => {
    const rest = [...items];
    return items.map(() => rest.splice(between(0, rest.length - 1), 1)[0] as T);
  };
  return {
    next,
    between,
    pick: (items) => items[between(0, items.length - 1)] as (typeof items)[number],
    shuffled,
    fork: (name) => seededRandom(seed ^ hashOf(name)),
  };
}

function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
}
