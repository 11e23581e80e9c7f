/**
 * Holds on one tenant's outbound calls, put by operators or by its own people. During a hold, no worker calls a buyer, platform, vendor or
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
  /** Put by a member of the tenant, whose members may release it; absent: only operators may. */
  readonly byMember?: true;
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

  /** Puts a hold on a tenant's calls and returns the current one: an existing hold stays, but an operator's replaces a member's. */
  async put({ tenantId, ...hold }: TenantHold): Promise<TenantHold> {
    const _id = tenantId;
    if (hold.byMember) {
      await this.#holds.updateOne({ _id }, { $setOnInsert: hold }, { upsert: true });
    } else {
      const keeps = { $and: [{ $ne: [{ $type: '$since' }, 'missing'] }, { $ne: ['$byMember', true] }] };
      const put = { $cond: [keeps, '$$ROOT', { $literal: { _id, ...hold } }] };
      await this.#holds.updateOne({ _id }, [{ $replaceWith: put }], { upsert: true });
    }
    const current = await this.#holds.findOne({ _id });
    return { ...(current ?? hold), tenantId };
  }

  /** Ends the hold of a tenant. A member ends only what a member has put. */
  async release(
    tenantId: string,
    by: 'operator' | 'member' = 'operator',
  ): Promise<'released' | 'none' | 'an_operators'> {
    const filter = { _id: tenantId, ...(by === 'member' && { byMember: true as const }) };
    if ((await this.#holds.deleteOne(filter)).deletedCount === 1) return 'released';
    return by === 'member' && (await this.#holds.findOne({ _id: tenantId })) ? 'an_operators' : 'none';
  }

  /** Every current hold, by tenant. */
  async all(): Promise<readonly TenantHold[]> {
    const found = await this.#holds.find().sort({ _id: 1 }).toArray();
    return found.map(({ _id: tenantId, ...hold }) => ({ tenantId, ...hold }));
  }
}
