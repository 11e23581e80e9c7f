/** Takes names out of counts when their leads end, as a phase of a commit. */
import { groupBy } from '@sluice/concurrency';
import { LRUCache } from 'lru-cache';
import type { Statement } from '../driver/batched-collection.js';
import type { Amount, PlacedName } from './count-document.js';
import { takeOutUpdate } from './take-out-update.js';

/** A name that leaves a count. */
export interface TakenOut {
  readonly key: string;
  readonly name: string;
  /** When its lead was routed there, which determines the periods in which it counts; absent if nothing is counted. */
  readonly placedAt?: Date;
  readonly amount?: Amount;
}

/** For how many counts a process keeps ended names. One that it drops takes a few bytes in its count. */
const COUNTS_WITH_ENDED = 10_000;

/** The counted names whose submissions have ended, by count; the next statement of the count drops them. */
export class EndedNames {
  readonly #names = new LRUCache<string, Set<string>>({ max: COUNTS_WITH_ENDED });

  add(key: string, name: string): void {
    const names = this.#names.get(key);
    if (names) names.add(name);
    else this.#names.set(key, new Set([name]));
  }

  take(key: string): readonly string[] {
    const names = this.#names.get(key);
    this.#names.delete(key);
    return [...(names ?? [])];
  }
}

/** The statements that take names out, one for each count. */
export function takeOutStatements(names: readonly TakenOut[], ended: EndedNames): readonly Statement[] {
  const groups = groupBy([...names.keys()], (place) => (names[place] as TakenOut).key);
  return [...groups].map(([key, places]) => {
    const placed = new Map<string, PlacedName>();
    const released: string[] = [];
    for (const place of places) {
      const { name, placedAt, amount } = names[place] as TakenOut;
      if (placedAt) placed.set(name, { name, at: placedAt, ...(amount && { amount }) });
      else released.push(name);
    }
    const update = takeOutUpdate([...placed.values()], released, ended.take(key));
    return { write: { updateOne: { filter: { _id: key }, update } }, of: places };
  });
}
