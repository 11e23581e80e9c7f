/**
 * The history of a tenant's items: with each write, what the item was before. An entry is written before the item, once.
 * Forms and files write both as a part of a plan, which whoever comes next finishes: either both are made or none. A
 * request of the interface writes outside plans: if its process dies in between, the entry of a change that was not made
 * stays, with the item as it still is; and of two requests at once, both may have kept the same item.
 */
import type { ChangeWay, ItemSection } from '@sluice/contracts';
import { BSON, type Collection } from 'mongodb';
import { isDuplicateKey } from '../driver/duplicate-key.js';
import { keyRange } from '../driver/keys.js';
import type { StoredPerson } from '../operators/stored-person.js';

/** Who changed something, and how. */
export interface ChangedBy extends StoredPerson {
  readonly way: ChangeWay;
}

/** A change of an item. */
export interface ItemChange extends ChangedBy {
  /** The version of the configuration that it made. */
  readonly version: number;
  readonly at: Date;
}

/** An entry as stored, under tenant, section, id of the item and version. */
export interface ItemVersionDocument extends ItemChange {
  readonly _id: string;
  readonly tenantId: string;
  /** The item before, in the form in which it is stored; null if the change added it, or if it is too large to keep. */
  readonly item: object | null;
  /** The size of the item. */
  readonly bytes: number;
}

/** Which item. */
export interface ItemName {
  readonly section: ItemSection;
  readonly id: string;
}

const KEPT = 50;
const MOST_BYTES = 10 * 1024 * 1024;

/** The history of the items of one tenant. */
export class ItemVersionStore {
  readonly #versions: Collection<ItemVersionDocument>;
  readonly #tenantId: string;

  constructor(versions: Collection<ItemVersionDocument>, tenantId: string) {
    this.#versions = versions;
    this.#tenantId = tenantId;
  }

  /** Keeps what an item was before a change; what is kept already stays. Entries beyond the bounds go. */
  async keep(name: ItemName, change: ItemChange, before: object | undefined): Promise<void> {
    const bytes = before === undefined ? 0 : BSON.calculateObjectSize(before, { ignoreUndefined: true });
    const item = before !== undefined && bytes <= MOST_BYTES ? before : null;
    const { version, at, by, byMember, way } = change;
    await this.#versions
      .insertOne({
        _id: this.#key(name, version),
        tenantId: this.#tenantId,
        version,
        at,
        by,
        ...(byMember && { byMember }),
        way,
        item,
        bytes: item === null ? 0 : bytes,
      })
      .catch((error: unknown) => {
        if (!isDuplicateKey(error)) throw error;
      });
    await this.#removeBeyond(name);
  }

  /** Takes back the entry of a change that was not made. */
  async takeBack(name: ItemName, version: number): Promise<void> {
    await this.#versions.deleteOne({ _id: this.#key(name, version) });
  }

  /** The changes of an item, the newest first. */
  async list(name: ItemName): Promise<readonly (ItemChange & Pick<ItemVersionDocument, 'bytes'>)[]> {
    const found = await this.#versions
      .find({ _id: keyRange(this.#key(name, '')) }, { projection: { item: 0 } })
      .toArray();
    return found.sort((a, b) => b.version - a.version);
  }

  /** A change with the item before it. */
  async find(name: ItemName, version: number): Promise<ItemVersionDocument | undefined> {
    return (await this.#versions.findOne({ _id: this.#key(name, version) })) ?? undefined;
  }

  // Sections and ids of items have no slash; one in an asked id leads to no entry, and never to another tenant.
  #key({ section, id }: ItemName, version: number | ''): string {
    return `${this.#tenantId}/${section}/${id}/${version}`;
  }

  async #removeBeyond(name: ItemName): Promise<void> {
    let bytes = 0;
    const beyond = (await this.list(name)).filter((entry, place) => {
      bytes += entry.bytes;
      return place >= KEPT || bytes > MOST_BYTES;
    });
    if (beyond.length === 0) return;
    await this.#versions.deleteMany({ _id: { $in: beyond.map(({ version }) => this.#key(name, version)) } });
  }
}
