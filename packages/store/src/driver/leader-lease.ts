/** The leader of the sweep: a lease that one process holds at a time. */
import type { Collection } from 'mongodb';
import type { DatabaseClock } from './clock.js';
import { isDuplicateKey } from './duplicate-key.js';

/** A lease for work that only one process may do at a time. */
export interface LeaseDocument {
  readonly _id: string;
  readonly holder: string;
  readonly until: Date;
}

/** The lease of the sweep's leader. */
export class LeaderLease {
  readonly #leases: Collection<LeaseDocument>;
  readonly #clock: DatabaseClock;

  constructor(leases: Collection<LeaseDocument>, clock: DatabaseClock) {
    this.#leases = leases;
    this.#clock = clock;
  }

  /**
   * Makes `holder` the leader for `leaseMs`, or extends its lease, unless another process is the leader. Only the leader
   * sweeps, because others would merely requeue the same work. A leader that died is replaced when its lease expires.
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
      // Another process holds the lease: the upsert conflicted with its document.
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  /** When the current or last lease of the sweep's leader expires or expired; undefined before the first sweep. */
  async leaderUntil(): Promise<Date | undefined> {
    return (await this.#leases.findOne({ _id: 'sweep' }))?.until;
  }
}
