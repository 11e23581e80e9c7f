/**
 * Keys that identify programs: API keys, each of one tenant, and admin keys, of the installation or of a tenant. Only the
 * hash is stored.
 * The lookup by hash is how a request finds its tenant (§5), so it is one of the few entry points without a tenant.
 */
import type { AdminRole, Membership } from '@sluice/contracts';
import { LRUCache } from 'lru-cache';
import { hash } from 'node:crypto';
import type { Collection, Filter } from 'mongodb';
import type { DatabaseClock } from '../driver/clock.js';
import { isKey, type KeyKind } from './key-form.js';
import { BoundedLookup } from './bounded-lookup.js';

/** The database's time, by which keys expire. It is measured again while keys are read. */
export type KeyClock = Pick<DatabaseClock, 'now' | 'measure'>;

/** The stored fields of every key. */
interface KeyFacts {
  /** The first 8 characters of the key, by which people recognise it. */
  readonly prefix: string;
  readonly name: string;
  readonly createdAt: Date;
  readonly lastUsedAt?: Date;
  readonly revokedAt?: Date;
  readonly expiresAt?: Date;
}

/** An API key as operators see it. */
export interface ApiKey extends KeyFacts {
  readonly tenantId: string;
  /** The supplier whose key it is; absent if it is the tenant's own. */
  readonly supplierId?: string;
}

/** An admin key as operators see it. */
export interface AdminKey extends KeyFacts {
  /** Its role in the installation; absent if it is a key of a tenant. */
  readonly role?: AdminRole;
  /** Its place in the tenant whose key it is. */
  readonly member?: Membership;
}

/** A key as stored, under the SHA-256 of its value. */
export type StoredKey<Key extends KeyFacts> = Key & { readonly _id: string };

/** The tenant, or the supplier of it, that a valid API key acts for. */
export type KeyHolder = Pick<ApiKey, 'tenantId' | 'prefix' | 'name' | 'supplierId'>;

/** The holder of a valid admin key, and what it may do. */
export type AdminKeyHolder = Pick<AdminKey, 'role' | 'member' | 'prefix' | 'name'>;

/** A change of a key, its creation or revocation included, takes effect everywhere within this time, plus one read. */
const STALENESS_MS = 3_000;
const USE_NOTED_EVERY_MS = 60_000;
const MAX_NOTED = 10_000;

/** Whether a key works at `now`, and if not, why. */
export function keyState(
  { revokedAt, expiresAt }: Pick<KeyFacts, 'revokedAt' | 'expiresAt'>,
  now: Date,
): 'works' | 'revoked' | 'expired' {
  if (revokedAt) return 'revoked';
  return expiresAt && expiresAt <= now ? 'expired' : 'works';
}

// The hash under which a key is stored.
function hashKey(key: string): string {
  return hash('sha256', key, 'hex');
}

/** Keys of one kind, which expire by the database's clock. */
class KeyStore<Key extends KeyFacts> {
  readonly #kind: KeyKind;
  readonly #keys: Collection<StoredKey<Key>>;
  readonly #clock: KeyClock;
  readonly #lookup: BoundedLookup<StoredKey<Key>>;
  /** When this process last recorded the use of each key. */
  readonly #noted = new LRUCache<string, number>({ max: MAX_NOTED });

  constructor(kind: KeyKind, collection: Collection<StoredKey<Key>>, clock: KeyClock) {
    this.#kind = kind;
    this.#keys = collection;
    this.#clock = clock;
    this.#lookup = new BoundedLookup(STALENESS_MS, (hashes) => this.#read(hashes));
  }

  /**
   * The stored fields of `key`, or undefined if it is unknown, revoked or expired. What does not have the form of a key
   * is not looked up.
   */
  protected async working(key: string): Promise<Key | undefined> {
    if (!isKey(this.#kind, key)) return undefined;
    const hash = hashKey(key);
    const stored = await this.#lookup.find(hash);
    const now = this.#clock.now();
    const works = stored !== undefined && keyState(stored, now) === 'works';
    this.#lookup.note(hash, works);
    if (!works) return undefined;
    this.#noteUse(stored, now);
    return stored;
  }

  async add(key: string, facts: Omit<Key, 'prefix'>): Promise<Key> {
    if (!isKey(this.#kind, key)) throw new TypeError(`Only keys made by newKey('${this.#kind}') can work`);
    const seen = { ...facts, prefix: key.slice(0, 8) } as unknown as Key;
    const _id = hashKey(key);
    await this.#keys.insertOne({ _id, ...seen } as never);
    this.#lookup.forget(_id);
    return seen;
  }

  async #read(hashes: readonly string[]): Promise<readonly StoredKey<Key>[]> {
    const filter = { _id: { $in: hashes } } as unknown as Filter<StoredKey<Key>>;
    const [found] = await Promise.all([this.#keys.find(filter).toArray(), this.#keepTime()]);
    return found as unknown as readonly StoredKey<Key>[];
  }

  // Best effort: a time that was measured less recently is better than none.
  async #keepTime(): Promise<void> {
    await this.#clock.measure().catch(() => undefined);
  }

  protected async found(filter: object): Promise<readonly Key[]> {
    const found = this.#keys.find(filter as Filter<StoredKey<Key>>, { projection: { _id: 0 } });
    const [keys] = await Promise.all([found.sort({ createdAt: 1 }).toArray(), this.#keepTime()]);
    return keys as unknown as readonly Key[];
  }

  protected async revokeThose(filter: object, now: Date): Promise<number> {
    const working = { ...filter, revokedAt: { $exists: false } } as Filter<StoredKey<Key>>;
    const result = await this.#keys.updateMany(working, { $set: { revokedAt: now } } as never);
    return result.modifiedCount;
  }

  #noteUse({ _id, lastUsedAt }: StoredKey<Key>, now: Date): void {
    const noted = this.#noted.get(_id) ?? lastUsedAt?.getTime() ?? 0;
    if (now.getTime() - noted < USE_NOTED_EVERY_MS) return;
    this.#noted.set(_id, now.getTime());
    // Best effort: a use that is not recorded does no harm.
    const used = { $set: { lastUsedAt: now } } as never;
    void this.#keys.updateOne({ _id } as Filter<StoredKey<Key>>, used).catch(() => undefined);
  }
}

/** API keys of every tenant. */
export class ApiKeyStore extends KeyStore<ApiKey> {
  constructor(collection: Collection<StoredKey<ApiKey>>, clock: KeyClock) {
    super('slk_', collection, clock);
  }

  /** The holder of `key`, or undefined if it is unknown, revoked or expired. */
  async holderOf(key: string): Promise<KeyHolder | undefined> {
    const found = await this.working(key);
    if (!found) return undefined;
    const { tenantId, prefix, name, supplierId } = found;
    return { tenantId, prefix, name, ...(supplierId !== undefined && { supplierId }) };
  }

  /** The tenant's keys, oldest first. */
  async list(tenantId: string): Promise<readonly ApiKey[]> {
    return this.found({ tenantId });
  }

  /** Revokes the tenant's keys that start with `prefix`, and returns how many were revoked. */
  async revoke(tenantId: string, prefix: string, now: Date): Promise<number> {
    return this.revokeThose({ tenantId, prefix }, now);
  }
}

/** Admin keys, those of the installation and those of every tenant. */
export class AdminKeyStore extends KeyStore<AdminKey> {
  constructor(collection: Collection<StoredKey<AdminKey>>, clock: KeyClock) {
    super('sla_', collection, clock);
  }

  /** The holder of `key`, or undefined if it is unknown, revoked or expired. */
  async holderOf(key: string): Promise<AdminKeyHolder | undefined> {
    const found = await this.working(key);
    if (!found) return undefined;
    const { role, member, prefix, name } = found;
    return { role, member, prefix, name };
  }

  /** The keys of a tenant, or those of the installation, oldest first. */
  async list(tenantId?: string): Promise<readonly AdminKey[]> {
    return this.found(keysOf(tenantId));
  }

  /** Revokes those of them that start with `prefix`, and returns how many were revoked. */
  async revoke(prefix: string, now: Date, tenantId?: string): Promise<number> {
    return this.revokeThose({ ...keysOf(tenantId), prefix }, now);
  }
}

function keysOf(tenantId: string | undefined): object {
  return tenantId === undefined ? { member: { $exists: false } } : { 'member.tenantId': tenantId };
}
