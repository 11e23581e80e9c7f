/**
 * The database's clock. Whatever expires is compared with it, never with a worker's own,
 * so that two workers whose clocks differ agree on what is over.
 */
import type { Db } from 'mongodb';

const REFRESH_MS = 30_000;

/** Tells the database's time without a round trip per question. */
export class DatabaseClock {
  readonly #db: Db;
  #offsetMs = 0;
  #measuredAt = 0;

  constructor(db: Db) {
    this.#db = db;
  }

  /** The database's time now, good to the round trip of the last measurement. */
  now(): Date {
    return new Date(Date.now() + this.#offsetMs);
  }

  /** Measures the difference to our own clock, at most every 30 s unless `force`. */
  async measure(force = false): Promise<void> {
    const askedAt = Date.now();
    if (!force && askedAt - this.#measuredAt < REFRESH_MS) return;
    const hello = await this.#db.admin().command({ hello: 1 });
    const answeredAt = Date.now();
    const halfway = askedAt + (answeredAt - askedAt) / 2;
    this.#offsetMs = (hello['localTime'] as Date).getTime() - halfway;
    this.#measuredAt = answeredAt;
  }
}
