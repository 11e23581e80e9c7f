/**
 * Work whose next step is a call that a hold forbids: submissions at their delivery, and effects. A hold moves its
 * `dueAt` five thousand years ahead, so that nothing reads or writes it until the release, and its order is kept. It
 * names no hold: work on hold of a tenant without a hold is due, whoever put it there and however late. The sweep finds
 * it in an index that contains nothing else. Who is on hold is in `active-holds.ts`.
 */
import { batchCalls, groupBy } from '@sluice/concurrency';
import type { Collection, Filter } from 'mongodb';
import type { DatabaseClock } from '../driver/clock.js';
import type { EffectDocument } from '../effects/effects.js';
import { keyOf } from '../driver/keys.js';
import type { SubmissionDocument } from '../submissions/submission-document.js';

/** The two kinds of work that a hold stops. */
export type HoldScope = 'submissions' | 'effects';

/** One submission or effect. */
export interface WorkToHold {
  readonly scope: HoldScope;
  readonly tenantId: string;
  /** Of the submission or the effect. */
  readonly id: string;
}

/** Everything due from this instant on is on hold; nothing else is ever due that late. */
export const ON_HOLD_FROM = new Date(Date.UTC(5000, 0, 1));
/** How far ahead a hold moves an instant; the result is still a year of four digits. */
const ON_HOLD_MS = Date.UTC(7000, 0, 1) - Date.UTC(2000, 0, 1);
/** The index of both collections that contains work on hold only. */
export const ON_HOLD_INDEX = 'onHold';

/** Whether work that is due then is on hold. */
export function isOnHold(dueAt: Date | undefined): boolean {
  return dueAt !== undefined && dueAt >= ON_HOLD_FROM;
}

/** When work on hold was due before it was put on hold. */
export function whenDueBeforeHold(dueAt: Date): Date {
  return new Date(dueAt.getTime() - ON_HOLD_MS);
}

interface Due {
  readonly _id: string;
  readonly tenantId: string;
  readonly dueAt?: Date;
}

/** Puts work on hold, and makes it due again. */
export class WorkOnHold {
  readonly #collections: Readonly<Record<HoldScope, Collection<Due>>>;
  readonly #clock: DatabaseClock;
  readonly #put: (work: WorkToHold) => Promise<void>;

  constructor(
    collections: {
      readonly submissions: Collection<SubmissionDocument>;
      readonly effects: Collection<EffectDocument>;
    },
    clock: DatabaseClock,
  ) {
    this.#collections = collections as unknown as Readonly<Record<HoldScope, Collection<Due>>>;
    this.#clock = clock;
    this.#put = batchCalls(async (works: readonly WorkToHold[]) => {
      for (const [scope, ofScope] of groupBy(works, (work) => work.scope)) await this.#putAll(scope, ofScope);
      return works.map(() => undefined);
    });
  }

  /**
   * Puts work on hold unless it has ended, is on hold already, or is held until an instant. One statement serves
   * concurrent calls. A release may have come in between: {@link releasableTenants} finds the work then.
   */
  async put(work: WorkToHold): Promise<void> {
    await this.#put(work);
  }

  async #putAll(scope: HoldScope, works: readonly WorkToHold[]): Promise<void> {
    const keys = works.map(({ tenantId, id }) => keyOf(tenantId, id));
    const moving = {
      _id: { $in: keys },
      dueAt: { $lt: ON_HOLD_FROM },
      ...(scope === 'submissions' && { waitsFor: { $exists: false } }),
    } as Filter<Due>;
    await this.#collections[scope].updateMany(moving, [
      { $set: { dueAt: { $add: ['$dueAt', ON_HOLD_MS] } } },
    ]);
  }

  /**
   * The tenants after `after`, in order and at most `limit`, that have work on hold although they are not among
   * `holding`. Costs as much without any work on hold as with a million leads.
   */
  async releasableTenants(
    scope: HoldScope,
    holding: readonly string[],
    { after, limit }: { readonly after: string; readonly limit: number },
  ): Promise<readonly string[]> {
    const tenants: string[] = [];
    while (tenants.length < limit) {
      const beyond = { tenantId: { $gt: tenants.at(-1) ?? after, $nin: [...holding] } };
      const [next] = await this.#collections[scope]
        .find({ ...beyond, dueAt: { $gte: ON_HOLD_FROM } }, { projection: { _id: 0, tenantId: 1 } })
        .hint(ON_HOLD_INDEX)
        .sort({ tenantId: 1, dueAt: 1, _id: 1 })
        .limit(1)
        .toArray();
      if (!next) break;
      tenants.push(next.tenantId);
    }
    return tenants;
  }

  /** How many submissions are on hold, of a tenant or of all; at most `most`. */
  async waiting(most: number, tenantId?: string): Promise<number> {
    return this.#collections.submissions.countDocuments(
      { tenantId: tenantId ?? { $gt: '' }, dueAt: { $gte: ON_HOLD_FROM } },
      { hint: ON_HOLD_INDEX, limit: most },
    );
  }

  /** Makes the oldest work on hold of a tenant due now, at most `limit`, and returns how much that was. */
  async release(scope: HoldScope, tenantId: string, limit: number): Promise<number> {
    const collection = this.#collections[scope];
    const onHold = { tenantId, dueAt: { $gte: ON_HOLD_FROM } };
    const found = await collection
      .find(onHold, { projection: { _id: 1 } })
      .hint(ON_HOLD_INDEX)
      .sort({ tenantId: 1, dueAt: 1, _id: 1 })
      .limit(limit)
      .toArray();
    if (found.length === 0) return 0;
    // Work that has moved or ended since it was read is left as it is.
    const still = { _id: { $in: found.map(({ _id }) => _id) }, dueAt: onHold.dueAt };
    const released = await collection.updateMany(still, { $set: { dueAt: this.#clock.now() } });
    return released.modifiedCount;
  }
}
