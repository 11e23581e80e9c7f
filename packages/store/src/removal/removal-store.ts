/**
 * Removes leads: by age, and when a person is erased. Both mark the lead, remove what belongs to it, and the lead last:
 *
 * 1. The lead is marked, if it has not changed since it was seen at rest. An erasure empties it with the mark: a lead
 *    without data accepts no submission and no data. One that is marked as deleted is gone for everybody. So from here on
 *    nothing is added about it.
 * 2. An erasure goes on record.
 * 3. Everything that belongs to the lead is deleted or cleared, by the registry.
 * 4. The lead is deleted, or its mark is removed.
 *
 * A process may die in between: whoever finds the mark continues. A request that read the lead before step 1 looks at it
 * again after its own writes ({@link RemovalStore.removeLate}): if it finds the lead unmarked, step 3 is yet to come and
 * finds these writes; if not, it repeats step 3.
 */
import { groupBy } from '@sluice/concurrency';
import type { DatabaseClock } from '../driver/clock.js';
import { idOf, keyOf } from '../driver/keys.js';
import type { LeadDocument } from '../leads/lead-document.js';
import type { StoreDb } from '../registry/collections.js';
import type { LeadKeys } from '../registry/lead-keys.js';
import { isEmpty, keptReason, withoutSubIds } from './clear.js';
import { keysOf, removeLeads, type Removed } from './remove.js';
import type { ErasureDocument, RemovedAs } from './removal-documents.js';

/** The state of a lead at rest: it changes with every submission and every update of the lead's data. */
export interface SeenLead {
  readonly lastSubmissionId: string;
  /** Undefined if it never changed. */
  readonly revision: number | undefined;
}

/** How many marked leads are removed together. */
const AT_ONCE = 100;

/** Removals of one tenant. */
export class RemovalStore {
  readonly #db: StoreDb;
  readonly #clock: Pick<DatabaseClock, 'now'>;
  readonly #tenantId: string;

  constructor(db: StoreDb, clock: Pick<DatabaseClock, 'now'>, tenantId: string) {
    this.#db = db;
    this.#clock = clock;
    this.#tenantId = tenantId;
  }

  /** When the lead was erased; undefined if it was not. */
  async erasureOf(leadId: string): Promise<Pick<ErasureDocument, 'at'> | undefined> {
    const found = await this.#db.collection('erasures').findOne({ _id: keyOf(this.#tenantId, leadId) });
    return found ? { at: found.at } : undefined;
  }

  /** The lead's state now, for {@link erase}; undefined if there is no such lead. */
  async see(leadId: string): Promise<SeenLead | undefined> {
    const lead = await this.#db
      .collection('leads')
      .findOne({ _id: keyOf(this.#tenantId, leadId) }, { projection: { lastSubmissionId: 1, revision: 1 } });
    return lead ? { lastSubmissionId: lead.lastSubmissionId, revision: lead.revision } : undefined;
  }

  /**
   * Removes the person from everything stored about a lead that was at rest when it was `seen`, or is now. Returns
   * undefined, with nothing erased, if the lead has changed since and has data. Repeatable; a repeat counts only what was
   * added since.
   */
  async erase(leadId: string, seen?: SeenLead): Promise<Removed | undefined> {
    const lead = await this.#db.collection('leads').findOne({ _id: keyOf(this.#tenantId, leadId) });
    const hasData = lead !== null && !isEmpty(lead.data);
    if (hasData) {
      const { lastSubmissionId, revision } = seen ?? lead;
      if (!(await this.#markErased({ ...lead, lastSubmissionId, revision }))) return undefined;
    }
    const removed = await this.#remove([leadId], 'erasure');
    return { ...removed, leads: hasData ? 1 : 0 };
  }

  /**
   * Removes what was just written about a lead that is marked, was erased, or is gone, and returns whether that is so.
   * The effects about `messageId` are found even if the message itself was removed before.
   */
  async removeLate(leadId: string, messageId?: string): Promise<boolean> {
    const lead = await this.#db
      .collection('leads')
      .findOne({ _id: keyOf(this.#tenantId, leadId) }, { projection: { data: 1, removal: 1 } });
    if (lead && !lead.removal && !isEmpty(lead.data)) return false;
    const as = lead ? (lead.removal?.as ?? 'erasure') : 'deletion';
    await this.#remove([leadId], as, messageId === undefined ? [] : [messageId]);
    return true;
  }

  /**
   * Completes removals that a process left behind, some at a time. Returns what this deleted by age, and whether there
   * may be more.
   */
  async finishMarked(): Promise<{ readonly removed: Removed; readonly more: boolean }> {
    const marked = await this.#db
      .collection('leads')
      .find({ tenantId: this.#tenantId, 'removal.at': { $exists: true } }, { projection: { removal: 1 } })
      .limit(AT_ONCE)
      .toArray();
    const ofKind = (as: RemovedAs) =>
      marked.filter(({ removal }) => removal?.as === as).map(({ _id }) => idOf(_id));
    for (const leadId of ofKind('erasure')) await this.#remove([leadId], 'erasure');
    const removed = await this.#remove(ofKind('deletion'), 'deletion');
    return { removed, more: marked.length === AT_ONCE };
  }

  /** Marks the leads that are still as they were seen, and deletes them with everything that belongs to them. */
  async deleteUnchanged(leads: readonly MarkableLead[]): Promise<Removed> {
    return this.#remove((await this.#markDeleted(leads)).map(idOf), 'deletion');
  }

  // Empties the lead as well, so that nobody reads the person any more.
  async #markErased({ _id, lastSubmissionId, revision, ...lead }: MarkableLead): Promise<boolean> {
    const { matchedCount } = await this.#db.collection('leads').updateOne(
      { _id, lastSubmissionId, revision: revision ?? { $exists: false } },
      {
        $set: {
          data: {},
          search: [],
          ...(lead.reason !== undefined && { reason: keptReason(lead) }),
          'removal.as': 'erasure',
        },
        $unset: withoutSubIds,
        $currentDate: { 'removal.at': true },
        // Makes a concurrent update that read the lead before fail.
        $inc: { revision: 1 },
      },
    );
    return matchedCount === 1;
  }

  /** Returns the keys of all that are marked now. */
  async #markDeleted(leads: readonly MarkableLead[]): Promise<readonly string[]> {
    const collection = this.#db.collection('leads');
    const groups = groupBy(leads, ({ revision }) => revision);
    await Promise.all(
      [...groups].map(([revision, group]) =>
        collection.updateMany(
          {
            _id: { $in: group.map(({ _id }) => _id) },
            // A submission belongs to one lead, so if it is among these, it is this lead's own.
            lastSubmissionId: { $in: group.map(({ lastSubmissionId }) => lastSubmissionId) },
            updatedAt: { $lte: new Date(Math.max(...group.map(({ updatedAt }) => updatedAt.getTime()))) },
            revision: revision ?? { $exists: false },
          },
          { $set: { 'removal.as': 'deletion' }, $currentDate: { 'removal.at': true }, $inc: { revision: 1 } },
        ),
      ),
    );
    const marked = await collection
      .find(
        { _id: { $in: leads.map(({ _id }) => _id) }, 'removal.at': { $exists: true } },
        { projection: { _id: 1 } },
      )
      .toArray();
    return marked.map(({ _id }) => _id);
  }

  async #remove(leads: readonly string[], as: RemovedAs, messages?: readonly string[]): Promise<Removed> {
    if (leads.length === 0) return {};
    const at = this.#clock.now();
    const of = await keysOf(this.#db, this.#tenantId, leads, messages);
    if (as === 'erasure') await this.#record(of, at);
    return removeLeads(this.#db, of, as, at);
  }

  async #record({ tenantId, leads: [leadId = ''], messages }: LeadKeys, at: Date): Promise<void> {
    await this.#db.collection('erasures').updateOne(
      { _id: keyOf(tenantId, leadId) },
      {
        $setOnInsert: { tenantId, at },
        ...(messages.length > 0 && { $addToSet: { messages: { $each: [...messages] } } }),
      },
      { upsert: true },
    );
  }
}

/** What is read of a lead before it is marked. */
export type MarkableLead = SeenLead &
  Pick<LeadDocument, '_id' | 'status' | 'reason' | 'createdAt' | 'updatedAt'>;
