/**
 * The database's clock. Every expiry is compared with it, never with a worker's own clock, so that two workers whose
 * clocks differ agree on what has expired.
 */
import type { Db } from 'mongodb';

const REFRESH_MS = 30_000;
/** If the difference is known less precisely than this, it is measured again at the next opportunity. */
const WELL_KNOWN_MS = 250;
const TRIES_TO_BEGIN_WITH = 5;

/** By how much the database's clock is ahead of the local one: at least `least`, at most `most`. */
interface Difference {
  readonly least: number;
  readonly most: number;
}

/** Returns the database's time without a round trip per call. */
export class DatabaseClock {
  readonly #db: Pick<Db, 'admin'>;
  #difference: Difference | undefined;
  #measuredAt = 0;

  constructor(db: Pick<Db, 'admin'>) {
    this.#db = db;
  }

  /** The current database time, as precise as the measurements so far allow. */
  now(): Date {
    const { least, most } = this.#difference ?? { least: 0, most: 0 };
    return new Date(Date.now() + (least + most) / 2);
  }

  /**
   * Measures until the time is known precisely. Gives up after a few attempts, because an imprecise time is better than
   * none.
   */
  async begin(): Promise<void> {
    for (let tries = 0; tries < TRIES_TO_BEGIN_WITH && !this.#wellKnown(); tries += 1)
      await this.measure(true);
  }

  /**
   * Measures the difference to the local clock if it is not known precisely; otherwise at most every 30 s, unless
   * `force`.
   */
  async measure(force = false): Promise<void> {
    const askedAt = Date.now();
    const sinceMs = askedAt - this.#measuredAt;
    // The local clock may have been set back since.
    if (!force && this.#wellKnown() && sinceMs >= 0 && sinceMs < REFRESH_MS) return;
    const hello = await this.#db.admin().command({ hello: 1 });
    const answeredAt = Date.now();
    const theirs = (hello['localTime'] as Date).getTime();
    // If a process was paused in between, these two are far apart, and the known bounds are more precise.
    this.#difference = narrowed(this.#difference, { least: theirs - answeredAt, most: theirs - askedAt });
    this.#measuredAt = answeredAt;
  }

  #wellKnown(): boolean {
    return this.#difference !== undefined && this.#difference.most - this.#difference.least <= WELL_KNOWN_MS;
  }
}

// If the two contradict each other, a clock was set or has drifted, and the newer measurement is right.
function narrowed(known: Difference | undefined, measured: Difference): Difference {
  if (!known) return measured;
  const least = Math.max(known.least, measured.least);
  const most = Math.min(known.most, measured.most);
  return least <= most ? { least, most } : measured;
}
