/**
 * Erasure: removes a person from every collection and keeps everything that is counted: decisions, placements, prices,
 * revenue, the ledger and counts. Every step may be repeated, and finds documents by ids, never by the data it erases.
 */
import type { Collection, Db, Document } from 'mongodb';
import type { AttemptDocument } from './attempts.js';
import type { EffectDocument } from './effects.js';
import { idOf, keyOf, keyRange } from './keys.js';
import { emptyNotes, type LedgerDocument } from './ledger.js';
import type { DecisionDocument } from './journal.js';
import type { LeadDocument } from './leads.js';
import { emptyReturnNotes, type ReturnDocument } from './returns/return-store.js';
import { impersonalAttempt, impersonalDecision, ownOrErased } from './personal-data.js';
import type { SubmissionDocument } from './submissions.js';

/**
 * Records that a lead was erased, under the lead's id. Written after the lead was cleared, so that no submission of the
 * lead is in progress, and before anything else is removed.
 */
export interface ErasureDocument {
  readonly _id: string;
  readonly tenantId: string;
  readonly at: Date;
  /** Absent until the erasure has been completed. */
  readonly doneAt?: Date;
}

/** The state of a lead: it changes with every submission and every update of the lead's data. */
export interface SeenLead {
  readonly lastSubmissionId: string;
  readonly revision: number;
}

/** How many documents of each collection were cleared or removed. */
export type Erased = Readonly<Record<string, number>>;

/** Erasures of one tenant. */
export class ErasureStore {
  readonly #db: Db;
  readonly #tenantId: string;

  constructor(db: Db, tenantId: string) {
    this.#db = db;
    this.#tenantId = tenantId;
  }

  #of<T extends Document>(collection: string): Collection<T> {
    return this.#db.collection<T>(collection);
  }

  /** When the lead was erased, or its erasure started. */
  async of(leadId: string): Promise<Pick<ErasureDocument, 'at' | 'doneAt'> | undefined> {
    const found = await this.#of<ErasureDocument>('erasures').findOne({ _id: keyOf(this.#tenantId, leadId) });
    return found ? { at: found.at, ...(found.doneAt && { doneAt: found.doneAt }) } : undefined;
  }

  /** The lead's state now, for {@link eraseIfUnchanged}; undefined if there is no such lead. */
  async see(leadId: string): Promise<SeenLead | undefined> {
    const lead = await this.#of<LeadDocument>('leads').findOne({ _id: keyOf(this.#tenantId, leadId) });
    return lead ? { lastSubmissionId: lead.lastSubmissionId, revision: lead.revision ?? 0 } : undefined;
  }

  /**
   * Removes the person from everything stored about the lead. The lead has to be at rest, because a submission in
   * progress would copy the data further. Repeatable; a repeat counts only what was added since. `removed` are messages
   * that may have been removed before the effects about them were written.
   */
  async erase(leadId: string, now: Date, removed: readonly string[] = []): Promise<Erased> {
    return this.#eraseRest(leadId, (await this.#clearLead(leadId)) ?? 0, now, removed);
  }

  /**
   * Does the same for a lead that was at rest when it was `seen`. Returns undefined, with nothing erased, if the lead
   * has changed since and has data.
   */
  async eraseIfUnchanged(leadId: string, seen: SeenLead | undefined, now: Date): Promise<Erased | undefined> {
    const cleared = await this.#clearLead(leadId, seen);
    return cleared === undefined ? undefined : this.#eraseRest(leadId, cleared, now);
  }

  /** The lead is cleared already, so no new submission copies the data from it. */
  async #eraseRest(
    leadId: string,
    leads: number,
    now: Date,
    removed: readonly string[] = [],
  ): Promise<Erased> {
    const erasures = this.#of<ErasureDocument>('erasures');
    const _id = keyOf(this.#tenantId, leadId);
    await erasures.updateOne(
      { _id },
      { $setOnInsert: { tenantId: this.#tenantId, at: now } },
      { upsert: true },
    );
    const submissionIds = await this.#submissionIds(leadId);
    const messageIds = [...(await this.#idsOf('messages', leadId)), ...removed];
    const eventIds = await this.#idsOf('effects', leadId, { trigger: 'explicit' });
    const erased = {
      leads,
      submissions: await this.#submissions(leadId),
      decisions: await this.#decisions(submissionIds),
      attempts: await this.#attempts([...submissionIds, ...messageIds]),
      effects: await this.#effects([leadId, ...submissionIds, ...messageIds, ...eventIds], now),
      // Only what people wrote and the buyer's identifier; the rest of the ledger and of returns is ids and amounts.
      ledger: await emptyNotes(this.#of<LedgerDocument>('ledger'), this.#tenantId, [leadId]),
      returns: await emptyReturnNotes(this.#of<ReturnDocument>('returns'), this.#tenantId, [leadId]),
      files: await this.#remove('files', { _id: keyRange(keyOf(this.#tenantId, `${leadId}.`)) }),
      interactions: await this.#remove('interactions', { tenantId: this.#tenantId, leadId }),
      conversations: await this.#remove('conversations', { _id: keyOf(this.#tenantId, `${leadId}.sms`) }),
      // A phone number can be recovered from its hash by trying all numbers.
      claims: await this.#remove('claims', { _id: this.#all(), leadId }),
      idempotency: await this.#idempotency(leadId, submissionIds),
      // Last, because the other records are found through these.
      messages: await this.#remove('messages', { tenantId: this.#tenantId, leadId }),
    };
    await erasures.updateOne({ _id }, { $set: { doneAt: now } });
    return erased;
  }

  #all() {
    return keyRange(keyOf(this.#tenantId, ''));
  }

  async #submissionIds(leadId: string): Promise<readonly string[]> {
    return this.#idsOf('submissions', leadId);
  }

  async #idsOf(collection: string, leadId: string, more: Document = {}): Promise<readonly string[]> {
    const found = await this.#of<{ readonly _id: string } & Document>(collection)
      .find({ tenantId: this.#tenantId, leadId, ...more }, { projection: { _id: 1 } })
      .toArray();
    return found.map(({ _id }) => idOf(_id));
  }

  /** Clears the lead and returns how many that were: none if it is clear; undefined if it is not as it was `seen`. */
  async #clearLead(leadId: string, seen?: SeenLead): Promise<number | undefined> {
    const leads = this.#of<LeadDocument>('leads');
    const _id = keyOf(this.#tenantId, leadId);
    const lead = await leads.findOne({ _id });
    if (!lead || isEmpty(lead.data)) return 0;
    const asSeen = seen && {
      lastSubmissionId: seen.lastSubmissionId,
      revision: seen.revision === 0 ? { $exists: false } : seen.revision,
    };
    const { matchedCount } = await leads.updateOne(
      { _id, ...asSeen },
      {
        $set: { data: {}, search: [], ...(lead.reason !== undefined && { reason: keptReason(lead) }) },
        // Makes a concurrent update that read the lead before the erasure fail.
        $inc: { revision: 1 },
      },
    );
    return matchedCount === 1 ? 1 : undefined;
  }

  async #submissions(leadId: string): Promise<number> {
    const submissions = this.#of<SubmissionDocument>('submissions');
    const found = await submissions.find({ tenantId: this.#tenantId, leadId }).toArray();
    const personal = found.filter(({ data, deliveryInfo }) => !isEmpty(data) || deliveryInfo !== undefined);
    for (const submission of personal) {
      const { _id, reason } = submission;
      await submissions.updateOne(
        { _id },
        {
          $set: { data: {}, ...(reason !== undefined && { reason: keptReason(submission) }) },
          $unset: { deliveryInfo: '' },
        },
      );
    }
    return personal.length;
  }

  async #decisions(submissionIds: readonly string[]): Promise<number> {
    const decisions = this.#of<DecisionDocument>('decisions');
    let count = 0;
    for (const submissionId of submissionIds) {
      const found = await decisions.find({ _id: this.#under(submissionId) }).toArray();
      for (const { _id, stage, decision } of found) {
        const kept = impersonalDecision(stage, decision);
        count += (await decisions.updateOne({ _id }, { $set: { decision: kept } })).modifiedCount;
      }
    }
    return count;
  }

  async #attempts(ids: readonly string[]): Promise<number> {
    const attempts = this.#of<AttemptDocument>('attempts');
    let count = 0;
    for (const id of ids) {
      for (const attempt of await attempts.find({ _id: this.#under(id) }).toArray()) {
        const kept = impersonalAttempt(attempt);
        // The person could be identified from the fingerprint by trying out requests.
        const change = { $set: kept, $unset: { sent: '' } } as const;
        count += (await attempts.updateOne({ _id: attempt._id }, change)).modifiedCount;
      }
    }
    return count;
  }

  /** Effects that are not done yet are cancelled, because the person they concern is erased. */
  async #effects(ids: readonly string[], now: Date): Promise<number> {
    const effects = this.#of<EffectDocument>('effects');
    const keys = { $or: ids.flatMap((id) => [{ _id: keyOf(this.#tenantId, id) }, { _id: this.#under(id) }]) };
    const cancelled = await effects.updateMany(
      { ...keys, status: 'due' },
      { $set: { status: 'skipped', reason: 'erased', endedAt: now }, $unset: { dueAt: '' } },
    );
    // A milestone records what was earned, and nothing about the person.
    const cleared = await effects.updateMany(
      { ...keys, kind: { $ne: 'milestone' } },
      { $set: { body: {}, attempts: [] } },
    );
    return Math.max(cancelled.modifiedCount, cleared.modifiedCount);
  }

  /** Kept answers about the lead. The keys themselves are chosen by the callers. */
  async #idempotency(leadId: string, submissionIds: readonly string[]): Promise<number> {
    const about = escaped(leadId);
    const seeds = [leadId, ...submissionIds].map((id) => id.slice(id.indexOf('_') + 1));
    return this.#remove('idempotency', {
      _id: this.#all(),
      $or: [{ ids: { $in: seeds } }, { _id: { $regex: about } }, { 'answer.body': { $regex: about } }],
    });
  }

  async #remove(collection: string, filter: Document): Promise<number> {
    return (await this.#db.collection(collection).deleteMany(filter)).deletedCount;
  }

  #under(id: string) {
    return keyRange(keyOf(this.#tenantId, `${id}.`));
  }
}

// If the status comes from a delivery, the reason may contain the buyer's words.
function keptReason({ status, reason = '' }: { readonly status: string; readonly reason?: string }): string {
  const byBuyer = ['rejected', 'duplicate', 'failed', 'error', 'delivered'].includes(status);
  return byBuyer ? ownOrErased(reason) : reason;
}

function isEmpty(data: object): boolean {
  return Object.keys(data).length === 0;
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
