/**
 * What is listed: looked up for every lead of a tenant that has lists, a batch of leads in all lists by one query. The
 * state of a list says which version of its entries counts, so that a list is replaced by one update.
 */
import type { Sealed } from '@sluice/contracts';
import type { Collection } from 'mongodb';
import { randomBytes } from 'node:crypto';
import { CATALOG_STALENESS_MS } from '../configuration/catalog-cache.js';
import { TtlCache } from '../configuration/ttl-cache.js';
import { isDuplicateKey } from '../driver/duplicate-key.js';
import { keyOf, keyRange } from '../driver/keys.js';
import { resealEach, type Resealed } from '../tenants/resealing.js';
import { firstOf, isUnknown } from '../tenants/sealed-parts.js';
import { seal, unseal, UnknownSealingKeyError, type SealingKey } from '../tenants/sealing.js';
import { ListEntries } from './list-entries.js';
import { entriesOf, entryOf, holds, prefixOf, type EntriesDocument } from './packed.js';

/** The state of a list, under `T/<list>`. */
export interface SuppressionStateDocument {
  readonly _id: string;
  readonly tenantId: string;
  /** Of its entries; a list that is replaced gets another one. */
  readonly key: Sealed;
  readonly version: number;
  readonly entries: number;
  readonly lastImport?: SuppressionImport & { readonly at: Date };
  /** Of the import under way. */
  readonly lease?: {
    readonly id: string;
    readonly until: Date;
    readonly replaces: boolean;
    readonly key: Sealed;
    readonly before: number;
  };
}

/** The counts of an import. */
export interface SuppressionImport {
  readonly accepted: number;
  readonly duplicate: number;
  readonly invalid: number;
}

/** What becomes of a change: `busy` while the list is replaced. */
export type Changed = { readonly kind: 'changed'; readonly by: number } | { readonly kind: 'busy' };

/** A value to look up in a list, in the list's form. */
export interface Probe {
  readonly listId: string;
  readonly form: string;
}

/** The collections of lists, and their reads of all tenants of the process. */
export interface SuppressionCollections {
  readonly states: Collection<SuppressionStateDocument>;
  readonly entries: Collection<EntriesDocument>;
  readonly read: (key: string) => Promise<EntriesDocument | undefined>;
}

/** A list is replaced at most once in the time of so many reads; one whose marker is gone even then has lost it. */
const ROUNDS = 3;

/** Suppression lists of one tenant. */
export class SuppressionStore {
  readonly #of: SuppressionCollections;
  readonly #tenantId: string;
  readonly #entries: ListEntries;
  readonly #cache = new TtlCache<ReadonlyMap<string, SuppressionStateDocument>>(CATALOG_STALENESS_MS);
  /** Keys by how they are sealed. */
  readonly #opened = new Map<string, Buffer>();

  constructor(collections: SuppressionCollections, tenantId: string) {
    this.#of = collections;
    this.#tenantId = tenantId;
    this.#entries = new ListEntries(collections.entries, tenantId);
  }

  /** The states of all lists that ever had an entry, by list. */
  async states(): Promise<ReadonlyMap<string, SuppressionStateDocument>> {
    const prefix = `${this.#tenantId}/`;
    const found = await this.#of.states.find({ _id: keyRange(prefix) }).toArray();
    return new Map(found.map((state) => [state._id.slice(prefix.length), state]));
  }

  /** Whether a list of this version has an entry, whatever its state counts. */
  async hasEntries(listId: string, { version }: Pick<SuppressionStateDocument, 'version'>): Promise<boolean> {
    const _id = keyRange(this.#entries.key(listId, version, ''));
    return (await this.#of.entries.findOne({ _id, n: { $gt: 0 } }, { projection: { _id: 1 } })) !== null;
  }

  /**
   * Which of these lists have the value. Throws an `UnknownSealingKeyError` if none of `keys` opens the key of one of
   * them, and an error if the entries of one are not there.
   */
  async listed(probes: readonly Probe[], keys: readonly SealingKey[]): Promise<ReadonlySet<string>> {
    for (let round = 1; ; round += 1) {
      const states = await this.#cache.get('', () => this.states());
      const asked = probes.flatMap(({ listId, form }) => {
        const state = states.get(listId);
        return state ? [{ listId, state, entry: entryOf(this.#open(state.key, keys), form) }] : [];
      });
      const found = await Promise.all(
        asked.map(async ({ listId, state, entry }) => {
          const [marker, document] = await Promise.all([
            this.#of.read(this.#entries.key(listId, state.version)),
            this.#of.read(this.#entries.key(listId, state.version, prefixOf(entry))),
          ]);
          return { listId, isThere: marker !== undefined, has: holds(document?.packed, entry) };
        }),
      );
      const without = found.find(({ isThere }) => !isThere);
      if (!without) return new Set(found.flatMap(({ listId, has }) => (has ? [listId] : [])));
      // The version was replaced since its state was read.
      this.#cache.forget('');
      // Nothing is sold unchecked, but whoever asks must hear of it.
      if (round === ROUNDS)
        throw new Error(`the entries of suppression list ${without.listId} are not there`);
    }
  }

  /** Adds values, or removes them; the list is made with its first one. */
  async change(
    listId: string,
    forms: readonly string[],
    how: 'add' | 'remove',
    keys: readonly SealingKey[],
    now: Date,
  ): Promise<Changed> {
    const state = await this.#made(listId, keys);
    if (state.lease?.replaces === true && state.lease.until > now) return { kind: 'busy' };
    const entries = entriesOf(this.#open(state.key, keys), forms);
    const by = await this.#entries.merge(listId, state.version, entries, how);
    const { matchedCount } = await this.#of.states.updateOne(
      {
        _id: keyOf(this.#tenantId, listId),
        version: state.version,
        $or: [{ 'lease.replaces': { $ne: true } }, { 'lease.until': { $lte: now } }],
      },
      { $inc: { entries: by } },
    );
    // Replaced meanwhile: what was changed is of the old version.
    return matchedCount === 1 ? { kind: 'changed', by: Math.abs(by) } : { kind: 'busy' };
  }

  /** Reseals the lists' keys with the first of `keys`. Repeatable. */
  async reseal(keys: readonly SealingKey[]): Promise<Resealed> {
    const things = [...(await this.states()).values()].flatMap(({ _id, key, lease }) => [
      { _id, path: 'key', sealed: key },
      ...(lease ? [{ _id, path: 'lease.key', sealed: lease.key }] : []),
    ]);
    const outcome = await resealEach(things, keys, ({ _id, path, sealed }, again) =>
      this.#of.states.updateOne({ _id, [`${path}.data`]: sealed.data }, { $set: { [path]: again } }),
    );
    this.#cache.forget('');
    return outcome;
  }

  /** The lists whose keys none of `keys` opens. */
  async unreadable(keys: readonly SealingKey[]): Promise<readonly string[]> {
    return [...(await this.states())].flatMap(([listId, { key }]) => (isUnknown(keys, key) ? [listId] : []));
  }

  // The marker comes first: a state without one is one that was replaced.
  async #made(listId: string, keys: readonly SealingKey[]): Promise<SuppressionStateDocument> {
    const _id = keyOf(this.#tenantId, listId);
    const known = await this.#of.states.findOne({ _id });
    if (known) return known;
    const state = { _id, tenantId: this.#tenantId, key: newKey(keys), version: 0, entries: 0 };
    await this.#entries.mark(listId, 0);
    await this.#of.states.insertOne(state).catch((error: unknown) => {
      if (!isDuplicateKey(error)) throw error;
    });
    this.#cache.forget('');
    return this.#made(listId, keys);
  }

  #open(sealed: Sealed, keys: readonly SealingKey[]): Buffer {
    if (isUnknown(keys, sealed)) throw new UnknownSealingKeyError(sealed.keyId);
    const known = this.#opened.get(sealed.data) ?? Buffer.from(unseal(sealed, keys), 'base64');
    this.#opened.set(sealed.data, known);
    return known;
  }
}

/** A new key, sealed with the first of `keys`. */
export function newKey(keys: readonly SealingKey[]): Sealed {
  return seal(randomBytes(32).toString('base64'), firstOf(keys));
}
