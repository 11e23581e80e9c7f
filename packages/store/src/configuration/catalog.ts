/**
 * The catalog: everything that operators and integrators configure, such as campaigns, offers, clients, endpoints,
 * numbers, value sets and field keys. It is small, read for every lead and rarely written; workers read it through a
 * cache of known staleness.
 */
import type { Collection } from 'mongodb';
import { batchedRead } from '../driver/batched-collection.js';
import { commitOf, type WriteOne } from '../commit/commit.js';
import type { BulkWriter } from '../commit/ordered-writes.js';
import { statementPhase } from '../commit/phases.js';
import { isDuplicateKey } from '../driver/duplicate-key.js';
import { keyOf, keyRange } from '../driver/keys.js';
import { A_REQUEST, type StoredPerson } from '../operators/stored-person.js';
import type { ItemVersionStore } from './item-versions.js';
import type { CatalogCache, Reload } from './catalog-cache.js';
import { hashIn, type CatalogDocument } from './catalog-document.js';
import { CatalogList, type CatalogRow, type ListOwner, type PageAsked } from './catalog-list.js';

const nowAsText = { $dateToString: { date: '$$NOW', format: '%Y-%m-%dT%H:%M:%S.%LZ' } };

/** Fields of an item to set, by their paths. */
interface Note {
  readonly key: string;
  readonly set: Readonly<Record<string, unknown>>;
}

/** Batched round trips, of all tenants of the process: a burst over hundreds of campaigns reads them together. */
export interface CatalogBatching<T> {
  readonly read: (key: string) => Promise<CatalogDocument<T> | undefined>;
  readonly note: WriteOne<Note>;
}

export function catalogBatching<T>(
  writer: BulkWriter,
  collection: Collection<CatalogDocument<T>>,
): CatalogBatching<T> {
  const statements = (notes: readonly Note[]) =>
    notes.map(({ key, set }, place) => ({
      write: { updateOne: { filter: { _id: key }, update: { $set: set } } },
      of: [place],
    }));
  return {
    read: batchedRead(collection),
    note: commitOf(writer, statementPhase(collection, statements), { sendsAgain: true }),
  };
}

/** Makes a change of `who` as one outside any plan, which makes `version`; `line` says what it did. */
export type ChangeOutside = <R>(
  who: StoredPerson,
  change: (version: number) => Promise<R>,
  line: (result: R) => string | undefined,
) => Promise<R>;

/** Whose items a catalog has, of what kind, and how they are changed outside a plan. */
export interface CatalogOwner extends ListOwner {
  readonly kind: string;
  readonly outside: ChangeOutside;
  /** Keeps what an item was before a change outside a plan. */
  readonly history: Pick<ItemVersionStore, 'keep' | 'takeBack'>;
  readonly now: () => Date;
}

/** Fields of an item; undefined is none. */
type Fields<T> = { readonly [K in keyof T]?: T[K] | undefined };

/** One kind of catalog items of one tenant. */
export class Catalog<T extends object> {
  readonly #collection: Collection<CatalogDocument<T>>;
  readonly #batching: CatalogBatching<T>;
  readonly #cache: CatalogCache<T>;
  readonly #tenantId: string;
  readonly #owner: CatalogOwner;
  readonly #reload: Reload<T>;
  readonly #list: CatalogList<T>;

  constructor(
    collection: Collection<CatalogDocument<T>>,
    batching: CatalogBatching<T>,
    cache: CatalogCache<T>,
    owner: CatalogOwner,
  ) {
    this.#collection = collection;
    this.#batching = batching;
    this.#cache = cache;
    this.#tenantId = owner.tenantId;
    this.#owner = owner;
    this.#list = new CatalogList(collection, owner);
    this.#reload = {
      one: async (key) => (await batching.read(key))?.item,
      all: () => this.all(),
    };
  }

  /** The item as it is now. */
  async find(id: string): Promise<T | undefined> {
    return (await this.findNamed(id))?.item;
  }

  /** The same with its hash, if that is stored. */
  async findNamed(id: string): Promise<{ readonly item: T; readonly hash: string | undefined } | undefined> {
    const document = await this.#collection.findOne({ _id: keyOf(this.#tenantId, id) } as never);
    return document ? { item: document.item, hash: hashIn(document) } : undefined;
  }

  /** The item as it was at most {@link CATALOG_STALENESS_MS} ago. */
  cached(id: string): Promise<T | undefined> {
    const key = keyOf(this.#tenantId, id);
    return this.#cache.one(key, () => this.#reload.one(key));
  }

  /**
   * Starts to reload the recently used items that have expired, in one round trip, for a caller that will soon need
   * them. Nothing waits for it, and a repeated call shortly after does nothing.
   */
  readAhead(): void {
    this.#cache.readAhead(this.#reload);
  }

  /** All items of this kind, by id; `leaveOut` names a field that is not read. */
  async all(leaveOut?: string): Promise<readonly T[]> {
    const projection = leaveOut === undefined ? {} : { [`item.${leaveOut}`]: 0 };
    const found = await this.#collection
      .find({ _id: keyRange(`${this.#tenantId}/`) } as never, { projection })
      .toArray();
    return found.map((document) => document.item);
  }

  /** At most `limit` items, by id: those whose id or name contains `search`, in any letter case. */
  async page(asked: PageAsked, limit: number): Promise<readonly T[]> {
    return (await this.#list.page(asked, limit)).map(({ item }) => item);
  }

  /** The same as rows of a list: an item is read whole only to store its hash, which `hashOf` computes, once. */
  rows(asked: PageAsked, limit: number, hashOf: (item: T) => string): Promise<readonly CatalogRow<T>[]> {
    return this.#list.rows(asked, limit, hashOf);
  }

  /** All items of this kind as they were at most {@link CATALOG_STALENESS_MS} ago. */
  allCached(): Promise<readonly T[]> {
    return this.#cache.all(this.#tenantId, () => this.all());
  }

  /** What the item was before the plan that makes `version` writes it; undefined if this plan, or a later one, has. */
  async beforePlan(id: string, version: number): Promise<{ readonly item: T | undefined } | undefined> {
    const found = await this.#collection.findOne({ _id: keyOf(this.#tenantId, id) } as never);
    return (found?.plan ?? -1) >= version ? undefined : { item: found?.item };
  }

  /**
   * Writes the item, new or not, as part of the plan that made `version`: once, however often it is repeated, so that a
   * later change is not undone. The request that added it still recognises it as its own. When it replaces an item,
   * `updatedAt` becomes the database's time, which separates the decisions made before the change from those after it.
   * `hash` names what is written.
   */
  async putPlanned(id: string, item: T, version: number, hash?: string): Promise<void> {
    const _id = keyOf(this.#tenantId, id);
    const isNew = { $eq: [{ $type: '$item' }, 'missing'] };
    // When a campaign last received a lead is noted outside plans.
    const noted = 'campaignId' in item ? { lastLeadReceivedAt: '$item.lastLeadReceivedAt' } : {};
    const kept = 'updatedAt' in item ? { $cond: [isNew, {}, { ...noted, updatedAt: nowAsText }] } : noted;
    const set = {
      tenantId: this.#tenantId,
      item: { $mergeObjects: [{ $literal: item }, kept] },
      plan: version,
    };
    const named = hash === undefined ? '$$REMOVE' : { of: hash, plan: version, updatedAt: '$item.updatedAt' };
    await this.#collection
      .updateOne(
        { _id, plan: { $not: { $gte: version } } },
        [{ $set: set }, { $set: { hash: named } }] as never,
        {
          upsert: true,
        },
      )
      .catch((error: unknown) => {
        // The upsert met the item, which this plan, or a later one, has written.
        if (!isDuplicateKey(error)) throw error;
      });
    this.#cache.forget(_id, this.#tenantId);
  }

  /**
   * Writes the item unless the id is taken, and returns the stored one; undefined if another request added it. `by`
   * identifies the request that adds it, so that the request recognises its own item when it continues after a crash;
   * `who` is whom its history names.
   */
  async add(id: string, item: T, by: string, who = A_REQUEST): Promise<T | undefined> {
    const add = () => this.#add(id, item, by);
    return this.#changed({ id, isNew: true, who }, add, 'new');
  }

  async #add(id: string, item: T, by: string): Promise<T | undefined> {
    const _id = keyOf(this.#tenantId, id);
    const result = await this.#collection.updateOne(
      { _id },
      { $setOnInsert: { tenantId: this.#tenantId, item, by } },
      { upsert: true },
    );
    this.#cache.forget(_id, this.#tenantId);
    if (result.upsertedCount === 1) return item;
    const own = await this.#collection.findOne({ _id, by } as never);
    return own?.item;
  }

  /** Sets fields on which no decision depends, and which caches may therefore show late. */
  async note(id: string, fields: { readonly [K in keyof T]?: T[K] }): Promise<void> {
    const set = Object.fromEntries(Object.entries(fields).map(([field, value]) => [`item.${field}`, value]));
    await this.#batching.note({ key: keyOf(this.#tenantId, id), set });
  }

  /**
   * Changes fields of the item; a field set to `undefined` is removed. Undefined if there is no such item. `who` is whom
   * its history names.
   */
  async change(id: string, changes: Fields<T>, who = A_REQUEST): Promise<T | undefined> {
    const names = Object.keys(changes).filter((name) => name !== 'updatedAt');
    const change = () => this.#change(id, changes);
    return this.#changed({ id, isNew: false, who }, change, `changed (${names.join(', ')})`);
  }

  // What the item was is written before. Of a change that was not made nothing is left, unless the process dies.
  #changed(
    { id, isNew, who }: { readonly id: string; readonly isNew: boolean; readonly who: StoredPerson },
    change: () => Promise<T | undefined>,
    did: string,
  ): Promise<T | undefined> {
    const { outside, history, section, kind, now } = this.#owner;
    return outside(
      who,
      async (version) => {
        const before = await this.find(id);
        const isKept = (before === undefined) === isNew;
        const made = { version, at: now(), ...who, way: 'interface' } as const;
        if (isKept) await history.keep({ section, id }, made, before);
        const result = await change();
        if (isKept && result === undefined) await history.takeBack({ section, id }, version);
        return result;
      },
      (result) => result && `${kind} ${id}: ${did}`,
    );
  }

  async #change(id: string, changes: Fields<T>): Promise<T | undefined> {
    const _id = keyOf(this.#tenantId, id);
    const set = Object.entries(changes).filter(([, value]) => value !== undefined);
    const unset = Object.entries(changes).flatMap(([field, value]) => (value === undefined ? [field] : []));
    const changed = await this.#collection.findOneAndUpdate(
      { _id },
      {
        ...(set.length > 0 && {
          $set: Object.fromEntries(set.map(([field, value]) => [`item.${field}`, value])),
        }),
        $unset: { hash: '', ...Object.fromEntries(unset.map((field) => [`item.${field}`, ''])) },
      } as never,
      { returnDocument: 'after' },
    );
    this.#cache.forget(_id, this.#tenantId);
    return changed?.item;
  }
}
