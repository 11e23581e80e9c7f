/**
 * API keys: only the hash is stored. The lookup by hash is how a request finds its tenant (§5), so it is one of the
 * few entrances without a tenant.
 */
import { hash } from 'node:crypto';
import type { Collection } from 'mongodb';
import { TtlCache } from './ttl-cache.js';

/** A key as stored, under the SHA-256 of its value. */
export interface ApiKeyDocument {
  readonly _id: string;
  readonly tenantId: string;
  /** The first 8 characters of the key, for people to recognise it by. */
  readonly prefix: string;
  readonly name: string;
  readonly createdAt: Date;
  readonly lastUsedAt?: Date;
  readonly revokedAt?: Date;
  readonly expiresAt?: Date;
}

/** A key as people see it. */
export type ApiKey = Omit<ApiKeyDocument, '_id'>;

/** Whom a valid key speaks for. */
export interface KeyHolder {
  readonly tenantId: string;
  readonly prefix: string;
  readonly name: string;
}

/** A revoked key stops working everywhere within this time (plus one lookup). */
const KEY_STALENESS_MS = 3_000;
const USE_NOTED_EVERY_MS = 60_000;

// The hash under which a key is stored.
function hashKey(key: string): string {
  return hash('sha256', key, 'hex');
}

/** Keys of every tenant. */
export class ApiKeyStore {
  readonly #keys: Collection<ApiKeyDocument>;
  readonly #cache = new TtlCache<ApiKeyDocument | null>(KEY_STALENESS_MS, (found) => found !== null);
  /** When each key's use was last written down by this process. */
  readonly #noted = new Map<string, number>();

  constructor(collection: Collection<ApiKeyDocument>) {
    this.#keys = collection;
  }

  /** Whom `key` speaks for at `now`, or undefined when it is unknown, revoked or expired. */
  async holderOf(key: string, now: Date): Promise<KeyHolder | undefined> {
    const _id = hashKey(key);
    const document = await this.#cache.get(_id, () => this.#keys.findOne({ _id }));
    if (!document || document.revokedAt || (document.expiresAt && document.expiresAt <= now))
      return undefined;
    this.#noteUse(document, now);
    return { tenantId: document.tenantId, prefix: document.prefix, name: document.name };
  }

  async add(key: string, { tenantId, name, createdAt, expiresAt }: Omit<ApiKey, 'prefix'>): Promise<ApiKey> {
    const document = {
      _id: hashKey(key),
      tenantId,
      prefix: key.slice(0, 8),
      name,
      createdAt,
      ...(expiresAt && { expiresAt }),
    };
    await this.#keys.insertOne(document);
    const { _id, ...seen } = document;
    return seen;
  }

  async list(tenantId: string): Promise<readonly ApiKey[]> {
    return this.#keys
      .find({ tenantId }, { projection: { _id: 0 } })
      .sort({ createdAt: 1 })
      .toArray();
  }

  /** Revokes the tenant's keys that begin with `prefix`, and says how many were revoked. */
  async revoke(tenantId: string, prefix: string, now: Date): Promise<number> {
    const result = await this.#keys.updateMany(
      { tenantId, prefix, revokedAt: { $exists: false } },
      { $set: { revokedAt: now } },
    );
    return result.modifiedCount;
  }

  #noteUse({ _id, lastUsedAt }: ApiKeyDocument, now: Date): void {
    const noted = this.#noted.get(_id) ?? lastUsedAt?.getTime() ?? 0;
    if (now.getTime() - noted < USE_NOTED_EVERY_MS) return;
    this.#noted.set(_id, now.getTime());
    // Best effort: a use that is not noted does no harm.
    void this.#keys.updateOne({ _id }, { $set: { lastUsedAt: now } }).catch(() => undefined);
  }
}
