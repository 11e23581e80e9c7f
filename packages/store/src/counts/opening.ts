/** Opens names in counts, as a phase of a commit. Without room it is refused, and the stage decides again. */
import { groupBy } from '@sluice/concurrency';
import type { Collection } from 'mongodb';
import type { Outcome, Phase } from '../commit/commit.js';
import { isDuplicateKey } from '../driver/duplicate-key.js';
import type { CountDocument, Opening } from './count-document.js';
import { bringNamesBack, type NameCollections } from './names-set-aside.js';
import { seenBy, whyNotOpened, type NotOpened, type SeenCount } from './count-use.js';
import { openAll, openSome, type Opens } from './open-updates.js';

/** A name that is to be opened in one count. */
export interface WantedName extends Opening {
  readonly tenantId: string;
  readonly name: string;
  /** Under which it will be open. */
  readonly opening: string;
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
export function openingPhase(collections: NameCollections): Phase<WantedName, Refused> {
  const { counts } = collections;
  return {
    collection: counts,
    inTurn: true,
    statements: (wanted) =>
      alike(wanted).map(({ asked, of }) => {
        const { filter, update } = openAll(asked.tenantId, opensOf(wanted, of), asked);
        return { of, write: { updateOne: { filter, update, upsert: true } } };
      }),
    async each(wanted) {
      const outcomes: Outcome<Refused>[] = wanted.map(() => 'made');
      await Promise.all(
        alike(wanted).map(async ({ asked, of }) => {
          const opens = opensOf(wanted, of);
          const seen = await openWithOwn(collections, asked, opens);
          const granted = new Set(seen?.granted);
          const refused = of.filter((place) => !granted.has(slotOf(wanted[place] as WantedName)));
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
    const { name: _name, opening: _opening, at: _at, ...asked } = wanted[place] as WantedName;
    return JSON.stringify(asked);
  };
  return [...groupBy([...wanted.keys()], conditions).values()].map((of) => ({
    asked: wanted[of[0] as number] as WantedName,
    of,
  }));
}

// By opening. Names begin with the time of acceptance, so in their order the oldest lead is first. All of them are in the
// same periods, so one instant stands for them.
function opensOf(wanted: readonly WantedName[], of: readonly number[]): readonly Opens[] {
  const all = of.map((place) => wanted[place] as WantedName);
  const at = new Date(Math.max(...all.map((one) => one.at.getTime())));
  return [...groupBy(all, ({ opening }) => opening)].map(([opening, together]) => ({
    opening,
    at,
    names: [...new Set(together.map(({ name }) => name))].toSorted(),
  }));
}

/** The count after names were opened, with those of them that are open now. */
interface SeenOpened extends SeenCount {
  readonly granted: readonly string[];
  /** In how many documents others are named. */
  readonly asideIn: number;
}

/** The same as it is read. */
type FoundOpened = Omit<SeenOpened, 'granted'> & Pick<CountDocument, 'open'>;

// A lead whose worker died may have been set aside before it was decided, and must not be in its own way.
async function openWithOwn(
  collections: NameCollections,
  asked: WantedName,
  opens: readonly Opens[],
): Promise<SeenOpened | undefined> {
  const seen = await openThose(collections.counts, asked, opens);
  const names = opens.flatMap((one) => one.names);
  const isWhole = (seen?.granted.length ?? 0) >= names.length;
  if (isWhole || !seen || seen.asideIn === 0) return seen;
  const left = await bringNamesBack(collections, asked.key, names);
  return left.length < seen.asideIn ? openThose(collections.counts, asked, opens) : seen;
}

async function openThose(
  counts: Collection<CountDocument>,
  asked: WantedName,
  opens: readonly Opens[],
  isLast = false,
): Promise<SeenOpened | undefined> {
  const { except } = asked;
  const isOurs = { $in: ['$$this.opening', { $literal: opens.map(({ opening }) => opening) }] };
  const projection = {
    ...seenBy(asked, [], { except }),
    open: { $filter: { input: '$open', cond: isOurs } },
    asideIn: { $size: { $ifNull: ['$aside', []] } },
  };
  const seenOf = (found: FoundOpened | null): SeenOpened | undefined => {
    if (!found) return undefined;
    const { open, ...seen } = found;
    const granted = open.flatMap(({ opening, names }) => names.map((name) => slotOf({ opening, name })));
    return { ...seen, granted };
  };
  const { filter, update } = openSome(asked.tenantId, opens, asked);
  try {
    return seenOf(
      (await counts.findOneAndUpdate(filter, update, {
        upsert: true,
        returnDocument: 'after',
        projection,
      })) as never,
    );
  } catch (error) {
    // The upsert found a count in which nothing may be opened now, or one that another has made in the same moment.
    if (!isDuplicateKey(error)) throw error;
    const seen = seenOf(await counts.findOne<FoundOpened>({ _id: asked.key }, { projection }));
    const hasRoom = whyNotOpened(asked, seen).kind === 'room_again';
    return hasRoom && !isLast ? openThose(counts, asked, opens, true) : seen;
  }
}

function slotOf({ opening, name }: Pick<WantedName, 'opening' | 'name'>): string {
  return `${opening} ${name}`;
}
