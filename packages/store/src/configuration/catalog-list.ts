/** Pages and lists of the items of a catalog. */
import type { Collection } from 'mongodb';
import { keyOf, keyRange } from '../driver/keys.js';
import { hashIn, type CatalogDocument } from './catalog-document.js';
import type { ItemKind } from './planned-write.js';

const same = (read: unknown) => (read === undefined ? { $exists: false } : { $eq: read });

const inUse = { 'item.archivedAt': null };
/** The items in use; a field that is not active is as good as archived. */
const fieldsInUse = { 'item.active': { $ne: false } };

/** The index by which items are searched by the field that names them. */
export function searchedBy(name: string): Readonly<Record<string, 1>> {
  return { _id: 1, [`item.${name}`]: 1 };
}

/** Which page of a catalog. */
export interface PageAsked {
  readonly search?: string | undefined;
  /** The id that the page begins after. */
  readonly after?: string | undefined;
  /** Whether archived items are left out. */
  readonly inUse?: boolean | undefined;
}

/** An item as a list shows it. */
export interface CatalogRow<T> {
  readonly id: string;
  /** Its name, and whether it is in use. */
  readonly item: Partial<T>;
  readonly hash: string;
}

/** Whose items are listed, and of what kind. */
export interface ListOwner {
  readonly tenantId: string;
  /** The field by which people call an item; null if it has only its id. */
  readonly name: string | null;
  readonly section: ItemKind;
}

/** The lists of one kind of items of one tenant. */
export class CatalogList<T extends object> {
  readonly #collection: Collection<CatalogDocument<T>>;
  readonly #tenantId: string;
  readonly #owner: ListOwner;

  constructor(collection: Collection<CatalogDocument<T>>, owner: ListOwner) {
    this.#collection = collection;
    this.#tenantId = owner.tenantId;
    this.#owner = owner;
  }

  /** At most `limit` documents, by id: of all those whose id or name contains `search`, in any letter case. */
  async page(
    { search = '', after, inUse: onlyInUse }: PageAsked,
    limit: number,
    projection: Readonly<Record<string, 1>> = {},
  ): Promise<readonly CatalogDocument<T>[]> {
    const { $gte, $lt } = keyRange(`${this.#tenantId}/`);
    const _id = after === undefined ? { $gte, $lt } : { $gt: keyOf(this.#tenantId, after), $lt };
    const first = (filter: object, hint: Readonly<Record<string, 1>>) =>
      this.#collection
        .find({
          ...filter,
          ...(onlyInUse && (this.#owner.section === 'fieldLibrary' ? fieldsInUse : inUse)),
        } as never)
        .sort({ _id: 1 })
        .limit(limit)
        .hint(hint)
        .project<CatalogDocument<T>>(projection)
        .toArray();
    if (search === '') return first({ _id }, { _id: 1 });
    const { name } = this.#owner;
    const literal = search.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
    // Apart, because the database would read every item for the question whether the one or the other contains it.
    const [byId, byName] = await Promise.all([
      first({ _id: { ..._id, $regex: `^[^/]*/.*${literal}`, $options: 'i' } }, { _id: 1 }),
      name === null
        ? []
        : first({ _id, [`item.${name}`]: { $regex: literal, $options: 'i' } }, searchedBy(name)),
    ]);
    const found = new Map([...byId, ...byName].map((document) => [document._id, document]));
    return [...found.values()].sort((a, b) => (a._id < b._id ? -1 : 1)).slice(0, limit);
  }

  /**
   * The same as rows of a list, without reading what may be large: an item is read whole only to store its hash, which
   * `hashOf` computes, once.
   */
  async rows(
    asked: PageAsked,
    limit: number,
    hashOf: (item: T) => string,
  ): Promise<readonly CatalogRow<T>[]> {
    const { name } = this.#owner;
    const shown = ['archivedAt', 'active', 'updatedAt', ...(name === null ? [] : [name])];
    const fields = ['hash', 'plan', ...shown.map((field) => `item.${field}`)];
    const found = await this.page(asked, limit, Object.fromEntries(fields.map((field) => [field, 1])));
    const unknown = found.filter((document) => hashIn(document) === undefined).map(({ _id }) => _id);
    const hashed = unknown.length === 0 ? undefined : await this.#storeHashes(unknown, hashOf);
    return found.flatMap((document) => {
      const { _id, item } = document;
      const hash = hashIn(document) ?? hashed?.get(_id);
      return hash === undefined ? [] : [{ id: _id.slice(this.#tenantId.length + 1), item, hash }];
    });
  }

  // Of an item that is changed meanwhile nothing is stored. One after another, because each may be large.
  async #storeHashes(keys: readonly string[], hashOf: (item: T) => string): Promise<Map<string, string>> {
    const hashes = new Map<string, string>();
    for await (const { _id, item, plan, hash } of this.#collection.find({ _id: { $in: keys } } as never)) {
      const of = hashOf(item);
      hashes.set(_id, of);
      const { updatedAt } = item as { readonly updatedAt?: string };
      const asRead = { _id, plan: same(plan), hash: same(hash), 'item.updatedAt': same(updatedAt) };
      const known = {
        of,
        ...(plan !== undefined && { plan }),
        ...(updatedAt !== undefined && { updatedAt }),
      };
      await this.#collection.updateOne(asRead as never, { $set: { hash: known } });
    }
    return hashes;
  }
}
