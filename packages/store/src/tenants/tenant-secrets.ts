/**
 * Named secrets of tenants, stored sealed beside their vendors' credentials. Each is sealed and written alone, so that
 * setting one never touches another. They are opened only where a request is sent.
 */
import { maxSecrets, type SecretValues } from '@sluice/contracts';
import type { Collection } from 'mongodb';
import { CATALOG_STALENESS_MS } from '../configuration/catalog.js';
import type { ChangeTenantOutside } from '../configuration/planned-write.js';
import { openSealed, seal, UnknownSealingKeyError, type SealingKey } from './sealing.js';
import { TtlCache } from '../configuration/ttl-cache.js';
import type { SecretDocument, TenantDocument } from './tenant-document.js';

/** What is known about a secret without opening it. */
export interface SecretFacts {
  readonly name: string;
  readonly setAt: Date;
}

/** A secret's value, and since when it has been this one. */
export interface OpenedSecret {
  readonly value: string;
  readonly setAt: Date;
}

/** What resealing a tenant's secrets led to. */
export type Resealed = 'reencrypted' | 'current' | 'none' | 'no_key';

type Stored = Readonly<Record<string, SecretDocument>>;

/** The secrets of all tenants. */
export class SecretStore {
  readonly #tenants: Collection<TenantDocument>;
  readonly #outside: ChangeTenantOutside;
  readonly #cache = new TtlCache<Stored>(CATALOG_STALENESS_MS);

  constructor(tenants: Collection<TenantDocument>, outside: ChangeTenantOutside) {
    this.#tenants = tenants;
    this.#outside = outside;
  }

  /** The tenant's secrets by name, in alphabetical order; none for a tenant that does not exist. */
  async list(tenantId: string): Promise<readonly SecretFacts[]> {
    const found = Object.entries(await this.#stored(tenantId));
    return found
      .map(([name, { setAt }]) => ({ name, setAt }))
      .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  }

  /**
   * The values of all of the tenant's secrets. Throws an `UnknownSealingKeyError` if none of `keys` sealed one of them.
   */
  async values(tenantId: string, keys: readonly SealingKey[]): Promise<SecretValues> {
    const stored = Object.entries(await this.#stored(tenantId));
    return Object.fromEntries(stored.map(([name, { sealed }]) => [name, openSealed(sealed, keys)]));
  }

  /**
   * Those of the tenant's secrets that have one of these `names`, as they were at most {@link CATALOG_STALENESS_MS}
   * ago. Throws an `UnknownSealingKeyError` if none of `keys` sealed one of them.
   */
  async cached(
    tenantId: string,
    names: readonly string[],
    keys: readonly SealingKey[],
  ): Promise<Readonly<Record<string, OpenedSecret>>> {
    const stored = await this.#cache.get(tenantId, () => this.#stored(tenantId));
    const opened = names.flatMap((name) => {
      const found = Object.hasOwn(stored, name) ? stored[name] : undefined;
      return found ? [[name, { value: openSealed(found.sealed, keys), setAt: found.setAt }] as const] : [];
    });
    return Object.fromEntries(opened);
  }

  /**
   * Sets a secret; `too_many` if the tenant has as many as it may and this one would be new. Throws an
   * `UnknownSealingKeyError`, and changes nothing, if none of `keys` sealed what else the tenant has: a mistyped key
   * must not seal anything.
   */
  async set(
    tenantId: string,
    name: string,
    value: string,
    { keys, at }: { readonly keys: readonly SealingKey[]; readonly at: Date },
  ): Promise<'set' | 'no_tenant' | 'too_many'> {
    const stored = await this.#stored(tenantId);
    await this.#throwIfUnknown(tenantId, stored, keys);
    if (!Object.hasOwn(stored, name) && Object.keys(stored).length >= maxSecrets) return 'too_many';
    const secret = sealedSecret(value, keys, at);
    const isSet = await this.#outside(
      tenantId,
      async () => {
        const set = { $set: { [`secrets.${name}`]: secret } };
        return (await this.#tenants.updateOne({ _id: tenantId }, set)).matchedCount === 1;
      },
      () => `secret ${name}: set`,
    );
    this.#cache.forget(tenantId);
    return isSet ? 'set' : 'no_tenant';
  }

  /** Writes a secret that is sealed already, once, as part of the plan that made `version`. */
  async setPlanned(
    tenantId: string,
    name: string,
    { sealed, setAt }: SecretDocument,
    version: number,
  ): Promise<void> {
    // Beside the secret, so that it is known even after the secret was set anew or removed.
    const plan = `plans.secrets.${name}`;
    await this.#tenants.updateOne(
      { _id: tenantId, [plan]: { $not: { $gte: version } } },
      { $set: { [`secrets.${name}`]: { sealed, setAt }, [plan]: version } },
    );
    this.#cache.forget(tenantId);
  }

  /** Removes a secret; false if there was none. */
  async remove(tenantId: string, name: string): Promise<boolean> {
    const field = `secrets.${name}`;
    let isRemoved = false;
    await this.#outside(
      tenantId,
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

  /** Reseals the tenant's secrets with the first of `keys`. Repeatable; no effect on one that was set meanwhile. */
  async reseal(tenantId: string, keys: readonly SealingKey[]): Promise<Resealed> {
    const first = firstOf(keys);
    const outcomes = new Set<Resealed>();
    for (const [name, { sealed }] of Object.entries(await this.#stored(tenantId))) {
      if (!keys.some(({ id }) => id === sealed.keyId)) {
        outcomes.add('no_key');
        continue;
      }
      // Opened even if the key is already the first, so that tampered values are detected.
      const plain = openSealed(sealed, keys);
      outcomes.add(sealed.keyId === first.id ? 'current' : 'reencrypted');
      if (sealed.keyId === first.id) continue;
      await this.#tenants.updateOne(
        { _id: tenantId, [`secrets.${name}.sealed.data`]: sealed.data },
        { $set: { [`secrets.${name}.sealed`]: seal(plain, first) } },
      );
    }
    this.#cache.forget(tenantId);
    return worstOf(outcomes);
  }

  /** Removes the tenant's secrets that none of `keys` sealed, and returns their names. */
  async discardUnreadable(tenantId: string, keys: readonly SealingKey[]): Promise<readonly string[]> {
    firstOf(keys);
    const stored = Object.entries(await this.#stored(tenantId));
    const lost = stored.filter(([, { sealed }]) => !keys.some(({ id }) => id === sealed.keyId));
    for (const [name, { sealed }] of lost) {
      await this.#tenants.updateOne(
        { _id: tenantId, [`secrets.${name}.sealed.data`]: sealed.data },
        { $unset: { [`secrets.${name}`]: '' } },
      );
    }
    this.#cache.forget(tenantId);
    return lost.map(([name]) => name);
  }

  async #throwIfUnknown(tenantId: string, stored: Stored, keys: readonly SealingKey[]): Promise<void> {
    const document = await this.#tenants.findOne(
      { _id: tenantId },
      { projection: { 'credentials.keyId': 1 } },
    );
    const used = Object.values(stored).map(({ sealed }) => sealed.keyId);
    const unknown = [...used, document?.credentials?.keyId].find(
      (keyId) => keyId !== undefined && !keys.some(({ id }) => id === keyId),
    );
    if (unknown !== undefined) throw new UnknownSealingKeyError(unknown);
  }

  async #stored(tenantId: string): Promise<Stored> {
    const document = await this.#tenants.findOne({ _id: tenantId }, { projection: { secrets: 1 } });
    return document?.secrets ?? {};
  }
}

/** A secret as it is stored, sealed with the first of `keys`. */
export function sealedSecret(value: string, keys: readonly SealingKey[], setAt: Date): SecretDocument {
  return { sealed: seal(value, firstOf(keys)), setAt };
}

/** The outcome of resealing several things: that of which an operator has to know most. */
export function worstOf(outcomes: ReadonlySet<Resealed>): Resealed {
  const order: readonly Resealed[] = ['no_key', 'reencrypted', 'current'];
  return order.find((outcome) => outcomes.has(outcome)) ?? 'none';
}

function firstOf(keys: readonly SealingKey[]): SealingKey {
  const [first] = keys;
  if (!first) throw new Error('no encryption key is configured');
  return first;
}
