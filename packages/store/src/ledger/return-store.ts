/**
 * The returns of a tenant, one per sale.
 *
 *     opening ──→ requested ──→ approved | denied | withdrawn
 *        │   └──→ approved (the campaign approves by itself)
 *        └──→ deleted (the quota is full)
 *
 * A person who sets the status of a lead to `returned` makes any of these approved. Every change is a compare-and-set, so
 * of several at once one is made. `dueAt` is set as long as something has still to be written elsewhere.
 */
import type { ReturnDecision, ReturnRecord, ReturnStatus, ReturnSum } from '@sluice/contracts';
import type { Collection, Document } from 'mongodb';
import { isDuplicateKey } from '../driver/duplicate-key.js';
import { keyOf } from '../driver/keys.js';
import { newestFirstAfter, pageOf } from '../driver/page.js';

/** A return as stored, under the key of its sale. */
export interface ReturnDocument extends ReturnRecord {
  readonly _id: string;
  readonly tenantId: string;
}

/** The returns that a page shows; each field narrows them further. */
export interface ReturnFilter {
  readonly from?: Date;
  /** Exclusive. */
  readonly before?: Date;
  readonly status?: ReturnStatus | readonly ReturnStatus[];
  /** The campaign that the lead was placed with. */
  readonly placedCampaignId?: string;
  readonly clientId?: string;
  readonly leadId?: string;
}

/** A page of returns, newest first. */
export interface ReturnPage {
  readonly returns: readonly ReturnRecord[];
  readonly nextCursor: string | null;
}

/** What is recorded with a decision. */
export interface DecidedReturn {
  readonly status: ReturnDecision;
  readonly decidedAt: Date;
  readonly decidedBy?: string;
  readonly decidedByOperator?: true | undefined;
  readonly decisionNote?: string;
  readonly decisionId?: string;
}

const newestFirst = { requestedAt: -1, _id: -1 } as const;
const shownStatuses: readonly ReturnStatus[] = ['requested', 'approved', 'denied', 'withdrawn'];

/** The returns of one tenant. */
export class ReturnStore {
  readonly #returns: Collection<ReturnDocument>;
  readonly #tenantId: string;

  constructor(collection: Collection<ReturnDocument>, tenantId: string) {
    this.#returns = collection;
    this.#tenantId = tenantId;
  }

  /** Writes a return unless its sale has one, and answers the stored one. */
  async open(record: ReturnRecord): Promise<ReturnRecord> {
    const document = { _id: this.#key(record.submissionId), tenantId: this.#tenantId, ...record };
    try {
      await this.#returns.insertOne(document);
      return record;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
    // Only an opening return is ever deleted. Whoever asked is as late as one who asks again.
    return (await this.ofSale(record.submissionId)) ?? this.open(record);
  }

  /** The return of the sale of a submission, if there is one. */
  async ofSale(submissionId: string): Promise<ReturnRecord | undefined> {
    return recordOf(await this.#returns.findOne({ _id: this.#key(submissionId) }));
  }

  /** The return with this id; an opening one is not there yet. */
  async find(returnId: string): Promise<ReturnRecord | undefined> {
    return recordOf(await this.#shown(returnId));
  }

  /** The opening return becomes requested. False if it is no longer opening. */
  async request({ submissionId, returnId }: ReturnRecord): Promise<boolean> {
    const { modifiedCount } = await this.#returns.updateOne(
      { _id: this.#key(submissionId), returnId, status: 'opening' },
      { $set: { status: 'requested' }, $unset: { dueAt: '' } },
    );
    return modifiedCount === 1;
  }

  /** Deletes an opening return, for which the quota has no room. */
  async discard({ submissionId, returnId }: ReturnRecord): Promise<void> {
    await this.#returns.deleteOne({ _id: this.#key(submissionId), returnId, status: 'opening' });
  }

  /**
   * Decides a return that still has the status `from`; `dueAt` is when the sweep goes on with what follows. Undefined if
   * it has another one.
   */
  async decide(
    { submissionId, returnId }: ReturnRecord,
    from: 'opening' | 'requested',
    decided: DecidedReturn,
    dueAt: Date,
  ): Promise<ReturnRecord | undefined> {
    const change = { $set: { ...decided, dueAt } };
    const filter = { _id: this.#key(submissionId), returnId, status: from };
    return recordOf(await this.#returns.findOneAndUpdate(filter, change, { returnDocument: 'after' }));
  }

  /** Approves the return of a sale, whatever its status is, by a person's word; writes `record` if there is none. */
  async approveByStatus(record: ReturnRecord & DecidedReturn): Promise<ReturnRecord> {
    const stored = await this.open(record);
    if (stored.status === 'approved') return stored;
    const { status, decidedAt, decidedBy, dueAt } = record;
    const approved = await this.#returns.findOneAndUpdate(
      { _id: this.#key(record.submissionId), status: { $ne: 'approved' } },
      {
        $set: {
          status,
          decidedAt,
          isByStatus: true,
          ...(decidedBy !== undefined && { decidedBy }),
          ...(dueAt && { dueAt }),
        },
        // Those of the decision that it replaces; an API key sets a status, and it is the tenant's.
        $unset: {
          decisionNote: '',
          decisionId: '',
          decidedByOperator: '',
          ...(decidedBy === undefined && { decidedBy: '' }),
        },
      },
      { returnDocument: 'after' },
    );
    return recordOf(approved) ?? this.approveByStatus(record);
  }

  /** Everything that follows from the return's status is written. */
  async complete({ submissionId, returnId, status }: ReturnRecord): Promise<void> {
    await this.#returns.updateOne(
      { _id: this.#key(submissionId), returnId, status },
      { $unset: { dueAt: '' } },
    );
  }

  /** A page of at most `limit` returns after the return `cursor`; empty if there is no such return. */
  async page(filter: ReturnFilter, limit: number, cursor?: string): Promise<ReturnPage> {
    const after = cursor === undefined ? undefined : await this.#shown(cursor);
    if (cursor !== undefined && !after) return { returns: [], nextCursor: null };
    const found = await this.#returns
      .find(queryOf(this.#tenantId, filter, after))
      .sort(newestFirst)
      .limit(limit + 1)
      .toArray();
    const { items, nextCursor } = pageOf(found.map(recordFrom), limit, ({ returnId }) => returnId);
    return { returns: items, nextCursor };
  }

  /** What the returns come to, by status and currency. */
  async sums(filter: ReturnFilter): Promise<readonly ReturnSum[]> {
    return this.#returns
      .aggregate<ReturnSum>([
        { $match: queryOf(this.#tenantId, filter) },
        {
          $group: {
            _id: { status: '$status', currency: '$currency' },
            minor: { $sum: '$minor' },
            returns: { $sum: 1 },
          },
        },
        { $project: { _id: 0, status: '$_id.status', currency: '$_id.currency', minor: 1, returns: 1 } },
      ])
      .toArray();
  }

  async #shown(returnId: string): Promise<ReturnDocument | undefined> {
    const query = { tenantId: this.#tenantId, returnId, status: { $ne: 'opening' as const } };
    return (await this.#returns.findOne(query)) ?? undefined;
  }

  #key(submissionId: string): string {
    return keyOf(this.#tenantId, `${submissionId}.return`);
  }
}

function queryOf(
  tenantId: string,
  { from, before, status, ...same }: ReturnFilter,
  after?: ReturnDocument,
): Document {
  return {
    tenantId,
    status: { $in: [status ?? shownStatuses].flat() },
    ...same,
    ...newestFirstAfter('requestedAt', { from, before }, after),
  };
}

/** The record of a document. */
export function recordFrom({ _id, tenantId: _tenant, ...record }: ReturnDocument): ReturnRecord {
  return record;
}

function recordOf(document: ReturnDocument | null | undefined): ReturnRecord | undefined {
  return document ? recordFrom(document) : undefined;
}
