/**
 * The database's clock. Whatever expires is compared with it, never with a worker's own,
 * so that two workers whose clocks differ agree on what is over.
 */
import type { Db } from 'mongodb';

const REFRESH_MS = 30_000;
/** An answer that took longer says too little: it is asked again soon. */
const GOOD_WITHIN_MS = 500;

/** Tells the database's time without a round trip per question. */
export class DatabaseClock {
  readonly #db: Pick<Db, 'admin'>;
  #offsetMs: number | undefined;
  #measuredAt = 0;

  constructor(db: Pick<Db, 'admin'>) {
    this.#db = db;
  }

  /** The database's time now, good to the shortest round trips of the measurements so far. */
  now(): Date {
    return new Date(Date.now() + (this.#offsetMs ?? 0));
  }

  /** Measures the difference to our own clock, at most every 30 s unless `force`. */
  async measure(force = false): Promise<void> {
    const askedAt = Date.now();
    if (!force && askedAt - this.#measuredAt < REFRESH_MS) return;
    const hello = await this.#db.admin().command({ hello: 1 });
    const answeredAt = Date.now();
    const theirs = (hello['localTime'] as Date).getTime();
    // The difference lies between these two, far apart when one of us was paused meanwhile: then what is known stands.
    const least = theirs - answeredAt;
    const most = theirs - askedAt;
    const known = this.#offsetMs ?? (least + most) / 2;
    this.#offsetMs = Math.min(Math.max(known, least), most);
    if (answeredAt - askedAt <= GOOD_WITHIN_MS) this.#measuredAt = answeredAt;
  }
}
