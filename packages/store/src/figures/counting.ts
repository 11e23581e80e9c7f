/**
 * Counts that are gathered in memory and added to their documents once a second, so that no lead waits for them and
 * none costs a write of its own. They are for display: a process that dies loses its last second of counts.
 */
import type { AnyBulkWriteOperation, Collection, Document } from 'mongodb';
import { metKeys } from '../driver/duplicate-key.js';

/** A document of counts; the names of its fields are free. */
export interface CountedDocument {
  readonly _id: string;
}

/** A document to count in, and its initial fields when it is created. */
export interface Counted {
  readonly _id: string;
  readonly begin: Readonly<Record<string, unknown>>;
}

const ADDED_EVERY_MS = 1_000;
/** How many names are counted within a second; further ones are not counted. */
const MOST = 2_500;

type Counts = Record<string, number>;

/** Counts that belong in the same documents. */
interface Pending {
  readonly documents: readonly Counted[];
  readonly counts: Counts;
}

/** Adds counts to documents of one collection. */
export class Counting {
  readonly #collection: Collection<CountedDocument>;
  #pending = new Map<string, Pending>();
  #timer: NodeJS.Timeout | undefined;
  #adding: Promise<void> = Promise.resolve();

  constructor(collection: Collection<CountedDocument>) {
    this.#collection = collection;
  }

  /**
   * Adds one to each of `paths` in every document of `name`; written within about a second. `documents` lists them when
   * the name is first counted in that time, so that counting costs the same however many there are.
   */
  add(name: string, paths: readonly string[], documents: () => readonly Counted[]): void {
    let pending = this.#pending.get(name);
    if (!pending) {
      if (this.#pending.size >= MOST) return;
      this.#pending.set(name, (pending = { documents: documents(), counts: {} }));
    }
    for (const path of paths) pending.counts[path] = (pending.counts[path] ?? 0) + 1;
    this.#timer ??= setTimeout(() => void this.flush(), ADDED_EVERY_MS).unref();
  }

  /** Writes everything counted so far. Never rejects: counts that cannot be written are lost. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const pending = this.#pending;
    this.#pending = new Map();
    await this.#adding;
    if (pending.size > 0) this.#adding = this.#write([...pending.values()]).catch(() => undefined);
    await this.#adding;
  }

  async #write(pending: readonly Pending[]): Promise<void> {
    const changes = [...perDocument(pending)].map(([_id, { begin, counts }]) => ({
      updateOne: { filter: { _id }, update: { $inc: counts, $setOnInsert: begin }, upsert: true },
    })) as AnyBulkWriteOperation<CountedDocument>[];
    await writeFigures(this.#collection, changes);
  }
}

// Names share documents: the tenants those of the whole installation.
function perDocument(pending: readonly Pending[]) {
  const sums = new Map<string, Pick<Counted, 'begin'> & { readonly counts: Counts }>();
  for (const { documents, counts } of pending) {
    for (const { _id, begin } of documents) {
      const sum = sums.get(_id) ?? { begin, counts: {} };
      for (const [path, count] of Object.entries(counts)) sum.counts[path] = (sum.counts[path] ?? 0) + count;
      sums.set(_id, sum);
    }
  }
  return sums;
}

/** Writes changes of figures in one call without waiting for the disk, because losing some of them loses no lead. */
export async function writeFigures<T extends Document>(
  collection: Collection<T>,
  changes: readonly AnyBulkWriteOperation<T>[],
): Promise<void> {
  if (changes.length === 0) return;
  const write = (some: readonly AnyBulkWriteOperation<T>[]) =>
    collection.bulkWrite([...some], { ordered: false, writeConcern: { w: 1, journal: false } });
  try {
    await write(changes);
  } catch (error) {
    // Two processes created the same document at once; it exists now.
    const again = metKeys(error);
    if (!again) throw error;
    await write(changes.filter((_, index) => again.has(index)));
  }
}
