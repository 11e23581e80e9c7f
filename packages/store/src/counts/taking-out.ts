/** Takes leads out of counts when they end, as a phase of a commit. */
import { groupBy } from '@sluice/concurrency';
import { LRUCache } from 'lru-cache';
import type { Outcome, Phase } from '../commit/commit.js';
import type { Statement } from '../driver/batched-collection.js';
import type { Amount, PlacedName } from './count-document.js';
import { isRefusal } from './count-expressions.js';
import { bringNamesBack, type NameCollections } from './names-set-aside.js';
import { takeOutUpdate, type Leaving } from './take-out-update.js';

/** A name that leaves a count. */
export interface TakenOut {
  readonly key: string;
  readonly name: string;
  /** Under which it is open. */
  readonly opening: string;
  /** When its lead was routed there, which determines the periods in which it counts; absent if nothing is counted. */
  readonly placedAt?: Date;
  readonly amount?: Amount;
}

/** For how many counts a process keeps ended names. One that it drops takes a few bytes in its count. */
const COUNTS_WITH_ENDED = 10_000;

/**
 * The counted names whose submissions have ended, by count; the next two statements of the count drop them. Two, because
 * the first of them may be refused.
 */
export class EndedNames {
  readonly #names = new LRUCache<string, Map<string, { isTaken: boolean }>>({ max: COUNTS_WITH_ENDED });

  add(key: string, name: string): void {
    const names = this.#names.get(key) ?? new Map<string, { isTaken: boolean }>();
    this.#names.set(key, names.set(name, { isTaken: false }));
  }

  take(key: string): readonly string[] {
    const names = this.#names.get(key) ?? new Map<string, { isTaken: boolean }>();
    const all = [...names.keys()];
    for (const [name, state] of names) {
      if (state.isTaken) names.delete(name);
      else state.isTaken = true;
    }
    if (names.size === 0) this.#names.delete(key);
    return all;
  }
}

/** The phase. It is refused by a count in which one of the names may be set aside; that name is then brought back. */
export function takingOutPhase(collections: NameCollections, ended: EndedNames): Phase<TakenOut, never> {
  return {
    collection: collections.counts,
    statements: (names) =>
      byCount(names, ended).map(({ key, leaving, of }): Statement => {
        const update = takeOutUpdate(leaving, []);
        return { write: { updateOne: { filter: { _id: key }, update } }, of };
      }),
    async each(names) {
      const outcomes: Outcome<never>[] = names.map(() => 'made');
      await Promise.all(byCount(names, ended).map(({ key, leaving }) => takeOut(collections, key, leaving)));
      return outcomes;
    },
  };
}

async function takeOut(collections: NameCollections, _id: string, leaving: Leaving): Promise<void> {
  const names = [...leaving.names.values()].flat();
  let lookedAt: readonly string[] = [];
  for (;;) {
    try {
      await collections.counts.updateOne({ _id }, takeOutUpdate(leaving, lookedAt));
      return;
    } catch (error) {
      if (!isRefusal(error)) throw error;
    }
    lookedAt = await bringNamesBack(collections, _id, names);
  }
}

// The names of each count, and their places.
function byCount(
  names: readonly TakenOut[],
  ended: EndedNames,
): readonly { readonly key: string; readonly leaving: Leaving; readonly of: readonly number[] }[] {
  const groups = groupBy([...names.keys()], (place) => (names[place] as TakenOut).key);
  return [...groups].map(([key, of]) => {
    const taken = of.map((place) => names[place] as TakenOut);
    const placed = new Map<string, PlacedName>();
    for (const { name, placedAt, amount } of taken)
      if (placedAt) placed.set(name, { name, at: placedAt, amount });
    const openings = groupBy(taken, ({ opening }) => opening);
    const leaving = {
      names: new Map(
        [...openings].map(([opening, all]) => [opening, [...new Set(all.map(({ name }) => name))]]),
      ),
      placed: [...placed.values()],
      ended: ended.take(key),
    };
    return { key, leaving, of };
  });
}
