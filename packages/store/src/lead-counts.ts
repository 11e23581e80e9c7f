/**
 * How many leads a tenant has of each status. They are counted in an index alone, a piece at a time, and the counts are
 * kept: a reader reads one document, and the larger the store, the more seldom it is counted anew.
 */
import type { Collection } from 'mongodb';
import { setTimeout as pause } from 'node:timers/promises';
import type { DatabaseClock } from './clock.js';
import type { LeadDocument } from './leads.js';

/** Leads by status, as they were counted at an instant. */
export interface LeadCounts {
  readonly statuses: Readonly<Record<string, number>>;
  readonly at: Date;
}

/** A tenant's counts as kept, under the tenant. */
export interface LeadCountsDocument extends LeadCounts {
  readonly _id: string;
  /** How long the counting took. */
  readonly tookMs: number;
}

/** Counts younger than this are not counted again. */
const FRESH_MS = 10_000;
/** Counting takes at most one in so many parts of the time. */
const FRACTION_OF_TIME = 100;
/** How long a caller waits for new counts before it gets the kept ones. */
const PATIENCE_MS = 500;
/** How many index entries a single question reads, so that no other waits long behind it. */
const PIECE = 20_000;

const newestFirst = { createdAt: -1, _id: -1 } as const;
const THE_BEGINNING = new Date(0);

/** The counts of one tenant's leads. */
export class LeadCountStore {
  readonly #leads: Collection<LeadDocument>;
  readonly #kept: Collection<LeadCountsDocument>;
  readonly #clock: Pick<DatabaseClock, 'now'>;
  readonly #tenantId: string;
  #counting: Promise<LeadCounts> | undefined;

  constructor(
    leads: Collection<LeadDocument>,
    kept: Collection<LeadCountsDocument>,
    clock: Pick<DatabaseClock, 'now'>,
    tenantId: string,
  ) {
    this.#leads = leads;
    this.#kept = kept;
    this.#clock = clock;
    this.#tenantId = tenantId;
  }

  /**
   * The leads by status, as they were at most ten seconds ago, or a hundred times as long as counting them takes. Of a
   * large store these are the counts kept so far, while new ones are being made.
   */
  async cached(): Promise<LeadCounts> {
    const kept = await this.#kept.findOne({ _id: this.#tenantId });
    if (kept && this.#isRecent(kept)) return countsFrom(kept);
    const counting = this.count();
    if (!kept) return counting;
    // Counting goes on when no caller waits for it any more; should it fail then, the next caller begins anew.
    counting.catch(() => undefined);
    return Promise.race([counting, pause(PATIENCE_MS, countsFrom(kept), { ref: false })]);
  }

  /**
   * Counts the leads, `piece` index entries a question, and keeps the counts; a caller that asks meanwhile, in this process, is
   * answered with the same.
   */
  async count(piece = PIECE): Promise<LeadCounts> {
    this.#counting ??= this.#countAnew(piece).finally(() => (this.#counting = undefined));
    return this.#counting;
  }

  #isRecent({ at, tookMs }: LeadCountsDocument): boolean {
    return this.#clock.now().getTime() - at.getTime() < Math.max(FRESH_MS, tookMs * FRACTION_OF_TIME);
  }

  async #countAnew(piece: number): Promise<LeadCounts> {
    const startedAt = performance.now();
    const statuses: Record<string, number> = {};
    for (let status = await this.#statusAfter(''); status !== undefined;) {
      statuses[status] = await this.#countOf(status, piece);
      status = await this.#statusAfter(status);
    }
    const counts = { statuses, at: this.#clock.now() };
    const tookMs = Math.round(performance.now() - startedAt);
    await this.#kept.updateOne({ _id: this.#tenantId }, { $set: { ...counts, tookMs } }, { upsert: true });
    return counts;
  }

  // From status to status along the index, without looking at what lies between.
  async #statusAfter(status: string): Promise<string | undefined> {
    const [next] = await this.#leads
      .find({ tenantId: this.#tenantId, status: { $gt: status } }, { projection: { _id: 0, status: 1 } })
      .sort({ tenantId: 1, status: 1, ...newestFirst })
      .limit(1)
      .toArray();
    return next?.status;
  }

  // From piece to piece by the instant of creation alone: with the id beside it, the leads themselves would be read.
  async #countOf(status: string, piece: number): Promise<number> {
    const leads = { tenantId: this.#tenantId, status };
    let count = 0;
    for (let before: Date | undefined; ;) {
      const rest = before ? { $lt: before } : {};
      const [mark] = await this.#leads
        .find(
          { ...leads, createdAt: { $gte: THE_BEGINNING, ...rest } },
          { projection: { _id: 0, createdAt: 1 } },
        )
        .sort(newestFirst)
        .skip(piece)
        .limit(1)
        .toArray();
      const from = mark?.createdAt ?? THE_BEGINNING;
      count += await this.#leads.countDocuments({ ...leads, createdAt: { $gte: from, ...rest } });
      if (!mark) return count;
      before = from;
    }
  }
}

function countsFrom({ statuses, at }: LeadCountsDocument): LeadCounts {
  return { statuses, at };
}
