/**
 * Leads that have waited for a while, for their next attempt or for a receiver or a person, are named in documents of
 * their own, and their count only keeps how much room they take: otherwise each lead that is opened in the count or ends
 * there would pay for those that wait. A process may die between any two of these steps:
 *
 * | setting aside                              | bringing back                                        |
 * | ------------------------------------------ | ---------------------------------------------------- |
 * | 1. a document with the names is inserted   | 1. one update of the count returns the names to it   |
 * | 2. one update of the count replaces them   | 2. the document is deleted                           |
 *
 * So the count's own list of such documents says where each name is, and a name counts once. A document that is not in
 * the list is deleted once no update can put it there any more; one that is in the list is missing only after a restore.
 */
import { randomUUID } from 'node:crypto';
import type { Collection } from 'mongodb';
import { isRefusal, refusal } from './count-expressions.js';
import { turning, type CountDocument, type Opened, type OpenRoom, type SetAside } from './count-document.js';

/** Names that are set aside. */
export interface NamesSetAside {
  /** The count's key, a dot, and an id. */
  readonly _id: string;
  readonly tenantId: string;
  readonly count: string;
  readonly open: readonly Opened[];
  readonly at: Date;
}

/** The two collections. */
export interface NameCollections {
  readonly counts: Collection<CountDocument>;
  readonly namesSetAside: Collection<NamesSetAside>;
}

/** A count with fewer openings costs what an empty one does. */
const MANY_OPENINGS = 64;
/** What is younger is likely to go on by itself. */
const WAITED_MS = 60_000;
/** What is older waits for a person, and may do so for ever. */
export const DAY_MS = 24 * 60 * 60_000;
const NAMES_AT_ONCE = 1_024;
/** The update of the count is made within this time of the insert, or never. */
const WITHIN_MS = 30_000;

/**
 * Sets the leads of a count aside that have waited, if there are many, and those older than a day in any case, apart from
 * the others. Returns how many were set aside; none if they changed meanwhile.
 */
export async function setNamesAside(collections: NameCollections, key: string, now: Date): Promise<number> {
  const { counts, namesSetAside } = collections;
  const seen = await counts.findOne({ _id: key, recount: { $exists: false } });
  if (!seen || !hasWaiting(seen.open, now)) return 0;
  // A few names that join others of their kind make no list of their own.
  const joined = (seen.aside ?? []).filter((one) => isYesterday(one.latest, now) && isSmall(one));
  const isOfYesterday = seen.open.some(({ at }) => isYesterday(at, now));
  if (isOfYesterday && joined.length > 0)
    await bringBack(
      collections,
      key,
      joined.map(({ id }) => id),
    );
  const count = joined.length > 0 ? await counts.findOne({ _id: key, recount: { $exists: false } }) : seen;
  const open = waitingIn(count?.open ?? [], now);
  if (!count || open.length === 0) return 0;
  const id = randomUUID();
  const { tenantId } = count;
  const document = { _id: `${key}.${id}`, tenantId, count: key, open, at: now };
  await namesSetAside.insertOne(document);
  const isMade = await replaceByRoom(counts, count, { id, ...roomOf(count, open) }, open, now);
  if (!isMade) await namesSetAside.deleteOne({ _id: document._id });
  return isMade ? open.reduce((sum, { names }) => sum + names.length, 0) : 0;
}

function isYesterday(at: Date, now: Date): boolean {
  return at.getTime() <= now.getTime() - DAY_MS;
}

function isSmall({ lifetime }: SetAside): boolean {
  return lifetime.leads < NAMES_AT_ONCE / 2;
}

async function replaceByRoom(
  counts: Collection<CountDocument>,
  { _id, zone, ...count }: CountDocument,
  aside: SetAside,
  open: readonly Opened[],
  insertedAt: Date,
): Promise<boolean> {
  const before = new Date(insertedAt.getTime() + WITHIN_MS);
  const areThere = { $setIsSubset: [{ $literal: open }, '$open'] };
  try {
    const { matchedCount } = await counts.updateOne(
      {
        _id,
        zone,
        recount: { $exists: false },
        ...Object.fromEntries(turning.map((type) => [`${type}.start`, count[type].start])),
        $expr: { $lt: ['$$NOW', before] },
      },
      [
        {
          $set: {
            open: {
              $cond: [
                areThere,
                { $filter: { input: '$open', cond: { $not: [{ $in: ['$$this', { $literal: open }] }] } } },
                refusal('other names'),
              ],
            },
            aside: { $concatArrays: [{ $ifNull: ['$aside', []] }, [{ $literal: aside }]] },
          },
        },
      ],
    );
    return matchedCount === 1;
  } catch (error) {
    if (isRefusal(error)) return false;
    throw error;
  }
}

/**
 * Returns the leads of those documents of a count to it that name one of `names`; without `names`, of all. Repeatable.
 * Returns the ids of the others.
 */
export async function bringNamesBack(
  collections: NameCollections,
  key: string,
  names?: readonly string[],
): Promise<readonly string[]> {
  const { counts, namesSetAside } = collections;
  const count = await counts.findOne({ _id: key }, { projection: { 'aside.id': 1 } });
  const ids = (count?.aside ?? []).map(({ id }) => id);
  if (ids.length === 0) return [];
  const naming = names && { 'open.names': { $in: [...names] } };
  const found = await namesSetAside
    .find({ count: key, ...naming }, { projection: { _id: 1 } })
    .map(({ _id }) => _id.slice(key.length + 1))
    .toArray();
  await bringBack(
    collections,
    key,
    ids.filter((id) => !naming || found.includes(id)),
  );
  return ids.filter((id) => naming && !found.includes(id));
}

async function bringBack(
  { counts, namesSetAside }: NameCollections,
  key: string,
  ids: readonly string[],
): Promise<void> {
  for (const id of ids) {
    const _id = `${key}.${id}`;
    const found = await namesSetAside.findOne({ _id });
    // One that is listed and does not exist was lost with a restored dump, whose collections differ by minutes.
    const open = found?.open ?? [];
    const others = { $filter: { input: '$aside', cond: { $ne: ['$$this.id', id] } } };
    await counts.updateOne({ _id: key, 'aside.id': id }, [
      { $set: { open: { $concatArrays: ['$open', { $literal: open }] }, aside: others } },
    ]);
    await namesSetAside.deleteOne({ _id });
  }
}

/** Takes documents out of the list of their count that do not exist: a restored dump may lack them. */
export async function dropMissing(
  { counts, namesSetAside }: NameCollections,
  { _id, aside = [] }: Pick<CountDocument, '_id' | 'aside'>,
): Promise<void> {
  const keys = aside.map(({ id }) => `${_id}.${id}`);
  const found = await namesSetAside.find({ _id: { $in: keys } }, { projection: { _id: 1 } }).toArray();
  const there = new Set(found.map((one) => one._id));
  const missing = aside.flatMap(({ id }) => (there.has(`${_id}.${id}`) ? [] : [id]));
  if (missing.length > 0) await counts.updateOne({ _id }, { $pull: { aside: { id: { $in: missing } } } });
}

/** Deletes a document that its count does not list, and that nothing can put into the list any more. */
export async function dropUnlisted(
  { counts, namesSetAside }: NameCollections,
  { _id, count, at }: NamesSetAside,
  now: Date,
): Promise<boolean> {
  if (at.getTime() > now.getTime() - 4 * WITHIN_MS) return false;
  const listed = await counts.findOne(
    { _id: count, 'aside.id': _id.slice(count.length + 1) },
    { projection: { _id: 1 } },
  );
  if (listed) return false;
  return (await namesSetAside.deleteOne({ _id })).deletedCount === 1;
}

/** Whether there are leads in a count that are to be set aside. */
export function hasWaiting(open: readonly Opened[], now: Date): boolean {
  return waitingIn(open, now).length > 0;
}

// The oldest first, as many as fit into one document.
function waitingIn(open: readonly Opened[], now: Date): readonly Opened[] {
  const isOlder = ({ at }: Opened, ms: number) => at.getTime() <= now.getTime() - ms;
  const ofYesterday = open.filter(({ at }) => isYesterday(at, now));
  const waited = open.length > MANY_OPENINGS ? open.filter((one) => isOlder(one, WAITED_MS)) : [];
  const oldest = (ofYesterday.length > 0 ? ofYesterday : waited).toSorted(
    (a, b) => a.at.getTime() - b.at.getTime(),
  );
  let left = NAMES_AT_ONCE;
  return oldest.filter(({ names }, index) => {
    left -= names.length;
    return index === 0 || left >= 0;
  });
}

function roomOf(count: CountDocument, open: readonly Opened[]): Omit<SetAside, 'id'> {
  const since = (start: Date) => ({ start, ...room(open.filter(({ at }) => at >= start)) });
  return {
    hourly: since(count.hourly.start),
    daily: since(count.daily.start),
    weekly: since(count.weekly.start),
    monthly: since(count.monthly.start),
    lifetime: room(open),
    latest: new Date(Math.max(...open.map(({ at }) => at.getTime()))),
  };
}

function room(open: readonly Opened[]): OpenRoom {
  const money: Record<string, number> = {};
  for (const { amount, names } of open)
    if (amount) money[amount.currency] = (money[amount.currency] ?? 0) + amount.minor * names.length;
  return { leads: open.reduce((sum, { names }) => sum + names.length, 0), money };
}
