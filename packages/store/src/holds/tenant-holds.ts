/**
 * Holds on one tenant's outbound calls, put by operators or by its own people. During a hold, no worker calls a buyer,
 * platform, vendor or receiver of that tenant, while its leads are still accepted and decided. The hold of the whole
 * installation is in `hold.ts`; which of them are in force, in `active-holds.ts`.
 */
import type { Collection } from 'mongodb';
import type { StoredPerson } from '../operators/stored-person.js';

/** A hold as stored, under its tenant's id. */
export interface TenantHoldDocument extends StoredPerson {
  readonly _id: string;
  readonly reason: string;
  readonly since: Date;
  /** The member's hold that this operator's covers: it is in force again after the operators' release. */
  readonly covers?: Pick<TenantHoldDocument, 'by' | 'reason' | 'since'>;
}

/** A hold with the tenant that it stops. */
export interface TenantHold extends Omit<TenantHoldDocument, '_id'> {
  readonly tenantId: string;
}

/** Holds of single tenants. */
export class TenantHolds {
  readonly #holds: Collection<TenantHoldDocument>;

  constructor(collection: Collection<TenantHoldDocument>) {
    this.#holds = collection;
  }

  /** Puts a hold on a tenant's calls and returns the current one: an existing hold stays, but an operator's covers a member's. */
  async put({ tenantId, ...hold }: TenantHold): Promise<TenantHold> {
    const _id = tenantId;
    if (hold.byMember) {
      await this.#holds.updateOne({ _id }, { $setOnInsert: hold }, { upsert: true });
    } else {
      const put = { $literal: { _id, ...hold } };
      const covers = { by: '$by', reason: '$reason', since: '$since' };
      const isNone = { $eq: [{ $type: '$since' }, 'missing'] };
      const branches = [
        { case: isNone, then: put },
        { case: { $eq: ['$byMember', true] }, then: { $mergeObjects: [put, { covers }] } },
      ];
      await this.#holds.updateOne({ _id }, [{ $replaceWith: { $switch: { branches, default: '$$ROOT' } } }], {
        upsert: true,
      });
    }
    const current = await this.#holds.findOne({ _id });
    return { ...(current ?? hold), tenantId };
  }

  /** Ends the hold of a tenant. A member ends only what a member has put; a member's hold under an operator's stays. */
  async release(
    tenantId: string,
    by: 'operator' | 'member' = 'operator',
  ): Promise<'released' | 'none' | 'an_operators'> {
    const _id = tenantId;
    const alone = by === 'member' ? { byMember: true as const } : { covers: { $exists: false } };
    if ((await this.#holds.deleteOne({ _id, ...alone })).deletedCount === 1) return 'released';
    if (by === 'member') return (await this.#holds.findOne({ _id })) ? 'an_operators' : 'none';
    const uncovered = { $mergeObjects: [{ _id: '$_id', byMember: true }, '$covers'] };
    const covering = { _id, covers: { $exists: true } };
    const { modifiedCount } = await this.#holds.updateOne(covering, [{ $replaceWith: uncovered }]);
    return modifiedCount === 1 ? 'released' : 'none';
  }

  /** Every current hold, by tenant; or that of one. */
  async all(tenantId?: string): Promise<readonly TenantHold[]> {
    const found = await this.#holds
      .find(tenantId === undefined ? {} : { _id: tenantId })
      .sort({ _id: 1 })
      .toArray();
    return found.map(({ _id, ...hold }) => ({ tenantId: _id, ...hold }));
  }
}
