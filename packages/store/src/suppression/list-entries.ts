/** The entries of suppression lists of one tenant: a document for each prefix and version of a list. */
import { Binary, type AnyBulkWriteOperation, type Collection } from 'mongodb';
import { randomUUID } from 'node:crypto';
import { metKeys } from '../driver/duplicate-key.js';
import { keyOf, keyRange } from '../driver/keys.js';
import { bytesOf, countOf, grouped, merged, without, type EntriesDocument } from './packed.js';

/** In a list of ten million, so many documents have ten megabytes. */
const CHANGED_TOGETHER = 4_096;

/** Reads and changes the entries of the lists of a tenant. */
export class ListEntries {
  readonly #collection: Collection<EntriesDocument>;
  readonly #tenantId: string;

  constructor(collection: Collection<EntriesDocument>, tenantId: string) {
    this.#collection = collection;
    this.#tenantId = tenantId;
  }

  /** The key of a document; that of no prefix is the marker of the version, which is there as long as it counts. */
  key(listId: string, version: number, prefix = ''): string {
    return keyOf(this.#tenantId, `${listId}.${version}.${prefix}`);
  }

  /** Makes the marker of a version. */
  async mark(listId: string, version: number): Promise<void> {
    const _id = this.key(listId, version);
    await this.#collection.updateOne({ _id }, { $set: { tenantId: this.#tenantId } }, { upsert: true });
  }

  /** How many entries a version has. */
  async count(listId: string, version: number): Promise<number> {
    const [counted] = await this.#collection
      .aggregate<{ n: number }>([
        { $match: { _id: keyRange(this.key(listId, version)) } },
        { $group: { _id: null, n: { $sum: '$n' } } },
      ])
      .toArray();
    return counted?.n ?? 0;
  }

  /**
   * Adds entries to a version, or removes them. A document that another writer changed meanwhile is merged again, so that
   * nobody's entries are overwritten. Returns by how many the list grew, less than 0 if it shrank.
   */
  async merge(listId: string, version: number, entries: Buffer, how: 'add' | 'remove'): Promise<number> {
    const all = [...grouped(entries, (prefix) => prefix)].map(
      ([prefix, those]) => [this.key(listId, version, prefix.toString(16).padStart(4, '0')), those] as const,
    );
    let grew = 0;
    for (let from = 0; from < all.length; from += CHANGED_TOGETHER)
      grew += await this.#mergeSome(new Map(all.slice(from, from + CHANGED_TOGETHER)), how);
    return grew;
  }

  async #mergeSome(left: Map<string, Buffer>, how: 'add' | 'remove'): Promise<number> {
    let grew = 0;
    while (left.size > 0) {
      const found = await this.#collection.find({ _id: { $in: [...left.keys()] } }).toArray();
      const stored = new Map(found.map((document) => [document._id, document]));
      const changes = [...left].flatMap(([_id, those]) => changeOf(_id, stored.get(_id), those, how));
      if (changes.length === 0) break;
      const missed = await this.#write(changes);
      left.clear();
      for (const [n, change] of changes.entries())
        if (missed.has(n)) left.set(change._id, change.asked);
        else grew += change.by;
    }
    return grew;
  }

  // The places of the changes that were not made, because somebody else changed their documents since they were read.
  // Such a document is met as one that exists already, also where it is updated.
  async #write(changes: readonly Change[]): Promise<ReadonlySet<number>> {
    const by = randomUUID();
    const writes = changes.map(({ _id, before, after }): AnyBulkWriteOperation<EntriesDocument> => {
      const set = { tenantId: this.#tenantId, packed: new Binary(after), n: countOf(after), by };
      return before
        ? { updateOne: { filter: { _id, by: before.by }, update: { $set: set }, upsert: true } }
        : { insertOne: { document: { _id, ...set } } };
    });
    try {
      await this.#collection.bulkWrite(writes, { ordered: false });
      return new Set();
    } catch (error) {
      const met = metKeys(error);
      if (!met) throw error;
      return met;
    }
  }
}

interface Change {
  readonly _id: string;
  readonly before: EntriesDocument | undefined;
  readonly asked: Buffer;
  readonly after: Buffer;
  /** By how many the document grows. */
  readonly by: number;
}

// None if the document stays as it is.
function changeOf(
  _id: string,
  before: EntriesDocument | undefined,
  asked: Buffer,
  how: 'add' | 'remove',
): readonly Change[] {
  const had = bytesOf(before?.packed);
  const after = how === 'add' ? merged(had, asked) : without(had, asked);
  return after.length === had.length
    ? []
    : [{ _id, before, asked, after, by: countOf(after) - countOf(had) }];
}
