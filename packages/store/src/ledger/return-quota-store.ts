/**
 * How many leads of a campaign and month were returned: one document per campaign and month, which names each sale that
 * counts. So a repeated change changes nothing, and of two returns at the edge of the quota one is admitted.
 */
import type { ReturnRecord } from '@sluice/contracts';
import type { Collection, Document, UpdateFilter } from 'mongodb';
import { isDuplicateKey } from '../driver/duplicate-key.js';
import { keyOf } from '../driver/keys.js';

/** A campaign's returns of a month. */
export interface ReturnQuotaDocument {
  readonly _id: string;
  readonly tenantId: string;
  /** The submissions whose sales count as returned. */
  readonly counted: readonly string[];
  /** Those whose returns were denied or withdrawn. A worker that is late must not count them again. */
  readonly released: readonly string[];
  /** Those that count for good, by a person's word. */
  readonly fixed: readonly string[];
  /** How many leads were placed in the month, as far as is known. */
  readonly placed: number;
  /** Whether the month was over when that was counted. */
  readonly isOver: boolean;
}

/** Which quota a return counts in. */
export type InQuota = Pick<ReturnRecord, 'placedCampaignId' | 'month'>;

/** What is known about a quota. */
export type ReturnQuota = Pick<ReturnQuotaDocument, 'placed' | 'isOver'> & { readonly returned: number };

/** Whether a return counts now, the quota is full, or the return was decided otherwise meanwhile. */
export type Admission = 'counted' | 'full' | 'released';

const nothing = { counted: [], released: [], fixed: [], placed: 0, isOver: false };

/** The quotas of one tenant's campaigns. */
export class ReturnQuotaStore {
  readonly #quotas: Collection<ReturnQuotaDocument>;
  readonly #tenantId: string;

  constructor(collection: Collection<ReturnQuotaDocument>, tenantId: string) {
    this.#quotas = collection;
    this.#tenantId = tenantId;
  }

  /** Counts the sale of a submission if fewer than `most` are counted; without `most`, always. Repeatable. */
  async count(of: InQuota, submissionId: string, most?: number): Promise<Admission> {
    const _id = this.#key(of);
    const hasRoom = most === undefined ? {} : { $expr: { $lt: [{ $size: '$counted' }, most] } };
    const isNew = { counted: { $ne: submissionId }, released: { $ne: submissionId } };
    const change = { $push: { counted: submissionId } };
    for (;;) {
      const { modifiedCount } = await this.#quotas.updateOne({ _id, ...isNew, ...hasRoom }, change);
      if (modifiedCount === 1) return 'counted';
      const stored = await this.#quotas.findOne({ _id });
      if (stored?.counted.includes(submissionId)) return 'counted';
      if (stored?.released.includes(submissionId)) return 'released';
      if (stored && most !== undefined && stored.counted.length >= most) return 'full';
      // Without a document there was nothing to change. Others may begin it, or give room back, at any moment.
      if (!stored) await this.#begin(of);
    }
  }

  /** Counts the sale whatever the quota is and whatever was decided before. Repeatable. */
  async countForGood(of: InQuota, submissionId: string): Promise<void> {
    await this.#change(of, {
      $addToSet: { counted: submissionId, fixed: submissionId },
      $pull: { released: submissionId },
    });
  }

  /** The sale no longer counts, because its return was denied or withdrawn. Repeatable. */
  async release(of: InQuota, submissionId: string): Promise<void> {
    await this.#begin(of);
    await this.#quotas.updateOne(
      { _id: this.#key(of), fixed: { $ne: submissionId } },
      { $pull: { counted: submissionId }, $addToSet: { released: submissionId } },
    );
  }

  /** What is known so far. */
  async of(of: InQuota): Promise<ReturnQuota> {
    const [found] = await this.#quotas
      .aggregate<ReturnQuota & Document>([
        { $match: { _id: this.#key(of) } },
        { $project: { _id: 0, placed: 1, isOver: 1, returned: { $size: '$counted' } } },
      ])
      .toArray();
    return found ?? { placed: 0, isOver: false, returned: 0 };
  }

  /** Keeps how many leads were placed, which only grows; `isOver` if the month was over when they were counted. */
  async keepPlaced(of: InQuota, placed: number, isOver: boolean): Promise<void> {
    await this.#change(of, { $max: { placed }, ...(isOver && { $set: { isOver } }) });
  }

  async #change(of: InQuota, change: UpdateFilter<ReturnQuotaDocument>): Promise<void> {
    const { matchedCount } = await this.#quotas.updateOne({ _id: this.#key(of) }, change);
    if (matchedCount === 1) return;
    await this.#begin(of);
    await this.#quotas.updateOne({ _id: this.#key(of) }, change);
  }

  async #begin(of: InQuota): Promise<void> {
    try {
      await this.#quotas.updateOne(
        { _id: this.#key(of) },
        { $setOnInsert: { tenantId: this.#tenantId, ...nothing } },
        { upsert: true },
      );
    } catch (error) {
      // Two upserts at once: the other one has written it.
      if (!isDuplicateKey(error)) throw error;
    }
  }

  #key({ placedCampaignId, month }: InQuota): string {
    return keyOf(this.#tenantId, `returns.${placedCampaignId}.${month}`);
  }
}
