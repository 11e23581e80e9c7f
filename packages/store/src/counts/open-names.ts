/**
 * The entry point of the audit of counts: the names in counts, of every tenant. One of the few places that read across
 * tenants.
 */
import type { Collection, Filter } from 'mongodb';
import type { DatabaseClock } from '../driver/clock.js';
import { idOf } from '../driver/keys.js';
import type { CountDocument, Opened } from './count-document.js';
import {
  dropMissing,
  dropUnlisted,
  hasWaiting,
  type NameCollections,
  type NamesSetAside,
} from './names-set-aside.js';

/** A name that is open in a count, or that was counted there and is still kept. */
export interface OpenNameOf {
  readonly tenantId: string;
  readonly count: string;
  readonly name: string;
  /** Under which it is open; absent if it was counted. */
  readonly opening?: string;
}

/** Which names are listed. */
export interface AuditedNames {
  /** Names younger than this are in progress. */
  readonly youngMs: number;
  /**
   * The time since the last audit. A name is audited when it is `youngMs` old, and again whenever its age has doubled, at
   * most an hour apart.
   */
  readonly sinceMs: number;
  /** Tenants that are left out. */
  readonly except?: readonly string[];
}

/** The names of some counts, and those of the counts whose leads have waited and are to be set aside. */
export interface OpenNamesPage {
  readonly names: readonly OpenNameOf[];
  readonly crowded: readonly Pick<OpenNameOf, 'tenantId' | 'count'>[];
}

/** Lists the names page by page. */
export type ListOpenNames = (audited: AuditedNames) => AsyncIterable<OpenNamesPage>;

const COUNTS_AT_ONCE = 20;
const HOUR_MS = 60 * 60_000;

export function createListOpenNames(
  collections: NameCollections,
  clock: Pick<DatabaseClock, 'now'>,
): ListOpenNames {
  const { counts, namesSetAside } = collections;
  return async function* (audited) {
    const now = clock.now();
    const isDue = ({ at }: { readonly at: Date }) => isOverdue(now.getTime() - at.getTime(), audited);
    const tenantId = { $nin: [...(audited.except ?? [])] };
    const opened = { collection: counts, filter: { tenantId, 'open.0': { $exists: true } } };
    for await (const found of pages<CountDocument>({
      ...opened,
      index: 'with_open_names',
      fields: ['open'],
    })) {
      const names = found.flatMap((count) => openNames(of(count), count.open.filter(isDue)));
      yield { names, crowded: found.filter(({ open }) => hasWaiting(open, now)).map(of) };
    }
    const counted = { collection: counts, filter: { tenantId, 'taken.0': { $exists: true } } };
    for await (const found of pages<CountDocument>({
      ...counted,
      index: 'with_counted_names',
      fields: ['taken'],
    })) {
      const names = found.flatMap((count) =>
        count.taken.filter(isDue).map(({ name }) => ({ ...of(count), name })),
      );
      yield { names, crowded: [] };
    }
    const listing = { collection: counts, filter: { tenantId, 'aside.0': { $exists: true } } };
    for await (const found of pages<CountDocument>({
      ...listing,
      index: 'with_names_set_aside',
      fields: ['aside'],
    }))
      for (const count of found) await dropMissing(collections, count);
    const aside = { collection: namesSetAside, filter: { tenantId } };
    const fields = ['count', 'open', 'at'] as const;
    for await (const found of pages<NamesSetAside>({ ...aside, index: '_id_', fields })) {
      for (const document of found) await dropUnlisted(collections, document, now);
      const names = found.flatMap(({ tenantId: whose, count, open }) =>
        openNames({ tenantId: whose, count: idOf(count) }, open.filter(isDue)),
      );
      yield { names, crowded: [] };
    }
  };
}

type Of = Pick<OpenNameOf, 'tenantId' | 'count'>;

function of({ _id, tenantId }: Pick<CountDocument, '_id' | 'tenantId'>): Of {
  return { tenantId, count: idOf(_id) };
}

function openNames(of: Of, open: readonly Opened[]): readonly OpenNameOf[] {
  return open.flatMap(({ opening, names }) => names.map((name) => ({ ...of, name, opening })));
}

/** Whether a name of this age is audited now: since the last audit it became old enough, or that much older. */
export function isOverdue(ageMs: number, { youngMs, sinceMs }: AuditedNames): boolean {
  const beforeMs = ageMs - sinceMs;
  if (ageMs < youngMs) return false;
  if (beforeMs < youngMs) return true;
  if (ageMs >= HOUR_MS) return Math.floor(ageMs / HOUR_MS) > Math.floor(beforeMs / HOUR_MS);
  return Math.floor(Math.log2(ageMs / youngMs)) > Math.floor(Math.log2(beforeMs / youngMs));
}

interface Paged<T extends { readonly _id: string }> {
  readonly collection: Collection<T>;
  readonly filter: object;
  readonly index: string;
  /** What is read beside key and tenant. */
  readonly fields: readonly (keyof T & string)[];
}

// In the order of their keys.
async function* pages<T extends { readonly _id: string }>({
  collection,
  filter,
  index,
  fields,
}: Paged<T>): AsyncIterable<readonly T[]> {
  const projection = Object.fromEntries(['tenantId', ...fields].map((field) => [field, 1]));
  for (let last: string | undefined = ''; last !== undefined;) {
    const found: readonly T[] = await collection
      .find({ ...filter, _id: { $gt: last } } as Filter<T>)
      .project<T>(projection)
      .sort({ _id: 1 })
      .hint(index)
      .limit(COUNTS_AT_ONCE)
      .toArray();
    if (found.length > 0) yield found;
    last = found.at(-1)?._id;
  }
}
