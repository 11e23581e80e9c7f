/**
 * Holds that operators put on one tenant's outbound calls. During a hold, no worker calls a buyer, platform, vendor or
 * receiver of that tenant, while its leads are still accepted and decided. The hold of the whole installation is in
 * `hold.ts`; which of them are in force, in `active-holds.ts`.
 */
import type { Collection } from 'mongodb';

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

/** Holds of single tenants. */
export class TenantHolds {
  readonly #holds: Collection<TenantHoldDocument>;

  constructor(collection: Collection<TenantHoldDocument>) {
    this.#holds = collection;
  }

  /** Puts a hold on a tenant's calls unless there is one, and returns the current one. */
  async put(hold: TenantHold): Promise<TenantHold> {
    const { tenantId: _id, ...fresh } = hold;
    await this.#holds.updateOne({ _id }, { $setOnInsert: fresh }, { upsert: true });
    const current = await this.#holds.findOne({ _id });
    return current ? { ...current, tenantId: hold.tenantId } : hold;
  }

  /** Ends the hold of a tenant; false if there was none. */
  async release(tenantId: string): Promise<boolean> {
    return (await this.#holds.deleteOne({ _id: tenantId })).deletedCount === 1;
  }

  /** Every current hold, by tenant. */
  async all(): Promise<readonly TenantHold[]> {
    const found = await this.#holds.find().sort({ _id: 1 }).toArray();
    return found.map(({ _id: tenantId, ...hold }) => ({ tenantId, ...hold }));
  }
}
