/**
 * Counts that are gathered in memory and added to their documents once a second, so that no lead waits for them and
 * none costs a write of its own. They are for display: a process that dies loses its last second of counts.
 */
import { MongoBulkWriteError, type AnyBulkWriteOperation, type Collection, type Document } from 'mongodb';
import { isDuplicateKey } from '../duplicate-key.js';

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
/** The maximum number of documents whose counts are kept while the database is unavailable. */
const MOST = 5_000;

interface Pending {
  readonly begin: Readonly<Record<string, unknown>>;
  readonly inc: Record<string, number>;
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

  /** Adds `by` under `path` of a document; it is written within about a second. */
  add({ _id, begin }: Counted, path: string, by = 1): void {
    let one = this.#pending.get(_id);
    if (!one) {
      if (this.#pending.size >= MOST) return;
      this.#pending.set(_id, (one = { begin, inc: {} }));
    }
    one.inc[path] = (one.inc[path] ?? 0) + by;
    this.#timer ??= setTimeout(() => void this.flush(), ADDED_EVERY_MS).unref();
  }

  /** Writes everything counted so far. Never rejects: counts that cannot be written are lost. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const pending = this.#pending;
    this.#pending = new Map();
    await this.#adding;
    if (pending.size > 0) this.#adding = this.#write([...pending]).catch(() => undefined);
    await this.#adding;
  }

  async #write(pending: readonly (readonly [string, Pending])[]): Promise<void> {
    const changes = pending.map(([_id, { begin, inc }]) => ({
      updateOne: { filter: { _id }, update: { $inc: inc, $setOnInsert: begin }, upsert: true },
    })) as AnyBulkWriteOperation<CountedDocument>[];
    try {
      await writeFigures(this.#collection, changes);
    } catch (error) {
      // Two processes created the same document at once; it exists now.
      const again = error instanceof MongoBulkWriteError ? duplicates(error) : [];
      if (again.length > 0)
        await writeFigures(
          this.#collection,
          changes.filter((_, index) => again.includes(index)),
        );
    }
  }
}

/** Writes changes of figures in one call without waiting for the disk, because losing some of them loses no lead. */
export async function writeFigures<T extends Document>(
  collection: Collection<T>,
  changes: readonly AnyBulkWriteOperation<T>[],
): Promise<void> {
  if (changes.length === 0) return;
  await collection.bulkWrite([...changes], { ordered: false, writeConcern: { w: 1, journal: false } });
}

function duplicates({ writeErrors }: MongoBulkWriteError): readonly number[] {
  return [writeErrors].flat().flatMap((one) => (isDuplicateKey(one) ? [one.index] : []));
}
