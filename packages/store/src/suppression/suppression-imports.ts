/**
 * Imports of files into suppression lists. Ten thousand values touch nearly as many documents, so the parts are kept as
 * they come, by the beginning of their entries, and are merged once all are there, beginning by beginning, some hundred
 * thousand entries together. An import that
 * replaces a list builds its next version, which one update makes the one that counts.
 */
import { Binary, type Collection } from 'mongodb';
import { setTimeout as pause } from 'node:timers/promises';
import { KNOWN_EVERYWHERE_MS } from '../configuration/catalog-cache.js';
import { keyOf, keyRange } from '../driver/keys.js';
import { unseal, type SealingKey } from '../tenants/sealing.js';
import { ListEntries } from './list-entries.js';
import { bytesOf, countOf, entriesOf, grouped, type EntriesDocument } from './packed.js';
import { newKey, type SuppressionImport, type SuppressionStateDocument } from './suppression-store.js';

const LEASE_MS = 60_000;
/** Parts are kept by the first byte, less its two last bits; two digits of it are in their keys. */
const sliceOf = (firstTwo: number) => firstTwo >> 10;
/** At least so many entries are merged together, if there are as many, and always whole slices. */
const MERGED_TOGETHER = 100_000;
/** Without a number, sixteen megabytes come at once. */
const PARTS_READ_TOGETHER = 200;

/**
 * How an import ends: `more` if it takes another call, `gone` if another one has the list by now, `empty` if it would
 * have replaced the list by nothing.
 */
export type Finished =
  | { readonly kind: 'more' }
  | { readonly kind: 'gone' }
  | { readonly kind: 'empty' }
  | ({ readonly kind: 'done' } & Omit<SuppressionImport, 'invalid'>);

/** How many values of the file can be listed and how many cannot, by which clock, and how long a call may take. */
interface Finishing {
  readonly valid: number;
  readonly invalid: number;
  readonly clock: () => Date;
  readonly forMs: number;
}

/** The keys that open those of lists, and when. */
interface Opening {
  readonly keys: readonly SealingKey[];
  readonly now: Date;
}

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
    { id, replaces, keys, now }: Pick<Lease, 'id' | 'replaces'> & Opening,
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
    { part, forms, keys, now }: Opening & { readonly part: number; readonly forms: readonly string[] },
  ): Promise<boolean> {
    const state = await this.#renew(listId, id, now);
    if (!state?.lease) return false;
    const key = Buffer.from(unseal(state.lease.replaces ? state.lease.key : state.key, keys), 'base64');
    const slices = grouped(entriesOf(key, forms), sliceOf);
    if (slices.size === 0) return true;
    await this.#entries.bulkWrite(
      [...slices].map(([slice, entries]) => ({
        replaceOne: {
          filter: { _id: this.#partKey(listId, id, `${String(slice).padStart(2, '0')}.${part}`) },
          replacement: { tenantId: this.#tenantId, packed: new Binary(entries) },
          upsert: true,
        },
      })),
      { ordered: false },
    );
    return true;
  }

  /** Lists what was kept, for about `forMs`; repeated until it is done. */
  async finish(listId: string, id: string, { valid, invalid, clock, forMs }: Finishing): Promise<Finished> {
    const until = performance.now() + forMs;
    for await (const parts of this.#parts(listId, id)) {
      const state = await this.#renew(listId, id, clock());
      if (!state?.lease) return { kind: 'gone' };
      await this.#list.merge(listId, versionOf(state), parts.entries, 'add');
      await this.#entries.deleteMany({ _id: { $gte: parts.first, $lte: parts.last } });
      if (performance.now() > until) return { kind: 'more' };
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

  // What was kept, in order, as much as is merged together at a time, with the keys between which it stands.
  async *#parts(listId: string, id: string): AsyncGenerator<Parts, void, undefined> {
    const slice = this.#partKey(listId, id, '00').length;
    let read: Part[] = [];
    let many = 0;
    const kept = this.#entries.find(
      { _id: keyRange(this.#partKey(listId, id, '')) },
      { sort: { _id: 1 }, batchSize: PARTS_READ_TOGETHER },
    );
    for await (const { _id, packed } of kept) {
      if (many >= MERGED_TOGETHER && read.at(-1)?._id.slice(0, slice) !== _id.slice(0, slice)) {
        yield together(read);
        [read, many] = [[], 0];
      }
      const entries = bytesOf(packed);
      read.push({ _id, entries });
      many += countOf(entries);
    }
    if (read.length > 0) yield together(read);
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

interface Part {
  readonly _id: string;
  readonly entries: Buffer;
}

interface Parts {
  readonly first: string;
  readonly last: string;
  readonly entries: Buffer;
}

function together(parts: readonly Part[]): Parts {
  const [first = '', last = ''] = [parts[0]?._id, parts.at(-1)?._id];
  return { first, last, entries: Buffer.concat(parts.map(({ entries }) => entries)) };
}

function leased(now: Date): Date {
  return new Date(now.getTime() + LEASE_MS);
}

// The version that the import writes.
function versionOf({ version, lease }: State): number {
  return lease?.replaces ? version + 1 : version;
}
