/**
 * Tenants and their vendor credentials. Settings are read for every lead. Credentials are stored sealed and are opened
 * only by the worker that calls the vendor.
 */
import { credentialState, type ProviderCredentials, type Tenant } from '@sluice/contracts';
import type { Collection } from 'mongodb';
import { CATALOG_STALENESS_MS } from '../configuration/catalog.js';
import type { ChangeTenantOutside } from '../configuration/planned-write.js';
import { isDuplicateKey } from '../driver/duplicate-key.js';
import type { CredentialFacts, SealedCredentials, TenantDocument } from './tenant-document.js';
import { TtlCache } from '../configuration/ttl-cache.js';
import { BoundedLookup } from './bounded-lookup.js';
import { openSealed, seal, type SealingKey } from './sealing.js';

/** The name of a vendor. */
export type Provider = keyof ProviderCredentials;

/** The keys that seal credentials, and when these are set. */
export interface SetCredentials {
  /** The first key seals; all of them open. */
  readonly keys: readonly SealingKey[];
  readonly at: Date;
}

/** Tenants of the installation. */
export class TenantStore {
  readonly #tenants: Collection<TenantDocument>;
  readonly #outside: ChangeTenantOutside;
  // Whoever calls a hook names a tenant.
  readonly #lookup: BoundedLookup<{ readonly _id: string; readonly tenant: Tenant }>;
  readonly #opened = new TtlCache<ProviderCredentials>(CATALOG_STALENESS_MS);
  readonly #facts = new TtlCache<Readonly<Record<string, CredentialFacts>>>(CATALOG_STALENESS_MS);

  constructor(collection: Collection<TenantDocument>, outside: ChangeTenantOutside) {
    this.#tenants = collection;
    this.#outside = outside;
    this.#lookup = new BoundedLookup(CATALOG_STALENESS_MS, (tenantIds) => this.#some(tenantIds));
  }

  async #some(tenantIds: readonly string[]) {
    const found = await this.#tenants
      .find({ _id: { $in: [...tenantIds] } }, { projection: withoutCredentials })
      .toArray();
    return found.map((document) => ({ _id: document._id, tenant: tenantFrom(document) }));
  }

  async find(tenantId: string): Promise<Tenant | undefined> {
    const document = await this.#tenants.findOne({ _id: tenantId }, { projection: withoutCredentials });
    return document ? tenantFrom(document) : undefined;
  }

  /** The tenant as it was at most {@link CATALOG_STALENESS_MS} ago; at a bounded cost, however many ids are made up. */
  async cached(tenantId: string): Promise<Tenant | undefined> {
    const found = await this.#lookup.find(tenantId);
    this.#lookup.note(tenantId, found !== undefined);
    return found?.tenant;
  }

  async all(): Promise<readonly Tenant[]> {
    const found = await this.#tenants.find({}, { projection: withoutCredentials }).sort({ _id: 1 }).toArray();
    return found.map(tenantFrom);
  }

  /** At most `limit` tenants, sorted by id, after `after`. */
  async page(limit: number, after = ''): Promise<readonly Tenant[]> {
    const found = await this.#tenants
      .find({ _id: { $gt: after } }, { projection: withoutCredentials })
      .sort({ _id: 1 })
      .limit(limit)
      .toArray();
    return found.map(tenantFrom);
  }

  async put({ tenantId, ...tenant }: Tenant): Promise<void> {
    await this.#tenants.updateOne({ _id: tenantId }, { $set: tenant }, { upsert: true });
    this.#lookup.forget(tenantId);
  }

  /** Writes the tenant like {@link put}, once, as part of the plan that made `version`. */
  async putPlanned({ tenantId, ...tenant }: Tenant, version: number): Promise<void> {
    await this.#tenants
      .updateOne(
        { _id: tenantId, 'plans.settings': { $not: { $gte: version } } },
        { $set: { ...tenant, 'plans.settings': version } },
        { upsert: true },
      )
      .catch((error: unknown) => {
        // The upsert met the tenant, which this plan, or a later one, has written.
        if (!isDuplicateKey(error)) throw error;
      });
    this.#lookup.forget(tenantId);
  }

  /**
   * Records that the tenant's configuration changes, and returns since when. Has no effect on a tenant that does not
   * exist yet.
   */
  async beginChange(tenantId: string, at = new Date()): Promise<Date> {
    await this.#tenants.updateOne({ _id: tenantId }, { $set: { changing: true, changingSince: at } });
    return at;
  }

  /** Tenants whose change began before `at` and has not ended; at most `limit`. */
  async stillChanging(at: Date, limit: number): Promise<readonly string[]> {
    const found = await this.#tenants
      .find({ changing: true, changingSince: { $not: { $gte: at } } }, { projection: { _id: 1 } })
      .limit(limit)
      .toArray();
    return found.map(({ _id }) => _id);
  }

  /** Whether a change was begun and has not ended: it is in progress, or its process died. */
  async isChanging(tenantId: string): Promise<boolean> {
    return (
      (await this.#tenants.findOne({ _id: tenantId, changing: true }, { projection: { _id: 1 } })) !== null
    );
  }

  /** Records that all consequences of the changes until `since` are done. */
  async endChange(tenantId: string, since = new Date()): Promise<void> {
    await this.#tenants.updateOne(
      { _id: tenantId, changingSince: { $not: { $gt: since } } },
      { $unset: { changing: '', changingSince: '' } },
    );
  }

  /**
   * The tenant's vendor credentials; empty if none were stored. Throws an `UnknownSealingKeyError` if none of `keys`
   * sealed them.
   */
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
   * Reseals the tenant's vendor credentials with the first of `keys` if another one sealed them. Repeatable. Has no
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
    // Opened even if the key is already the first, so that tampered values are detected.
    const plain = openSealed(sealed, keys);
    if (sealed.keyId === first.id) return 'current';
    const { matchedCount } = await this.#tenants.updateOne(
      { _id: tenantId, 'credentials.data': sealed.data },
      { $set: { credentials: seal(plain, first) } },
    );
    return matchedCount === 1 ? 'reencrypted' : this.reseal(tenantId, keys);
  }

  /**
   * Removes the tenant's vendor credentials, and what is known about them, if none of `keys` sealed them. Whether it
   * removed any.
   */
  async discardUnreadable(tenantId: string, keys: readonly SealingKey[]): Promise<boolean> {
    if (keys.length === 0) throw new Error('no encryption key is configured');
    const { matchedCount } = await this.#tenants.updateOne(
      { _id: tenantId, 'credentials.keyId': { $exists: true, $nin: keys.map(({ id }) => id) } },
      { $unset: { credentials: '', credentialFacts: '' } },
    );
    this.#opened.forget(tenantId);
    this.#facts.forget(tenantId);
    return matchedCount === 1;
  }

  /**
   * Replaces the tenant's credentials of one vendor, or removes them if `values` is undefined. Those of other vendors
   * stay, even under concurrent writes. False if the tenant does not exist. Throws an `UnknownSealingKeyError`, and
   * changes nothing, if none of `keys` sealed the stored ones.
   */
  async setCredentials(
    tenantId: string,
    provider: Provider,
    values: Readonly<Record<string, string>> | undefined,
    set: SetCredentials,
  ): Promise<boolean> {
    return this.#outside(
      tenantId,
      () => this.#setCredentials(tenantId, provider, values, set),
      () => `vendor credentials ${provider}: ${values ? 'set' : 'removed'}`,
    );
  }

  async #setCredentials(
    tenantId: string,
    provider: Provider,
    values: Readonly<Record<string, string>> | undefined,
    { keys, at }: SetCredentials,
  ): Promise<boolean> {
    const [first] = keys;
    if (!first) throw new Error('no encryption key is configured');
    const document = await this.#tenants.findOne({ _id: tenantId }, { projection: { credentials: 1 } });
    if (!document) return false;
    const sealed = document.credentials;
    const { [provider]: _replaced, ...others } = sealed
      ? (JSON.parse(openSealed(sealed, keys)) as ProviderCredentials)
      : {};
    const credentials = seal(JSON.stringify({ ...others, ...(values && { [provider]: values }) }), first);
    const fact = `credentialFacts.${provider}`;
    const { matchedCount } = await this.#tenants.updateOne(
      {
        _id: tenantId,
        ...(sealed ? { 'credentials.data': sealed.data } : { credentials: { $exists: false } }),
      },
      values
        ? { $set: { credentials, [fact]: { fields: namesOf(values), setAt: at } } }
        : { $set: { credentials }, $unset: { [fact]: '' } },
    );
    // Another request has written credentials meanwhile.
    if (matchedCount === 0) return this.#setCredentials(tenantId, provider, values, { keys, at });
    this.#opened.forget(tenantId);
    this.#facts.forget(tenantId);
    return true;
  }

  /**
   * The tenant's credentials with those of some vendors replaced, sealed and ready to be written by a plan. Throws an
   * `UnknownSealingKeyError` if none of `keys` sealed the stored ones.
   */
  async withCredentials(
    tenantId: string,
    replaced: ProviderCredentials,
    { keys, at }: SetCredentials,
  ): Promise<SealedCredentials> {
    const [first] = keys;
    if (!first) throw new Error('no encryption key is configured');
    const [stored, { facts }] = await Promise.all([
      this.credentials(tenantId, keys),
      this.credentialFacts(tenantId),
    ]);
    const set = Object.entries(replaced).map(([provider, values]) => [
      provider,
      { fields: namesOf(values as Readonly<Record<string, string>>), setAt: at },
    ]);
    return {
      credentials: seal(JSON.stringify({ ...stored, ...replaced }), first),
      credentialFacts: { ...facts, ...(Object.fromEntries(set) as Record<string, CredentialFacts>) },
    };
  }

  /** Replaces the tenant's credentials, once, as part of the plan that made `version`. */
  async setPlannedCredentials(tenantId: string, sealed: SealedCredentials, version: number): Promise<void> {
    await this.#tenants.updateOne(
      { _id: tenantId, 'plans.credentials': { $not: { $gte: version } } },
      { $set: { ...sealed, 'plans.credentials': version } },
    );
    this.#opened.forget(tenantId);
    this.#facts.forget(tenantId);
  }

  /** Whether the tenant could use a vendor at most {@link CATALOG_STALENESS_MS} ago, as far as its credentials say. */
  async isConfigured(tenantId: string, provider: Provider): Promise<boolean> {
    const facts = await this.#facts.get(tenantId, async () => (await this.credentialFacts(tenantId)).facts);
    return credentialState(provider, facts[provider]?.fields ?? []).state === 'set';
  }

  /**
   * What is known about the tenant's credentials without opening them, by vendor, and whether there are any.
   * Credentials that were stored before these facts were have none.
   */
  async credentialFacts(
    tenantId: string,
  ): Promise<{ readonly any: boolean; readonly facts: Readonly<Record<string, CredentialFacts>> }> {
    const document = await this.#tenants.findOne(
      { _id: tenantId },
      { projection: { credentialFacts: 1, 'credentials.keyId': 1 } },
    );
    return { any: document?.credentials !== undefined, facts: document?.credentialFacts ?? {} };
  }
}

const withoutCredentials = { credentials: 0, credentialFacts: 0, secrets: 0 } as const;

function tenantFrom({ _id, name, settings }: TenantDocument): Tenant {
  return { tenantId: _id, name, settings };
}

function namesOf(values: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(values).flatMap(([name, value]) => (value === '' ? [] : [name]));
}
