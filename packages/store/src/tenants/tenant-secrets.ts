/**
 * What tenants have sealed: the credentials of their vendors, sealed together, and their named secrets, each sealed and
 * written alone, so that setting one never touches another. They are unsealed only where a vendor is called or a request
 * is sent.
 */
import { credentialState, maxSecrets, type ProviderCredentials, type SecretValues } from '@sluice/contracts';
import type { Collection } from 'mongodb';
import { CATALOG_STALENESS_MS } from '../configuration/catalog-cache.js';
import type { ChangeTenantOutside } from '../configuration/planned-write.js';
import { TtlCache } from '../configuration/ttl-cache.js';
import { A_REQUEST, type StoredPerson } from '../operators/stored-person.js';
import {
  factsOf,
  firstOf,
  isUnknown,
  sealedCredentials,
  sealedOf,
  sealedParts,
  sealedSecret,
  throwIfUnknown,
  unsealedCredentials,
  type SealedParts,
} from './sealed-parts.js';
import { resealEach, type Resealed } from './resealing.js';
import { unseal, type SealingKey } from './sealing.js';
import type {
  CredentialFacts,
  SealedCredentials,
  SecretDocument,
  TenantDocument,
} from './tenant-document.js';

/** The name of a vendor. */
export type Provider = keyof ProviderCredentials;

/** What is known about a secret without unsealing it. */
export interface SecretFacts {
  readonly name: string;
  readonly setAt: Date;
}

/** A secret's value, and since when it has been this one. */
export interface UnsealedSecret {
  readonly value: string;
  readonly setAt: Date;
}

/** The keys that seal something, and when it is set. */
export interface Sealing {
  /** The first key seals; all of them unseal. */
  readonly keys: readonly SealingKey[];
  readonly at: Date;
  /** Who seals. */
  readonly who?: StoredPerson | undefined;
}

/** What all tenants have sealed. */
export class SecretStore {
  readonly #tenants: Collection<TenantDocument>;
  readonly #outside: ChangeTenantOutside;
  readonly #cache = new TtlCache<SealedParts | undefined>(CATALOG_STALENESS_MS);

  constructor(tenants: Collection<TenantDocument>, outside: ChangeTenantOutside) {
    this.#tenants = tenants;
    this.#outside = outside;
  }

  /** The tenant's secrets by name, in alphabetical order; none for a tenant that does not exist. */
  async list(tenantId: string): Promise<readonly SecretFacts[]> {
    const found = Object.entries((await this.#stored(tenantId))?.secrets ?? {});
    return found
      .map(([name, { setAt }]) => ({ name, setAt }))
      .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  }

  /**
   * The values of all of the tenant's secrets. Throws an `UnknownSealingKeyError` if none of `keys` sealed one of them.
   */
  async values(tenantId: string, keys: readonly SealingKey[]): Promise<SecretValues> {
    const stored = Object.entries((await this.#stored(tenantId))?.secrets ?? {});
    return Object.fromEntries(stored.map(([name, { sealed }]) => [name, unseal(sealed, keys)]));
  }

  /**
   * Those of the tenant's secrets that have one of these `names`, as they were at most {@link CATALOG_STALENESS_MS}
   * ago. Throws an `UnknownSealingKeyError` if none of `keys` sealed one of them.
   */
  async cached(
    tenantId: string,
    names: readonly string[],
    keys: readonly SealingKey[],
  ): Promise<Readonly<Record<string, UnsealedSecret>>> {
    const { secrets = {} } = (await this.#cached(tenantId)) ?? {};
    const unsealed = names.flatMap((name) => {
      const found = Object.hasOwn(secrets, name) ? secrets[name] : undefined;
      return found ? [[name, { value: unseal(found.sealed, keys), setAt: found.setAt }] as const] : [];
    });
    return Object.fromEntries(unsealed);
  }

  /**
   * Sets a secret; `too_many` if the tenant has as many as it may and this one would be new, `taken` if it must be new
   * and is not. Throws an `UnknownSealingKeyError`, and changes nothing, if none of `keys` sealed one of what the tenant
   * has.
   */
  async set(
    tenantId: string,
    name: string,
    value: string,
    { keys, at, who = A_REQUEST, isNew }: Sealing & { readonly isNew?: boolean | undefined },
  ): Promise<'set' | 'no_tenant' | 'too_many' | 'taken'> {
    const stored = await this.#stored(tenantId);
    throwIfUnknown(keys, stored);
    const { secrets = {} } = stored ?? {};
    if (!Object.hasOwn(secrets, name) && Object.keys(secrets).length >= maxSecrets) return 'too_many';
    const secret = sealedSecret(value, keys, at);
    const field = `secrets.${name}`;
    let isSet = false;
    await this.#outside(
      tenantId,
      who,
      async () => {
        // Once it is set it is this one's, and may be set again beside a plan.
        const to = { _id: tenantId, ...(isNew && !isSet && { [field]: { $exists: false } }) };
        const { matchedCount } = await this.#tenants.updateOne(to, { $set: { [field]: secret } });
        isSet ||= matchedCount === 1;
      },
      () => (isSet ? `secret ${name}: set` : undefined),
    );
    this.#cache.forget(tenantId);
    if (isSet) return 'set';
    return isNew && stored ? 'taken' : 'no_tenant';
  }

  /** Writes a secret that is sealed already, once, as part of the plan that made `version`. */
  async setPlanned(
    tenantId: string,
    name: string,
    { sealed, setAt }: SecretDocument,
    version: number,
  ): Promise<void> {
    // Beside the secret, so that it is known even after the secret was set anew or removed.
    await this.#writePlanned(
      tenantId,
      `secrets.${name}`,
      { [`secrets.${name}`]: { sealed, setAt } },
      version,
    );
  }

  /** Removes a secret in the name of `who`; false if there was none. */
  async remove(tenantId: string, name: string, who = A_REQUEST): Promise<boolean> {
    const field = `secrets.${name}`;
    let isRemoved = false;
    await this.#outside(
      tenantId,
      who,
      async () => {
        const there = { _id: tenantId, [field]: { $exists: true } };
        const { matchedCount } = await this.#tenants.updateOne(there, { $unset: { [field]: '' } });
        isRemoved ||= matchedCount === 1;
      },
      () => (isRemoved ? `secret ${name}: removed` : undefined),
    );
    this.#cache.forget(tenantId);
    return isRemoved;
  }

  /**
   * The tenant's vendor credentials; empty if none were stored. Throws an `UnknownSealingKeyError` if none of `keys`
   * sealed them.
   */
  async credentials(tenantId: string, keys: readonly SealingKey[]): Promise<ProviderCredentials> {
    return unsealedCredentials(await this.#stored(tenantId), keys);
  }

  /** The tenant's vendor credentials as they were at most {@link CATALOG_STALENESS_MS} ago. */
  async cachedCredentials(tenantId: string, keys: readonly SealingKey[]): Promise<ProviderCredentials> {
    return unsealedCredentials(await this.#cached(tenantId), keys);
  }

  /**
   * Replaces the tenant's credentials of one vendor, or removes them if `values` is undefined. Those of other vendors
   * stay, even under concurrent writes. False if the tenant does not exist. Throws an `UnknownSealingKeyError`, and
   * changes nothing, if none of `keys` sealed one of what the tenant has.
   */
  async setCredentials(
    tenantId: string,
    provider: Provider,
    values: Readonly<Record<string, string>> | undefined,
    sealing: Sealing,
  ): Promise<boolean> {
    return this.#outside(
      tenantId,
      sealing.who ?? A_REQUEST,
      () => this.#setCredentials(tenantId, provider, values, sealing),
      () => `vendor credentials ${provider}: ${values ? 'set' : 'removed'}`,
    );
  }

  async #setCredentials(
    tenantId: string,
    provider: Provider,
    values: Readonly<Record<string, string>> | undefined,
    { keys, at }: Sealing,
  ): Promise<boolean> {
    const stored = await this.#stored(tenantId);
    if (!stored) return false;
    throwIfUnknown(keys, stored);
    const { [provider]: _replaced, ...others } = unsealedCredentials(stored, keys);
    const credentials = sealedCredentials({ ...others, ...(values && { [provider]: values }) }, keys);
    const fact = `credentialFacts.${provider}`;
    const before = stored.credentials
      ? { 'credentials.data': stored.credentials.data }
      : { credentials: { $exists: false } };
    const { matchedCount } = await this.#tenants.updateOne(
      { _id: tenantId, ...before },
      values
        ? { $set: { credentials, [fact]: factsOf(values, at) } }
        : { $set: { credentials }, $unset: { [fact]: '' } },
    );
    this.#cache.forget(tenantId);
    // Otherwise another request has written credentials meanwhile.
    return matchedCount === 1 || this.#setCredentials(tenantId, provider, values, { keys, at });
  }

  /**
   * The tenant's credentials with those of some vendors replaced, sealed and ready to be written by a plan. Throws an
   * `UnknownSealingKeyError` if none of `keys` sealed the stored ones.
   */
  async withCredentials(
    tenantId: string,
    replaced: ProviderCredentials,
    { keys, at }: Sealing,
  ): Promise<SealedCredentials> {
    const stored = await this.#stored(tenantId);
    const set = Object.entries(replaced).map(
      ([provider, values]) => [provider, factsOf(values as Readonly<Record<string, string>>, at)] as const,
    );
    return {
      credentials: sealedCredentials({ ...unsealedCredentials(stored, keys), ...replaced }, keys),
      credentialFacts: { ...stored?.credentialFacts, ...Object.fromEntries(set) },
    };
  }

  /** Replaces the tenant's credentials, once, as part of the plan that made `version`. */
  async setPlannedCredentials(tenantId: string, sealed: SealedCredentials, version: number): Promise<void> {
    await this.#writePlanned(tenantId, 'credentials', sealed, version);
  }

  /** Whether the tenant could use a vendor at most {@link CATALOG_STALENESS_MS} ago, as far as its credentials say. */
  async isConfigured(tenantId: string, provider: Provider): Promise<boolean> {
    const facts = (await this.#cached(tenantId))?.credentialFacts;
    return credentialState(provider, facts?.[provider]?.fields ?? []).state === 'set';
  }

  /**
   * What is known about the tenant's credentials without unsealing them, by vendor, and whether there are any.
   * Credentials that were stored before these facts were have none.
   */
  async credentialFacts(
    tenantId: string,
  ): Promise<{ readonly any: boolean; readonly facts: Readonly<Record<string, CredentialFacts>> }> {
    const stored = await this.#stored(tenantId);
    return { any: stored?.credentials !== undefined, facts: stored?.credentialFacts ?? {} };
  }

  /**
   * Reseals what the tenant has with the first of `keys` where another one of them sealed it. Repeatable; no effect on
   * what is set meanwhile.
   */
  async reseal(tenantId: string, keys: readonly SealingKey[]): Promise<Resealed> {
    const outcome = await resealEach(
      sealedOf(await this.#stored(tenantId)),
      keys,
      ({ path, sealed }, again) =>
        this.#tenants.updateOne(
          { _id: tenantId, [`${path}.data`]: sealed.data },
          { $set: { [path]: again } },
        ),
    );
    this.#cache.forget(tenantId);
    return outcome;
  }

  /** Removes what the tenant has that none of `keys` sealed, with what is known about it. Whether it removed any. */
  async discardUnreadable(tenantId: string, keys: readonly SealingKey[]): Promise<boolean> {
    firstOf(keys);
    const lost = sealedOf(await this.#stored(tenantId)).filter(({ sealed }) => isUnknown(keys, sealed));
    for (const { path, sealed, parts } of lost) {
      await this.#tenants.updateOne(
        { _id: tenantId, [`${path}.data`]: sealed.data },
        { $unset: Object.fromEntries(parts.map((part) => [part, ''])) },
      );
    }
    this.#cache.forget(tenantId);
    return lost.length > 0;
  }

  async #writePlanned(tenantId: string, what: string, set: object, version: number): Promise<void> {
    const plan = `plans.${what}`;
    await this.#tenants.updateOne(
      { _id: tenantId, [plan]: { $not: { $gte: version } } },
      { $set: { ...set, [plan]: version } },
    );
    this.#cache.forget(tenantId);
  }

  #cached(tenantId: string): Promise<SealedParts | undefined> {
    return this.#cache.get(tenantId, () => this.#stored(tenantId));
  }

  async #stored(tenantId: string): Promise<SealedParts | undefined> {
    return (await this.#tenants.findOne({ _id: tenantId }, { projection: sealedParts })) ?? undefined;
  }
}
