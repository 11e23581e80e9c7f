/** Repeatable randomness: every random decision of a run depends on its seed, so a failing seed can be replayed. */
import { createHash } from 'node:crypto';

/** A sequence of random values. */
export interface Random {
  /** From 0 up to, but not including, 1. */
  next(): number;
  /** A whole number from `least` to `most`, both included. */
  between(least: number, most: number): number;
  /** One of `items`, which must not be empty. */
  pick<T>(items: readonly T[]): T;
  /** All of `items`, in random order. */
  shuffled<T>(items: readonly T[]): T[];
  /** An independent sequence, so that drawing more values in one part of a run changes nothing in another. */
  fork(name: string): Random;
}

/** The sequence of a seed. */
export function seededRandom(seed: string): Random {
  let drawn = 0;
  const next = () =>
    createHash('md5')
      .update(`${seed} ${(drawn += 1)}`)
      .digest()
      .readUInt32BE() /
    2 ** 32;
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  return {
    next,
    between,
    pick: (items) => items[between(0, items.length - 1)] as (typeof items)[number],
    shuffled: (items) =>
      items
        .map((item) => ({ item, at: next() }))
        .sort((a, b) => a.at - b.at)
        .map(({ item }) => item),
    fork: (name) => seededRandom(`${seed} ${name}`),
  };
}
