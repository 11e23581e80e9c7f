/**
 * The size of the backlog, which every gateway asks for every second. To count it costs a query for each tenant with
 * overdue work, so one process counts, and the others read its count. If it stops, the first to notice counts from then
 * on.
 */
import { randomUUID } from 'node:crypto';
import type { Collection } from 'mongodb';
import type { DatabaseClock } from '../driver/clock.js';
import { isDuplicateKey } from '../driver/duplicate-key.js';
import type { LeaseDocument } from '../driver/leader-lease.js';
import type { OutboxLag } from './outbox-lag.js';

/** The lease of the process that counts, with its latest count. */
interface CountedDocument extends LeaseDocument {
  readonly overdue: number;
  /** Where it stopped counting. */
  readonly countUpTo: number;
}

const COUNTED = 'backlog';
/** A count is used this long at most. */
const COUNTED_FOR_MS = 5_000;

/** Counts the backlog, together with every other process. */
export class SharedBacklog {
  readonly #leases: Collection<CountedDocument>;
  readonly #clock: Pick<DatabaseClock, 'now' | 'measure'>;
  readonly #outbox: Pick<OutboxLag, 'overdue'>;
  readonly #me = randomUUID();

  constructor(
    leases: Collection<LeaseDocument>,
    clock: Pick<DatabaseClock, 'now' | 'measure'>,
    outbox: Pick<OutboxLag, 'overdue'>,
  ) {
    this.#leases = leases as unknown as Collection<CountedDocument>;
    this.#clock = clock;
    this.#outbox = outbox;
  }

  /** How many submissions were past due when they were last counted, at most `countUpTo`; at most 5 s old. */
  async overdue(countUpTo: number): Promise<number> {
    await this.#clock.measure();
    const known = await this.#leases.findOne({ _id: COUNTED });
    if (known && known.holder !== this.#me && known.until > this.#clock.now()) {
      const { overdue, countUpTo: stoppedAt } = known;
      if (overdue < stoppedAt || stoppedAt >= countUpTo) return Math.min(overdue, countUpTo);
    }
    const overdue = await this.#outbox.overdue(countUpTo);
    await this.#share(overdue, countUpTo);
    return overdue;
  }

  async #share(overdue: number, countUpTo: number): Promise<void> {
    const now = this.#clock.now();
    const until = new Date(now.getTime() + COUNTED_FOR_MS);
    try {
      await this.#leases.updateOne(
        { _id: COUNTED, $or: [{ holder: this.#me }, { until: { $lte: now } }] },
        { $set: { holder: this.#me, until, overdue, countUpTo } },
        { upsert: true },
      );
    } catch (error) {
      // Another process counts: the upsert conflicted with its document.
      if (!isDuplicateKey(error)) throw error;
    }
  }
}
