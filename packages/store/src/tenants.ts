/**
 * Tenants and their vendor credentials. Settings are read for every lead; credentials are kept sealed and opened
 * only by the worker that calls the vendor.
 */
import type { ProviderCredentials, Tenant } from '@sluice/contracts';
import type { Collection } from 'mongodb';
import { CATALOG_STALENESS_MS } from './catalog.js';
import { TtlCache } from './ttl-cache.js';
import { openSealed, seal, type Sealed, type SealingKey } from './sealing.js';

/** A tenant as stored. */
export interface TenantDocument extends Omit<Tenant, 'tenantId'> {
  readonly _id: string;
  readonly credentials?: Sealed;
  /** A change of the configuration was begun, and not everything that follows from it is done. */
  readonly changing?: boolean;
}

/** Tenants of the installation. */
export class TenantStore {
  readonly #tenants: Collection<TenantDocument>;
  readonly #cache = new TtlCache<Tenant | undefined>(
    CATALOG_STALENESS_MS,
    // A name from outside that belongs to no tenant takes no place.
    (found) => found !== undefined,
  );

  readonly #opened = new TtlCache<ProviderCredentials>(CATALOG_STALENESS_MS);

  constructor(collection: Collection<TenantDocument>) {
    this.#tenants = collection;
  }

  async find(tenantId: string): Promise<Tenant | undefined> {
    const document = await this.#tenants.findOne({ _id: tenantId }, { projection: { credentials: 0 } });
    return document ? tenantFrom(document) : undefined;
  }

  /** The tenant as it was at most {@link CATALOG_STALENESS_MS} ago. */
  async cached(tenantId: string): Promise<Tenant | undefined> {
    return this.#cache.get(tenantId, () => this.find(tenantId));
  }

  async all(): Promise<readonly Tenant[]> {
    const found = await this.#tenants
      .find({}, { projection: { credentials: 0 } })
      .sort({ _id: 1 })
      .toArray();
    return found.map(tenantFrom);
  }

  /** At most `limit` tenants by id, those after `after`. */
  async page(limit: number, after = ''): Promise<readonly Tenant[]> {
    const found = await this.#tenants
      .find({ _id: { $gt: after } }, { projection: { credentials: 0 } })
      .sort({ _id: 1 })
      .limit(limit)
      .toArray();
    return found.map(tenantFrom);
  }

  async put({ tenantId, ...tenant }: Tenant): Promise<void> {
    await this.#tenants.updateOne({ _id: tenantId }, { $set: tenant }, { upsert: true });
    this.#cache.forget(tenantId);
  }

  /** Notes that the tenant's configuration is about to change; of no effect on a tenant that does not exist yet. */
  async beginChange(tenantId: string): Promise<void> {
    await this.#tenants.updateOne({ _id: tenantId }, { $set: { changing: true } });
  }

  /** Whether a change was begun that has not ended: it goes on, or the process that made it died. */
  async isChanging(tenantId: string): Promise<boolean> {
    return (
      (await this.#tenants.findOne({ _id: tenantId, changing: true }, { projection: { _id: 1 } })) !== null
    );
  }

  /** Everything that follows from the change is done. */
  async endChange(tenantId: string): Promise<void> {
    await this.#tenants.updateOne({ _id: tenantId }, { $unset: { changing: '' } });
  }

  /** The tenant's vendor credentials; empty when none were written. */
  async credentials(tenantId: string, keys: readonly SealingKey[]): Promise<ProviderCredentials> {
    const document = await this.#tenants.findOne({ _id: tenantId }, { projection: { credentials: 1 } });
    if (!document?.credentials) return {};
    return JSON.parse(openSealed(document.credentials, keys)) as ProviderCredentials;
  }

  /** The tenant's vendor credentials as they were at most {@link CATALOG_STALENESS_MS} ago. */
  async cachedCredentials(tenantId: string, keys: readonly SealingKey[]): Promise<ProviderCredentials> {
    return this.#opened.get(tenantId, () => this.credentials(tenantId, keys));
  }

  /**
   * Seals the tenant's vendor credentials with the first of `keys` when another one of them did. Repeatable, and of no
   * effect on credentials that were written meanwhile.
   */
  async reseal(
    tenantId: string,
    keys: readonly SealingKey[],
  ): Promise<'reencrypted' | 'current' | 'none' | 'no_key'> {
    const [first] = keys;
    if (!first) throw new Error('no encryption key is configured');
    const document = await this.#tenants.findOne({ _id: tenantId }, { projection: { credentials: 1 } });
    const sealed = document?.credentials;
    if (!sealed) return 'none';
    if (!keys.some(({ id }) => id === sealed.keyId)) return 'no_key';
    // Opened even when the key is the right one: sealed values that were changed are told.
    const plain = openSealed(sealed, keys);
    if (sealed.keyId === first.id) return 'current';
    const { matchedCount } = await this.#tenants.updateOne(
      { _id: tenantId, 'credentials.data': sealed.data },
      { $set: { credentials: seal(plain, first) } },
    );
    return matchedCount === 1 ? 'reencrypted' : this.reseal(tenantId, keys);
  }

  /** Writes the tenant's vendor credentials, sealed with the first of `keys`. */
  async putCredentials(tenantId: string, credentials: ProviderCredentials, key: SealingKey): Promise<void> {
    await this.#tenants.updateOne(
      { _id: tenantId },
      { $set: { credentials: seal(JSON.stringify(credentials), key) } },
    );
  }
}

function tenantFrom({ _id, name, settings }: TenantDocument): Tenant {
  return { tenantId: _id, name, settings };
}
