/**
 * Holds that operators put on one tenant's outbound calls. During a hold, no worker calls a buyer, platform, vendor or
 * receiver of that tenant, while its leads are still accepted and decided. The hold of the whole installation is in
 * `hold.ts`.
 */
import type { Collection } from 'mongodb';
import { TtlCache } from './ttl-cache.js';

/** A hold as stored, under its tenant's id. */
export interface TenantHoldDocument {
  readonly _id: string;
  readonly by: string;
  readonly reason: string;
  readonly since: Date;
}

/** A hold as operators see it. */
export interface TenantHold extends Omit<TenantHoldDocument, '_id'> {
  readonly tenantId: string;
}

/** A hold takes effect, and ends, in every worker within this time. */
const HOLD_STALENESS_MS = 2_000;
const ALL = 'all';

/** Holds of single tenants. */
export class TenantHolds {
  readonly #holds: Collection<TenantHoldDocument>;
  readonly #cache = new TtlCache<ReadonlySet<string>>(HOLD_STALENESS_MS);

  constructor(collection: Collection<TenantHoldDocument>) {
    this.#holds = collection;
  }

  /** Puts a hold on a tenant's calls. An existing hold stays unchanged. */
  async put({ tenantId: _id, ...hold }: TenantHold): Promise<void> {
    await this.#holds.updateOne({ _id }, { $setOnInsert: hold }, { upsert: true });
    this.#cache.forget(ALL);
  }

  /** Ends the hold of a tenant; false if there was none. */
  async release(tenantId: string): Promise<boolean> {
    const { deletedCount } = await this.#holds.deleteOne({ _id: tenantId });
    this.#cache.forget(ALL);
    return deletedCount === 1;
  }

  /** Every current hold, by tenant. */
  async all(): Promise<readonly TenantHold[]> {
    const found = await this.#holds.find().sort({ _id: 1 }).toArray();
    return found.map(({ _id: tenantId, ...hold }) => ({ tenantId, ...hold }));
  }

  /** Whether the calls of a tenant were on hold at most two seconds ago. */
  async concern(tenantId: string): Promise<boolean> {
    const held = await this.#cache.get(ALL, async () => {
      const found = await this.#holds.find({}, { projection: { _id: 1 } }).toArray();
      return new Set(found.map(({ _id }) => _id));
    });
    return held.has(tenantId);
  }
}
