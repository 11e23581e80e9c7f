/**
 * The database's clock. Whatever expires is compared with it, never with a worker's own,
 * so that two workers whose clocks differ agree on what is over.
 */
import type { Db } from 'mongodb';

const REFRESH_MS = 30_000;
/** Known less well than this, it is measured again at the next occasion. */
const WELL_KNOWN_MS = 250;
const TRIES_TO_BEGIN_WITH = 5;

/** What the database's clock is ahead of ours by: no less than `least`, no more than `most`. */
interface Difference {
  readonly least: number;
  readonly most: number;
}

/** Tells the database's time without a round trip per question. */
export class DatabaseClock {
  readonly #db: Pick<Db, 'admin'>;
  #difference: Difference | undefined;
  #measuredAt = 0;

  constructor(db: Pick<Db, 'admin'>) {
    this.#db = db;
  }

  /** The database's time now, good to what all measurements so far agree on. */
  now(): Date {
    const { least, most } = this.#difference ?? { least: 0, most: 0 };
    return new Date(Date.now() + (least + most) / 2);
  }

  /** Measures until the time is well known; gives up after a few tries, for what is known then is better than none. */
  async begin(): Promise<void> {
    for (let tries = 0; tries < TRIES_TO_BEGIN_WITH && !this.#wellKnown(); tries += 1)
      await this.measure(true);
  }

  /** Measures the difference to our own clock: when it is not well known, else every 30 s at most, unless `force`. */
  async measure(force = false): Promise<void> {
    const askedAt = Date.now();
    if (!force && this.#wellKnown() && askedAt - this.#measuredAt < REFRESH_MS) return;
    const hello = await this.#db.admin().command({ hello: 1 });
    const answeredAt = Date.now();
    const theirs = (hello['localTime'] as Date).getTime();
    // These two are far apart when one of us was paused meanwhile: then what is known says more.
    this.#difference = narrowed(this.#difference, { least: theirs - answeredAt, most: theirs - askedAt });
    this.#measuredAt = answeredAt;
  }

  #wellKnown(): boolean {
    return this.#difference !== undefined && this.#difference.most - this.#difference.least <= WELL_KNOWN_MS;
  }
}

// Where the two contradict each other, a clock was set, or drifted: the newer is right.
function narrowed(known: Difference | undefined, measured: Difference): Difference {
  if (!known) return measured;
  const least = Math.max(known.least, measured.least);
  const most = Math.min(known.most, measured.most);
  return least <= most ? { least, most } : measured;
}
