/** Tenants and their settings, which are read for every lead. What they have sealed is in `tenant-secrets.ts`. */
import type { Tenant } from '@sluice/contracts';
import type { Collection } from 'mongodb';
import { CATALOG_STALENESS_MS } from '../configuration/catalog-cache.js';
import { isDuplicateKey } from '../driver/duplicate-key.js';
import { BoundedLookup } from './bounded-lookup.js';
import type { TenantDocument } from './tenant-document.js';

/** Tenants of the installation. */
export class TenantStore {
  readonly #tenants: Collection<TenantDocument>;
  // Whoever calls a hook names a tenant.
  readonly #lookup: BoundedLookup<{
    readonly _id: string;
    readonly tenant: Tenant;
    readonly hasLists: boolean;
  }>;

  constructor(collection: Collection<TenantDocument>) {
    this.#tenants = collection;
    this.#lookup = new BoundedLookup(CATALOG_STALENESS_MS, (tenantIds) => this.#some(tenantIds));
  }

  async #some(tenantIds: readonly string[]) {
    const found = await this.#tenants
      .find({ _id: { $in: [...tenantIds] } }, { projection: withoutSecrets })
      .toArray();
    return found.map((document) => ({
      _id: document._id,
      tenant: tenantFrom(document),
      hasLists: document.hasLists === true,
    }));
  }

  async find(tenantId: string): Promise<Tenant | undefined> {
    const document = await this.#tenants.findOne({ _id: tenantId }, { projection: withoutSecrets });
    return document ? tenantFrom(document) : undefined;
  }

  /** The tenant as it was at most {@link CATALOG_STALENESS_MS} ago; at a bounded cost, however many ids are made up. */
  async cached(tenantId: string): Promise<Tenant | undefined> {
    const found = await this.#lookup.find(tenantId);
    this.#lookup.note(tenantId, found !== undefined);
    return found?.tenant;
  }

  /** Whether the tenant had suppression lists at most {@link CATALOG_STALENESS_MS} ago. */
  async hasLists(tenantId: string): Promise<boolean> {
    return (await this.#lookup.find(tenantId))?.hasLists ?? false;
  }

  /** Notes that the tenant has suppression lists, before the first one is written. */
  async noteLists(tenantId: string): Promise<void> {
    await this.#tenants.updateOne({ _id: tenantId }, { $set: { hasLists: true } });
    this.#lookup.forget(tenantId);
  }

  async all(): Promise<readonly Tenant[]> {
    const found = await this.#tenants.find({}, { projection: withoutSecrets }).sort({ _id: 1 }).toArray();
    return found.map(tenantFrom);
  }

  /** At most `limit` tenants, sorted by id, after `after`. */
  async page(limit: number, after = ''): Promise<readonly Tenant[]> {
    const found = await this.#tenants
      .find({ _id: { $gt: after } }, { projection: withoutSecrets })
      .sort({ _id: 1 })
      .limit(limit)
      .toArray();
    return found.map(tenantFrom);
  }

  /** Whether the plan that made `version`, or a later one, has written the tenant. */
  async isWritten(tenantId: string, version: number): Promise<boolean> {
    const filter = { _id: tenantId, 'plans.settings': { $gte: version } };
    return (await this.#tenants.findOne(filter, { projection: { _id: 1 } })) !== null;
  }

  /** Writes the tenant, new or not, once, as part of the plan that made `version`. */
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
}

const withoutSecrets = { credentials: 0, credentialFacts: 0, secrets: 0 } as const;

function tenantFrom({ _id, name, settings }: TenantDocument): Tenant {
  return { tenantId: _id, name, settings };
}
