/** Which process leads the sweep: a lease that one process holds at a time. */
import type { Collection } from 'mongodb';
import type { DatabaseClock } from './clock.js';
import { isDuplicateKey } from './duplicate-key.js';

/** The process that may do something which one process does at a time. */
export interface LeaseDocument {
  readonly _id: string;
  readonly holder: string;
  readonly until: Date;
}

/** The lease of the sweep's leader. */
export class Leadership {
  readonly #leases: Collection<LeaseDocument>;
  readonly #clock: DatabaseClock;

  constructor(leases: Collection<LeaseDocument>, clock: DatabaseClock) {
    this.#leases = leases;
    this.#clock = clock;
  }

  /**
   * Makes `holder` the leader for `leaseMs`, or prolongs its lease, unless another one leads. Only the leader sweeps: the
   * others would only requeue the same work. A leader that died is replaced when its lease is over.
   */
  async becomeLeader(holder: string, leaseMs: number): Promise<boolean> {
    await this.#clock.measure();
    const now = this.#clock.now();
    const lease = { holder, until: new Date(now.getTime() + leaseMs) };
    try {
      const result = await this.#leases.updateOne(
        { _id: 'sweep', $or: [{ holder }, { until: { $lte: now } }] },
        { $set: lease },
        { upsert: true },
      );
      return result.matchedCount + result.upsertedCount === 1;
    } catch (error) {
      // Another process holds it: the upsert met its document.
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  /** Until when the lease of the process that sweeps lasts, or lasted; undefined before the first sweep. */
  async leaderUntil(): Promise<Date | undefined> {
    return (await this.#leases.findOne({ _id: 'sweep' }))?.until;
  }
}
