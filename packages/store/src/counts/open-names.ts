/**
 * The entry point of the audit of counts: the names in counts, of every tenant. One of the few places that read across
 * tenants.
 */
import type { Collection, Filter } from 'mongodb';
import type { DatabaseClock } from '../driver/clock.js';
import { idOf } from '../driver/keys.js';
import type { CountDocument, Opened } from './count-document.js';
import { dropUnlisted, type NameCollections } from './names-set-aside.js';

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

/** The names of some counts, and the counts that were looked at. */
export interface OpenNamesPage {
  readonly names: readonly OpenNameOf[];
  readonly counts: readonly Pick<OpenNameOf, 'tenantId' | 'count'>[];
}

/** Lists the names page by page. */
export type ListOpenNames = (audited: AuditedNames) => AsyncIterable<OpenNamesPage>;

const COUNTS_AT_ONCE = 100;
const HOUR_MS = 60 * 60_000;

export function createListOpenNames(
  collections: NameCollections,
  clock: Pick<DatabaseClock, 'now'>,
): ListOpenNames {
  const { counts, namesSetAside } = collections;
  return async function* (audited) {
    const now = clock.now();
    const isDue = ({ at }: { readonly at: Date }) => isOverdue(now.getTime() - at.getTime(), audited);
    const except = audited.except ?? [];
    for await (const found of pages(counts, except, 'open')) {
      const names = found.flatMap(({ open, ...count }) => openNames(of(count), open.filter(isDue)));
      yield { names, counts: found.map(of) };
    }
    for await (const found of pages(counts, except, 'taken')) {
      const counted = found.flatMap((count) =>
        count.taken.filter(isDue).map(({ name }) => ({ ...of(count), name })),
      );
      yield { names: counted, counts: [] };
    }
    for await (const found of pages(namesSetAside, except, 'open')) {
      for (const document of found) await dropUnlisted(collections, document, now);
      const names = found.flatMap(({ tenantId, count, open }) =>
        openNames({ tenantId, count: idOf(count) }, open.filter(isDue)),
      );
      yield { names, counts: [] };
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

// In the order of their tenants and keys: those that have anything in the list.
async function* pages<T extends { readonly _id: string; readonly tenantId: string }>(
  collection: Collection<T>,
  except: readonly string[],
  list: 'open' | 'taken',
): AsyncIterable<readonly T[]> {
  let last: T | undefined;
  do {
    const { tenantId = '', _id = '' } = last ?? {};
    const page = {
      tenantId: { $gte: tenantId, $nin: [...except] },
      _id: { $gt: _id },
      [`${list}.0`]: { $exists: true },
    } as Filter<T>;
    const found = await collection
      .find(page)
      .project<T>({ recount: 0 })
      .sort({ tenantId: 1, _id: 1 })
      .limit(COUNTS_AT_ONCE)
      .toArray();
    if (found.length > 0) yield found;
    last = found.at(-1);
  } while (last);
}
