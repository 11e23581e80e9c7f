/**
 * Counts that are gathered in memory and added to their documents once a second, so that no lead waits for them and none
 * costs a write of its own. They are for people to look at: a process that dies loses its last second of them.
 */
import { MongoBulkWriteError, type AnyBulkWriteOperation, type Collection, type Document } from 'mongodb';
import { isDuplicateKey } from '../duplicate-key.js';

/** A document of counts, under whatever names its field. */
export interface CountedDocument {
  readonly _id: string;
}

/** Which document is meant, and what it begins with when it is made. */
export interface Counted {
  readonly _id: string;
  readonly begin: Readonly<Record<string, unknown>>;
}

const ADDED_EVERY_MS = 1_000;
/** While the database is away no more than so many documents are remembered. */
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

  /** Counts `by` more under `path` of a document; it is written within about a second. */
  add({ _id, begin }: Counted, path: string, by = 1): void {
    let one = this.#pending.get(_id);
    if (!one) {
      if (this.#pending.size >= MOST) return;
      this.#pending.set(_id, (one = { begin, inc: {} }));
    }
    one.inc[path] = (one.inc[path] ?? 0) + by;
    this.#timer ??= setTimeout(() => void this.flush(), ADDED_EVERY_MS).unref();
  }

  /** Writes what was counted so far. Never rejects: what cannot be written is lost. */
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
      // Two processes made the same document at once; it is there now.
      const again = error instanceof MongoBulkWriteError ? duplicates(error) : [];
      if (again.length > 0)
        await writeFigures(
          this.#collection,
          changes.filter((_, index) => again.includes(index)),
        );
    }
  }
}

/** Writes changes of figures in one go, without waiting for the disk: losing some is no loss of leads. */
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
