/** The entries of suppression lists of one tenant: a document for each prefix and version of a list. */
import type { Collection } from 'mongodb';
import { randomUUID } from 'node:crypto';
import { isDuplicateKey } from '../driver/duplicate-key.js';
import { keyOf, keyRange } from '../driver/keys.js';
import { byPrefix, distinct, packed, unpacked, type EntriesDocument } from './packed.js';

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
  async merge(
    listId: string,
    version: number,
    entries: readonly Buffer[],
    how: 'add' | 'remove',
  ): Promise<number> {
    let grew = 0;
    let left = [...byPrefix(entries)];
    while (left.length > 0) {
      const asked = new Map(left.map(([prefix, those]) => [this.key(listId, version, prefix), those]));
      const found = await this.#collection.find({ _id: { $in: [...asked.keys()] } }).toArray();
      const stored = new Map(found.map((document) => [document._id, document]));
      const changes = [...asked].flatMap(([_id, those]) => changeOf(_id, stored.get(_id), those, how));
      if (changes.length === 0) break;
      const made = await this.#made(changes);
      for (const change of changes) if (made.has(change._id)) grew += change.by;
      const missed = new Set(changes.flatMap(({ _id }) => (made.has(_id) ? [] : [_id])));
      left = left.filter(([prefix]) => missed.has(this.key(listId, version, prefix)));
    }
    return grew;
  }

  // The keys of the changes that were made: all but those of documents that somebody else changed since they were read.
  async #made(changes: readonly Change[]): Promise<ReadonlySet<string>> {
    const by = randomUUID();
    const writes = changes.map(({ _id, before, after }) => {
      const set = { tenantId: this.#tenantId, packed: packed(after), n: after.length, by };
      return before
        ? { updateOne: { filter: { _id, by: before.by ?? null }, update: { $set: set } } }
        : { insertOne: { document: { _id, ...set } } };
    });
    const written = await this.#collection
      .bulkWrite(writes as never, { ordered: false })
      .catch((error: unknown) => {
        if (!isDuplicateKey(error)) throw error;
        return undefined;
      });
    const keys = changes.map(({ _id }) => _id);
    if (written && written.matchedCount + written.insertedCount === keys.length) return new Set(keys);
    const ours = await this.#collection
      .find({ _id: { $in: keys }, by }, { projection: { _id: 1 } })
      .toArray();
    return new Set(ours.map(({ _id }) => _id));
  }
}

interface Change {
  readonly _id: string;
  readonly before: EntriesDocument | undefined;
  readonly after: readonly Buffer[];
  /** By how many the document grows. */
  readonly by: number;
}

// None if the document stays as it is.
function changeOf(
  _id: string,
  before: EntriesDocument | undefined,
  asked: readonly Buffer[],
  how: 'add' | 'remove',
): readonly Change[] {
  const had = unpacked(before?.packed);
  const after =
    how === 'add'
      ? distinct([...had, ...asked])
      : had.filter((entry) => !asked.some((one) => one.equals(entry)));
  return after.length === had.length ? [] : [{ _id, before, after, by: after.length - had.length }];
}
