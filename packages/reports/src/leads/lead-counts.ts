/**
 * How many leads a tenant has in each status. They are counted from an index alone, piece by piece, and the counts are
 * stored: a reader reads one document, and the larger the collection, the less often it is counted again.
 */
import type { Collection } from 'mongodb';
import { setTimeout as pause } from 'node:timers/promises';
import type { LeadCounts, LeadCountsDocument, LeadDocument, Stores } from '@sluice/store';

/** Counts younger than this are not counted again. */
const FRESH_MS = 10_000;
/** Counting takes at most this fraction of the time. */
const FRACTION_OF_TIME = 100;
/** How long a caller waits for new counts before it gets the stored ones. */
const PATIENCE_MS = 500;
/** How many index entries one query reads, so that no other query waits long behind it. */
const PIECE = 20_000;

const newestFirst = { createdAt: -1, _id: -1 } as const;
const THE_BEGINNING = new Date(0);

/** The counts of one tenant's leads. */
export class LeadCountStore {
  readonly #leads: Collection<LeadDocument>;
  readonly #kept: Collection<LeadCountsDocument>;
  readonly #clock: Stores['clock'];
  readonly #tenantId: string;
  #counting: Promise<LeadCounts> | undefined;

  constructor(
    leads: Collection<LeadDocument>,
    kept: Collection<LeadCountsDocument>,
    clock: Stores['clock'],
    tenantId: string,
  ) {
    this.#leads = leads;
    this.#kept = kept;
    this.#clock = clock;
    this.#tenantId = tenantId;
  }

  /**
   * The leads by status. Their age is at most ten seconds, or a hundred times as long as the counting takes. While a
   * large collection is counted again, the stored counts are returned.
   */
  async cached(): Promise<LeadCounts> {
    const kept = await this.#kept.findOne({ _id: this.#tenantId });
    if (kept && this.#isRecent(kept)) return countsFrom(kept);
    const counting = this.count();
    if (!kept) return counting;
    // The count continues even if no caller waits for it; if it then fails, the next caller starts a new one.
    counting.catch(() => undefined);
    return Promise.race([counting, pause(PATIENCE_MS, countsFrom(kept), { ref: false })]);
  }

  /**
   * Counts the leads, `piece` index entries per query, and stores the counts. One count serves concurrent calls in
   * this process.
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

  // Skips from status to status along the index, without reading the entries in between.
  async #statusAfter(status: string): Promise<string | undefined> {
    const [next] = await this.#leads
      .find({ tenantId: this.#tenantId, status: { $gt: status } }, { projection: { _id: 0, status: 1 } })
      .sort({ tenantId: 1, status: 1, ...newestFirst })
      .limit(1)
      .toArray();
    return next?.status;
  }

  // Pages by creation time alone: a range on the id as well would read the leads themselves.
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
