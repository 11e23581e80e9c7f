/**
 * How far the outbox lags, for all tenants. The dashboard and the gauges poll this, so each answer comes from an index
 * and is bounded.
 */
import type { Collection } from 'mongodb';
import type { DatabaseClock } from '../driver/clock.js';
import { overdueTenants } from './overdue-tenants.js';
import type { SubmissionDocument } from '../submissions/submission-document.js';
import { ON_HOLD_FROM } from '../holds/work-on-hold.js';

/** Returns how many submissions wait, and for how long. */
export class OutboxLag {
  readonly #submissions: Collection<SubmissionDocument>;
  readonly #clock: DatabaseClock;

  constructor(submissions: Collection<SubmissionDocument>, clock: DatabaseClock) {
    this.#submissions = submissions;
    this.#clock = clock;
  }

  /**
   * How far the outbox lags: the number of overdue submissions (at most `countUpTo`), and how long the worst is
   * overdue.
   */
  async lag(countUpTo = 10_000): Promise<{ readonly overdue: number; readonly oldestMs: number }> {
    const now = this.#clock.now();
    const tenants = await overdueTenants(this.#submissions, { $lte: now });
    if (tenants.length === 0) return { overdue: 0, oldestMs: 0 };
    const [oldest, overdue] = await Promise.all([
      Promise.all(tenants.map((tenantId) => this.#oldest(tenantId))),
      this.#count(tenants, now, countUpTo),
    ]);
    return { overdue, oldestMs: Math.max(0, ...oldest.map((dueAt) => now.getTime() - dueAt)) };
  }

  /** How many submissions are past due, at most `countUpTo`. */
  async overdue(countUpTo: number): Promise<number> {
    await this.#clock.measure();
    const now = this.#clock.now();
    return this.#count(await overdueTenants(this.#submissions, { $lte: now }), now, countUpTo);
  }

  /** How long ago the oldest submission in progress, neither held nor on hold, was accepted; 0 if there is none. */
  async oldestInProgressMs(): Promise<number> {
    const [oldest] = await this.#submissions
      .find({ waitsFor: { $exists: false }, dueAt: { $lt: ON_HOLD_FROM } }, { projection: { acceptedAt: 1 } })
      .sort({ acceptedAt: 1 })
      .limit(1)
      .toArray();
    return oldest ? Math.max(0, this.#clock.now().getTime() - oldest.acceptedAt.getTime()) : 0;
  }

  /** How many submissions are held, at most `countUpTo`. */
  async held(countUpTo: number): Promise<number> {
    return this.#submissions.countDocuments(
      { waitsFor: { $exists: true }, dueAt: { $gt: new Date(0) } },
      { limit: countUpTo },
    );
  }

  async #count(tenants: readonly string[], now: Date, upTo: number): Promise<number> {
    if (tenants.length === 0) return 0;
    return this.#submissions.countDocuments(
      { tenantId: { $in: tenants }, dueAt: { $lte: now } },
      { limit: upTo },
    );
  }

  async #oldest(tenantId: string): Promise<number> {
    const [oldest] = await this.#submissions
      .find({ tenantId, dueAt: { $gt: new Date(0) } }, { projection: { dueAt: 1 } })
      .sort({ dueAt: 1, _id: 1 })
      .limit(1)
      .toArray();
    return oldest?.dueAt?.getTime() ?? Infinity;
  }
}
