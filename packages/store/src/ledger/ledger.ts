/** The ledger of a tenant: entries are added and read, and never changed, apart from what people wrote, which is emptied. */
import type { LedgerEntry, LedgerSum, LedgerType } from '@sluice/contracts';
import type { Collection, Document } from 'mongodb';
import { commitOf, type WriteOne } from '../commit/commit.js';
import type { BulkWriter } from '../commit/ordered-writes.js';
import { insertPhase, type Exists } from '../commit/phases.js';
import { idOf, keyOf } from '../driver/keys.js';
import { newestFirstAfter, pageOf } from '../driver/page.js';
import type { ReportMarks } from '../reports/report-marks.js';

/** An entry as stored, under the key of its cause. */
export interface LedgerDocument extends Omit<LedgerEntry, 'entryId'> {
  readonly _id: string;
  readonly tenantId: string;
}

/** The entries that a page shows; each field narrows them further. */
export interface LedgerFilter {
  readonly from?: Date;
  /** Exclusive. */
  readonly before?: Date;
  readonly type?: LedgerType | readonly LedgerType[];
  readonly leadId?: string;
  /** The campaign that the lead was submitted to. */
  readonly campaignId?: string;
  readonly clientId?: string;
  readonly supplierId?: string;
}

/** A page of entries, newest first. */
export interface LedgerPage {
  readonly entries: readonly LedgerEntry[];
  readonly nextCursor: string | null;
}

/** Batched round trips, of all tenants of the process. */
export interface LedgerBatching {
  readonly insert: WriteOne<LedgerDocument, Exists>;
}

export function ledgerBatching(writer: BulkWriter, collection: Collection<LedgerDocument>): LedgerBatching {
  return { insert: commitOf(writer, insertPhase(collection, { seesOwn: false })) };
}

const newestFirst = { occurredAt: -1, _id: -1 } as const;

/** Entries that are money: a sale without a price is none. An index holds only these. */
export const isMoney = { $or: [{ minor: { $gt: 0 } }, { minor: { $lt: 0 } }] };

/** The ledger of one tenant. */
export class LedgerStore {
  readonly #entries: Collection<LedgerDocument>;
  readonly #batching: LedgerBatching;
  readonly #marks: ReportMarks;
  readonly #tenantId: string;

  constructor(
    collection: Collection<LedgerDocument>,
    batching: LedgerBatching,
    marks: ReportMarks,
    tenantId: string,
  ) {
    this.#entries = collection;
    this.#batching = batching;
    this.#marks = marks;
    this.#tenantId = tenantId;
  }

  /** Books an entry unless its cause is booked already, and returns the stored one. */
  async book(entry: LedgerEntry): Promise<LedgerEntry> {
    const document = ledgerDocument(this.#tenantId, entry);
    const outcome = await this.#marks.around([entry.receivedAt], () => this.#batching.insert(document));
    if (outcome === 'made') return entry;
    const existing = await this.#find(entry.entryId);
    if (!existing) throw new Error(`ledger entry ${document._id} exists but cannot be read`);
    return entryFrom(existing);
  }

  /** Those of these entries that are booked. */
  async found(entryIds: readonly string[]): Promise<readonly LedgerEntry[]> {
    const keys = entryIds.map((entryId) => keyOf(this.#tenantId, entryId));
    return (await this.#entries.find({ _id: { $in: keys } }).toArray()).map(entryFrom);
  }

  /** The latest sale of a lead, if any; with `clientId`, only of those to this client. */
  async lastSale(leadId: string, clientId?: string): Promise<LedgerEntry | undefined> {
    const [found] = await this.#entries
      .find({
        tenantId: this.#tenantId,
        leadId,
        type: 'sale',
        ...(clientId !== undefined && { clientId }),
      })
      .sort(newestFirst)
      .limit(1)
      .toArray();
    return found && entryFrom(found);
  }

  /** The sales of a lead, people's corrections of them and their returns, newest first. */
  async salesOfLead(leadId: string): Promise<readonly LedgerEntry[]> {
    const found = await this.#entries
      .find({ tenantId: this.#tenantId, leadId, type: { $in: ['sale', 'adjustment', 'return'] } })
      .sort(newestFirst)
      .toArray();
    return found.map(entryFrom);
  }

  /** What a lead cost, and what its supplier gave back. */
  async costsOfLead(leadId: string): Promise<readonly LedgerEntry[]> {
    const found = await this.#entries
      .find({ tenantId: this.#tenantId, leadId, type: { $in: ['cost', 'cost_reversal'] } })
      .toArray();
    return found.map(entryFrom);
  }

  /** The latest sale of each of these leads that has one. */
  async lastSales(leadIds: readonly string[]): Promise<readonly LedgerEntry[]> {
    const found = await this.#entries
      .find({ tenantId: this.#tenantId, leadId: { $in: [...leadIds] }, type: 'sale' })
      .sort({ leadId: 1, ...newestFirst })
      .toArray();
    return found.filter(({ leadId }, n) => leadId !== found[n - 1]?.leadId).map(entryFrom);
  }

  /** The latest sales that the buyer gave this identifier, at most `limit`; with `clientId`, only those to this client. */
  async salesOf(
    reference: string,
    clientId: string | undefined,
    limit: number,
  ): Promise<readonly LedgerEntry[]> {
    const found = await this.#entries
      .find({ tenantId: this.#tenantId, reference, ...(clientId !== undefined && { clientId }) })
      .sort({ occurredAt: -1 })
      .limit(limit)
      .toArray();
    return found.map(entryFrom);
  }

  /** How many leads a campaign has placed at or after `from` and before `before`; it counts no further than `enough`. */
  async placed(placedCampaignId: string, from: Date, before: Date, enough?: number): Promise<number> {
    const sales = { tenantId: this.#tenantId, placedCampaignId, type: 'sale' as const };
    return this.#entries.countDocuments(
      { ...sales, occurredAt: { $gte: from, $lt: before } },
      enough === undefined ? {} : { limit: enough },
    );
  }

  /** A page of at most `limit` entries after the entry `cursor`; empty if there is no such entry. */
  async page(filter: LedgerFilter, limit: number, cursor?: string): Promise<LedgerPage> {
    const after = cursor === undefined ? undefined : await this.#find(cursor);
    if (cursor !== undefined && !after) return { entries: [], nextCursor: null };
    const found = await this.#entries
      .find(queryOf(this.#tenantId, filter, after))
      .sort(newestFirst)
      .limit(limit + 1)
      .toArray();
    const { items, nextCursor } = pageOf(found.map(entryFrom), limit, ({ entryId }) => entryId);
    return { entries: items, nextCursor };
  }

  /** What the entries come to, by type and currency. */
  async sums(filter: LedgerFilter): Promise<readonly LedgerSum[]> {
    return this.#entries
      .aggregate<LedgerSum>([
        { $match: queryOf(this.#tenantId, filter) },
        {
          $group: {
            _id: { type: '$type', currency: '$currency' },
            minor: { $sum: '$minor' },
            entries: { $sum: 1 },
            unpriced: { $sum: { $cond: [{ $eq: ['$unpriced', true] }, 1, 0] } },
          },
        },
        {
          $project: {
            _id: 0,
            type: '$_id.type',
            currency: '$_id.currency',
            minor: 1,
            entries: 1,
            unpriced: 1,
          },
        },
      ])
      .toArray();
  }

  async #find(entryId: string): Promise<LedgerDocument | undefined> {
    return (await this.#entries.findOne({ _id: keyOf(this.#tenantId, entryId) })) ?? undefined;
  }
}

function queryOf(
  tenantId: string,
  { from, before, type, ...same }: LedgerFilter,
  after?: LedgerDocument,
): Document {
  return {
    tenantId,
    ...same,
    ...(type !== undefined && { type: typeof type === 'string' ? type : { $in: type } }),
    ...newestFirstAfter('occurredAt', { from, before }, after),
  };
}

/** The document of an entry. */
export function ledgerDocument(tenantId: string, { entryId, ...entry }: LedgerEntry): LedgerDocument {
  return { _id: keyOf(tenantId, entryId), tenantId, ...entry };
}

function entryFrom({ _id, tenantId: _tenant, ...entry }: LedgerDocument): LedgerEntry {
  return { entryId: idOf(_id), ...entry };
}
