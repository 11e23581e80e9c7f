/** Opens names in counts, as a phase of a commit: all that the leads of a moment ask for, or none in that command. */
import { groupBy } from '@sluice/concurrency';
import type { Collection } from 'mongodb';
import type { Outcome, Phase } from '../commit/commit.js';
import { isDuplicateKey } from '../driver/duplicate-key.js';
import type { CountDocument, Opening } from './count-document.js';
import { seenBy, whyNotOpened, type NotOpened, type SeenCount } from './count-use.js';
import { mayOpen, openAllUpdate, openFarFromLimits, openSomeUpdate } from './open-updates.js';

/** A name to open in one count. */
export interface WantedName extends Opening {
  readonly tenantId: string;
  readonly name: string;
  readonly at: Date;
}

/** What keeps a name from being opened, with the count's key. */
export interface Refused {
  readonly key: string;
  readonly why: NotOpened;
}

/**
 * The phase. A count that cannot open all names refuses them all. What is free is then granted by name, the oldest first,
 * in one update that returns them.
 */
export function openingPhase(counts: Collection<CountDocument>): Phase<WantedName, Refused> {
  return {
    collection: counts,
    inTurn: true,
    statements: (wanted) =>
      alike(wanted).map(({ asked, of }) => {
        const names = namesOf(wanted, of);
        const { filter, update } = openFarFromLimits(asked.tenantId, names, asked) ?? {
          filter: mayOpen(asked),
          update: openAllUpdate(asked.tenantId, names, asked),
        };
        return { of, write: { updateOne: { filter, update, upsert: true } } };
      }),
    async each(wanted) {
      const outcomes: Outcome<Refused>[] = wanted.map(() => 'made');
      await Promise.all(
        alike(wanted).map(async ({ asked, of }) => {
          const seen = await openSome(counts, asked, namesOf(wanted, of));
          const held = new Set(seen?.held);
          const refused = of.filter((place) => !held.has((wanted[place] as WantedName).name));
          if (refused.length === 0) return;
          const why = whyNotOpened(asked, seen);
          for (const place of refused) outcomes[place] = { key: asked.key, why };
        }),
      );
      return outcomes;
    },
  };
}

// The names that are asked for under the same conditions, by their places.
function alike(
  wanted: readonly WantedName[],
): readonly { readonly asked: WantedName; readonly of: readonly number[] }[] {
  const conditions = (place: number): string => {
    const { name: _name, at: _at, ...asked } = wanted[place] as WantedName;
    return JSON.stringify(asked);
  };
  return [...groupBy([...wanted.keys()], conditions).values()].map((of) => ({
    asked: wanted[of[0] as number] as WantedName,
    of,
  }));
}

// Names begin with the time of acceptance, so in their order the oldest lead is first.
function namesOf(wanted: readonly WantedName[], of: readonly number[]) {
  const names = of.map((place) => wanted[place] as WantedName).map(({ name, at }) => ({ name, at }));
  const unique = [...new Map(names.map((one) => [one.name, one])).values()];
  return unique.sort((a, b) => (a.name < b.name ? -1 : 1));
}

async function openSome(
  counts: Collection<CountDocument>,
  asked: WantedName,
  names: ReturnType<typeof namesOf>,
): Promise<SeenCount | undefined> {
  const projection = seenBy(
    asked,
    names.map(({ name }) => name),
    { except: asked.except },
  );
  try {
    const seen = await counts.findOneAndUpdate(mayOpen(asked), openSomeUpdate(asked.tenantId, names, asked), {
      upsert: true,
      returnDocument: 'after',
      projection,
    });
    return (seen ?? undefined) as SeenCount | undefined;
  } catch (error) {
    // The upsert found a count in which nothing may be opened now.
    if (!isDuplicateKey(error)) throw error;
    return (await counts.findOne<SeenCount>({ _id: asked.key }, { projection })) ?? undefined;
  }
}
