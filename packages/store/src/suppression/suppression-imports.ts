/**
 * Imports of files into suppression lists. Ten thousand values touch nearly as many documents, so the parts are kept as
 * they come, by the beginning of their entries, and are merged beginning by beginning once all are there. An import that
 * replaces a list builds its next version, which one update makes the one that counts.
 */
import { groupBy } from '@sluice/concurrency';
import type { Collection } from 'mongodb';
import { setTimeout as pause } from 'node:timers/promises';
import { KNOWN_EVERYWHERE_MS } from '../configuration/catalog-cache.js';
import { keyOf, keyRange } from '../driver/keys.js';
import { unseal, type SealingKey } from '../tenants/sealing.js';
import { ListEntries } from './list-entries.js';
import { entryOf, packed, unpacked, type EntriesDocument } from './packed.js';
import { newKey, type SuppressionImport, type SuppressionStateDocument } from './suppression-store.js';

const LEASE_MS = 60_000;
/** Parts are kept by the first byte, less its two last bits. */
const SLICES = 64;
const sliceOf = (entry: Buffer) => (entry[0] as number) >> 2;
const name = (slice: number) => slice.toString().padStart(2, '0');

/**
 * How an import ends: `more` if it takes another call, `gone` if another one has the list by now, `empty` if it would
 * have replaced the list by nothing.
 */
export type Finished =
  | { readonly kind: 'more' }
  | { readonly kind: 'gone' }
  | { readonly kind: 'empty' }
  | ({ readonly kind: 'done' } & Omit<SuppressionImport, 'invalid'>);

type State = SuppressionStateDocument;
type Lease = NonNullable<State['lease']>;

/** Imports into the lists of one tenant. */
export class SuppressionImports {
  readonly #states: Collection<State>;
  readonly #entries: Collection<EntriesDocument>;
  readonly #tenantId: string;
  readonly #list: ListEntries;

  constructor(
    of: { readonly states: Collection<State>; readonly entries: Collection<EntriesDocument> },
    tenantId: string,
  ) {
    this.#states = of.states;
    this.#entries = of.entries;
    this.#tenantId = tenantId;
    this.#list = new ListEntries(of.entries, tenantId);
  }

  /** Begins an import; false if another one is under way. */
  async begin(
    listId: string,
    {
      id,
      replaces,
      keys,
      now,
    }: Pick<Lease, 'id' | 'replaces'> & {
      readonly keys: readonly SealingKey[];
      readonly now: Date;
    },
  ): Promise<boolean> {
    const _id = keyOf(this.#tenantId, listId);
    const key = newKey(keys);
    await this.#list.mark(listId, 0);
    await this.#states.updateOne(
      { _id },
      { $setOnInsert: { tenantId: this.#tenantId, key, version: 0, entries: 0 } },
      { upsert: true },
    );
    const free = { _id, $or: [{ lease: { $exists: false } }, { 'lease.until': { $lte: now } }] };
    const lease = { id, replaces, until: leased(now), key: newKey(keys), before: 0 };
    const state = await this.#states.findOneAndUpdate(free, { $set: { lease } }, { returnDocument: 'after' });
    if (!state) return false;
    // What an interrupted import, or the version before, has left. That of version 0 was made again just now.
    const { $gte, $lt } = keyRange(keyOf(this.#tenantId, `${listId}.`));
    const current = keyRange(this.#list.key(listId, state.version));
    await this.#entries.deleteMany({ _id: { $gte, $lt: current.$gte } });
    await this.#entries.deleteMany({ _id: { $gte: current.$lt, $lt } });
    const before = replaces ? 0 : await this.#list.count(listId, state.version);
    await this.#states.updateOne({ _id, 'lease.id': id }, { $set: { 'lease.before': before } });
    return true;
  }

  /** Keeps a part; false if the import is no longer under way. */
  async add(
    listId: string,
    id: string,
    {
      part,
      forms,
      keys,
      now,
    }: {
      readonly part: number;
      readonly forms: readonly string[];
      readonly keys: readonly SealingKey[];
      readonly now: Date;
    },
  ): Promise<boolean> {
    const state = await this.#renew(listId, id, now);
    if (!state?.lease) return false;
    const key = Buffer.from(unseal(state.lease.replaces ? state.lease.key : state.key, keys), 'base64');
    const slices = groupBy(
      forms.map((form) => entryOf(key, form)),
      sliceOf,
    );
    if (slices.size === 0) return true;
    await this.#entries.bulkWrite(
      [...slices].map(([slice, entries]) => ({
        replaceOne: {
          filter: { _id: this.#partKey(listId, id, `${name(slice)}.${part}`) },
          replacement: { tenantId: this.#tenantId, packed: packed(entries) },
          upsert: true,
        },
      })),
      { ordered: false },
    );
    return true;
  }

  /** Lists what was kept, for about `forMs`; repeated until it is done. */
  async finish(
    listId: string,
    id: string,
    {
      valid,
      invalid,
      clock,
      forMs,
    }: {
      readonly valid: number;
      readonly invalid: number;
      readonly clock: () => Date;
      readonly forMs: number;
    },
  ): Promise<Finished> {
    const until = performance.now() + forMs;
    for (let slice = 0; slice < SLICES; slice += 1) {
      if (performance.now() > until) return { kind: 'more' };
      const state = await this.#renew(listId, id, clock());
      if (!state?.lease) return { kind: 'gone' };
      await this.#mergeSlice(listId, id, slice, versionOf(state));
    }
    const state = await this.#renew(listId, id, clock());
    if (!state?.lease) return { kind: 'gone' };
    const { before, replaces } = state.lease;
    const version = versionOf(state);
    await this.#list.mark(listId, version);
    const entries = await this.#list.count(listId, version);
    // A file without values is a wrong file, and everybody on the list would be sold.
    if (replaces && entries === 0) {
      const dropped = await this.#states.updateOne(
        { _id: state._id, 'lease.id': id },
        { $unset: { lease: '' } },
      );
      return { kind: dropped.matchedCount === 0 ? 'gone' : 'empty' };
    }
    const accepted = Math.max(0, entries - before);
    const counts = { accepted, duplicate: Math.max(0, valid - accepted), invalid };
    // The key is taken as it is stored now: it may have been encrypted anew since the lease was read.
    const ends = { entries, version, ...(replaces && { key: '$lease.key' }) };
    const { matchedCount } = await this.#states.updateOne({ _id: state._id, 'lease.id': id }, [
      { $set: { ...ends, lastImport: { ...counts, at: clock() } } },
      { $unset: 'lease' },
    ]);
    if (matchedCount === 0) return { kind: 'gone' };
    if (replaces) await this.#remove(listId, state.version);
    return { kind: 'done', accepted: counts.accepted, duplicate: counts.duplicate };
  }

  // Who read the state before finds the marker gone, and reads it again.
  async #remove(listId: string, version: number): Promise<void> {
    await this.#entries.deleteOne({ _id: this.#list.key(listId, version) });
    await pause(KNOWN_EVERYWHERE_MS);
    await this.#entries.deleteMany({ _id: keyRange(this.#list.key(listId, version)) });
  }

  async #mergeSlice(listId: string, id: string, slice: number, version: number): Promise<void> {
    const parts = keyRange(this.#partKey(listId, id, `${name(slice)}.`));
    const added: Buffer[] = [];
    for await (const part of this.#entries.find({ _id: parts })) added.push(...unpacked(part.packed));
    if (added.length === 0) return;
    await this.#list.merge(listId, version, added, 'add');
    await this.#entries.deleteMany({ _id: parts });
  }

  async #renew(listId: string, id: string, now: Date): Promise<State | undefined> {
    const _id = keyOf(this.#tenantId, listId);
    const update = { $set: { 'lease.until': leased(now) } };
    const state = await this.#states.findOneAndUpdate({ _id, 'lease.id': id }, update);
    return state ?? undefined;
  }

  #partKey(listId: string, id: string, part: string): string {
    return keyOf(this.#tenantId, `${listId}.part.${id}.${part}`);
  }
}

function leased(now: Date): Date {
  return new Date(now.getTime() + LEASE_MS);
}

// The version that the import writes.
function versionOf({ version, lease }: State): number {
  return lease?.replaces ? version + 1 : version;
}
