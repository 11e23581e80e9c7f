/**
 * What a campaign placed, refused and earned on a day. Counted from the indexes of placements and of the campaign's
 * leads, and then stored. A past day is not counted again, and the current day is counted less often the longer
 * counting takes. A day whose records have since been deleted keeps its stored count; if it was never counted before
 * the deletion, it is marked as partial.
 */
import type { Collection } from 'mongodb';
import type { DatabaseClock } from './clock.js';
import type { DecisionDocument } from './journal.js';
import { idOf, keyOf } from './keys.js';
import type { LeadDocument } from './leads.js';
import type { RetentionDocument } from './retention/retention-document.js';
import type { SubmissionDocument } from './submissions.js';

/** A day of a campaign. */
export interface CampaignDay {
  /** Leads that buyers accepted and whose slot was reserved that day. */
  readonly placed: number;
  /** Leads created that day that are rejected, disqualified or duplicates. */
  readonly refused: number;
  /** The sum of the prices in the buyers' answers. */
  readonly revenue: number;
  /** When it was counted. */
  readonly at: Date;
  /** Some records had already been deleted when it was counted, so the true numbers may be higher. */
  readonly partial?: true;
}

/** A day as stored, under the campaign and the day. */
export interface CampaignDayDocument extends CampaignDay {
  readonly _id: string;
  readonly tenantId: string;
  readonly tookMs: number;
}

/** The day to count: its name, and its bounds in the campaign's time zone. */
export interface DayAsk {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly from: Date;
  readonly to: Date;
}

/** The collections that are counted. */
export interface CountedCollections {
  readonly submissions: Collection<SubmissionDocument>;
  readonly decisions: Collection<DecisionDocument>;
  readonly leads: Collection<LeadDocument>;
  readonly retention: Collection<RetentionDocument>;
  readonly kept: Collection<CampaignDayDocument>;
}

/** Counts younger than this are not counted again. */
const FRESH_MS = 10_000;
/** Counting takes at most this fraction of the time. */
const FRACTION_OF_TIME = 100;
/** A delivery may be retried for this long; after that the day no longer changes. */
const SETTLED_AFTER_MS = 48 * 3_600_000;
const PIECE = 1_000;
/** The kinds of records that a day is counted from. */
const counting = ['leads', 'submissions', 'decisions'] as const;
const refusedStatuses = ['rejected', 'disqualified', 'duplicate'];

/** The days of one tenant's campaigns. */
export class CampaignDayStore {
  readonly #of: CountedCollections;
  readonly #clock: Pick<DatabaseClock, 'now'>;
  readonly #tenantId: string;

  constructor(of: CountedCollections, clock: Pick<DatabaseClock, 'now'>, tenantId: string) {
    this.#of = of;
    this.#clock = clock;
    this.#tenantId = tenantId;
  }

  /** The day of the campaign as last counted, or counted now. */
  async read(campaignId: string, ask: DayAsk): Promise<CampaignDay> {
    const _id = keyOf(this.#tenantId, `${campaignId}.${ask.day}`);
    const kept = await this.#of.kept.findOne({ _id });
    if (kept && this.#holds(kept, ask)) return dayFrom(kept);
    const startedAt = performance.now();
    const at = this.#clock.now();
    const [sales, refused] = await Promise.all([
      this.#sales(campaignId, ask),
      this.#refused(campaignId, ask),
    ]);
    const tookMs = Math.round(performance.now() - startedAt);
    // Checked after the count, because each deletion is announced before it happens.
    const isPartial = await this.#isDeletedFrom(ask);
    if (isPartial && kept) return dayFrom(kept);
    const day = { ...sales, refused, at, ...(isPartial && { partial: true as const }) };
    const counted = { tenantId: this.#tenantId, ...day, tookMs };
    await this.#of.kept.updateOne({ _id }, { $set: counted }, { upsert: true });
    return day;
  }

  async #isDeletedFrom({ from }: DayAsk): Promise<boolean> {
    const { deletedBefore = {} } = (await this.#of.retention.findOne({ _id: this.#tenantId })) ?? {};
    return counting.some((kind) => (deletedBefore[kind]?.getTime() ?? 0) > from.getTime());
  }

  #holds({ at, tookMs }: CampaignDayDocument, { to }: DayAsk): boolean {
    if (at.getTime() > to.getTime() + SETTLED_AFTER_MS) return true;
    return this.#clock.now().getTime() - at.getTime() < Math.max(FRESH_MS, tookMs * FRACTION_OF_TIME);
  }

  async #sales(campaignId: string, { from, to }: DayAsk): Promise<{ placed: number; revenue: number }> {
    const placements = this.#of.submissions.find(
      {
        tenantId: this.#tenantId,
        'placement.campaignId': campaignId,
        'placement.at': { $exists: true, $gte: from, $lt: to },
      },
      { projection: { _id: 1 }, batchSize: PIECE },
    );
    let placed = 0;
    let revenue = 0;
    let piece: string[] = [];
    for await (const { _id } of placements) {
      placed += 1;
      piece.push(_id);
      if (piece.length < PIECE) continue;
      revenue += await this.#pricesOf(piece);
      piece = [];
    }
    return { placed, revenue: revenue + (await this.#pricesOf(piece)) };
  }

  async #pricesOf(submissionKeys: readonly string[]): Promise<number> {
    if (submissionKeys.length === 0) return 0;
    const keys = submissionKeys.flatMap((key) =>
      ['delivery', 'resolution'].map((stage) => keyOf(this.#tenantId, `${idOf(key)}.${stage}.0`)),
    );
    const sold = await this.#of.decisions
      .find({ _id: { $in: keys }, 'decision.kind': 'delivered' }, { projection: { 'decision.price': 1 } })
      .toArray();
    return sold.reduce((sum, { decision }) => sum + ('price' in decision ? (decision.price ?? 0) : 0), 0);
  }

  async #refused(campaignId: string, { from, to }: DayAsk): Promise<number> {
    return this.#of.leads.countDocuments(
      {
        tenantId: this.#tenantId,
        campaignId,
        createdAt: { $gte: from, $lt: to },
        status: { $in: refusedStatuses },
      },
      { hint: { tenantId: 1, campaignId: 1, createdAt: -1, _id: -1 } },
    );
  }
}

function dayFrom({ placed, refused, revenue, at, partial }: CampaignDayDocument): CampaignDay {
  return { placed, refused, revenue, at, ...(partial && { partial }) };
}
