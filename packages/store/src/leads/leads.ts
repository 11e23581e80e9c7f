/**
 * Leads: the persons, each with the outcome of its latest submission. A lead is written at acceptance and again when it
 * is held or ends, not at each stage.
 */
import { groupBy } from '@sluice/concurrency';
import type { LeadRecord } from '@sluice/contracts';
import type { Collection, Filter, UpdateFilter } from 'mongodb';
import { idOf, keyOf } from '../driver/keys.js';
import type { LeadDocument, PlacedWith } from './lead-document.js';
import { batchedRead, type Statement } from '../driver/batched-collection.js';
import { commitOf, type WriteOne } from '../commit/commit.js';
import type { BulkWriter } from '../commit/ordered-writes.js';
import { statementPhase } from '../commit/phases.js';
import { waitingLeads } from '../registry/attention-indexes.js';
import type { ReportMarks } from '../reports/report-marks.js';

export type { LeadDocument, PlacedWith } from './lead-document.js';

/** A lead with its search words. */
export interface SearchableLead {
  readonly lead: LeadRecord;
  readonly search: readonly string[];
}

/** A lead as read before a further submission is added. */
export interface LeadToFollow {
  readonly lead: LeadRecord;
  /** The revision of the data that the submission was merged with. */
  readonly revision: number;
  /** Whether the lead already lists the submission. */
  readonly lists: boolean;
}

/** The status of a lead after one of its submissions was held or ended. */
export interface LeadStatusChange {
  readonly status: string;
  /** Whether the submission ended; if not, it is held. */
  readonly ended: boolean;
  readonly reason?: string;
  readonly approvalStatus?: 'pending';
  /** Where it was placed, if it was sold. */
  readonly placed?: PlacedWith;
  readonly submissionId: string;
  readonly at: Date;
}

/** Batched round trips, of all tenants of the process. */
export interface LeadBatching {
  readonly read: (key: string) => Promise<LeadDocument | undefined>;
  readonly recordStatus: WriteOne<KeyedStatusChange>;
}

/** A status change, and the key of its lead. */
export interface KeyedStatusChange extends LeadStatusChange {
  readonly key: string;
}

export function leadBatching(writer: BulkWriter, collection: Collection<LeadDocument>): LeadBatching {
  return {
    read: batchedRead(collection),
    recordStatus: commitOf(writer, statementPhase(collection, statusStatements), { sendsAgain: true }),
  };
}

/**
 * The statements that record statuses of leads. Leads with the same result share one: one change of many keys costs a
 * third of what separate updates would.
 */
export function statusStatements(changes: readonly KeyedStatusChange[]): readonly Statement[] {
  const groups = groupBy([...changes.keys()], (place) => outcomeOf(changes[place] as KeyedStatusChange));
  return [...groups.values()].map((places) => ({
    write: { updateMany: sameStatus(places.map((place) => changes[place] as KeyedStatusChange)) },
    of: places,
  }));
}

function sameStatus(group: readonly KeyedStatusChange[]): object {
  const { status, ended, reason, approvalStatus, placed } = group[0] as KeyedStatusChange;
  // One of them may have been decided long before it could be written.
  const latest = Math.max(...group.map(({ at }) => at.getTime()));
  return {
    filter: {
      _id: { $in: group.map(({ key }) => key) },
      // A submission belongs to one lead, so if it is among the group's submissions, it is this lead's own.
      lastSubmissionId: { $in: group.map(({ submissionId }) => submissionId) },
      statusSetAt: { $exists: false },
      // A worker that was frozen may write late, after people have acted on the ending.
      ended: { $exists: false },
    },
    update: {
      $set: {
        status,
        updatedAt: new Date(latest),
        ...(ended && { ended, endedAt: new Date(latest) }),
        reason,
        approvalStatus: approvalStatus || undefined,
        placed,
      },
      $unset: reason === undefined ? { reason: '' } : undefined,
    },
  };
}

function outcomeOf({ status, ended, reason, approvalStatus, placed }: KeyedStatusChange): string {
  return JSON.stringify([status, ended, reason, approvalStatus, placed]);
}

/** Leads of one tenant. This class cannot return another tenant's lead. */
export class LeadStore {
  readonly #leads: Collection<LeadDocument>;
  readonly #batching: LeadBatching;
  readonly #marks: ReportMarks;
  readonly #tenantId: string;

  constructor(
    collection: Collection<LeadDocument>,
    batching: LeadBatching,
    marks: ReportMarks,
    tenantId: string,
  ) {
    this.#leads = collection;
    this.#batching = batching;
    this.#marks = marks;
    this.#tenantId = tenantId;
  }

  #key(leadId: string): string {
    return keyOf(this.#tenantId, leadId);
  }

  async #read(leadId: string): Promise<LeadDocument | undefined> {
    const document = await this.#batching.read(this.#key(leadId));
    return document && !isBeingDeleted(document) ? document : undefined;
  }

  /** How many wait for a person for this reason, in all campaigns or these; counted up to `most`, in an index alone. */
  async countWaiting(
    { reason, campaignIds }: { readonly reason: string; readonly campaignIds?: readonly string[] },
    most: number,
  ): Promise<number> {
    return this.#leads.countDocuments(
      {
        tenantId: this.#tenantId,
        status: 'pending_action',
        reason,
        ...(campaignIds && { campaignId: { $in: [...campaignIds] } }),
      },
      { hint: waitingLeads.key, limit: most },
    );
  }

  async find(leadId: string): Promise<LeadRecord | undefined> {
    const document = await this.#read(leadId);
    return document && leadFrom(document);
  }

  /** The lead as a further submission finds it, in one read. */
  async toFollow(leadId: string, submissionId: string): Promise<LeadToFollow | undefined> {
    const document = await this.#read(leadId);
    if (!document) return undefined;
    const { revision = 0, submissionIds } = document;
    return { lead: leadFrom(document), revision, lists: submissionIds.includes(submissionId) };
  }

  /** Whether `submissionId` is one of the lead's own. */
  async lists(leadId: string, submissionId: string): Promise<boolean> {
    const document = await this.#read(leadId);
    return document?.submissionIds.includes(submissionId) ?? false;
  }

  /** The lead's submissions before `submissionId`, oldest first; undefined if the lead does not list it. */
  async before(leadId: string, submissionId: string): Promise<readonly string[] | undefined> {
    const document = await this.#read(leadId);
    const place = document?.submissionIds.indexOf(submissionId) ?? -1;
    return place < 0 ? undefined : document?.submissionIds.slice(0, place);
  }

  /** Writes the lead that an accepted submission carries, unless it exists. */
  async ensure(searchable: SearchableLead): Promise<void> {
    const { _id, ...document } = leadDocument(searchable);
    await this.#marks.around([document.createdAt], () =>
      this.#leads.updateOne({ _id }, { $setOnInsert: document }, { upsert: true }),
    );
  }

  /**
   * Makes an erasure that has already seen the lead at rest look at it again. Returns whether the lead has data; it has
   * none once the person was erased.
   */
  async holdOffErasure(leadId: string): Promise<boolean> {
    const { matchedCount } = await this.#leads.updateOne(
      { _id: this.#key(leadId), data: { $ne: {} } },
      { $inc: { revision: 1 } },
    );
    return matchedCount === 1;
  }

  /**
   * Appends `submissionId` to the lead's submissions if the lead is still at `revision`, and sets `changes`, the fields
   * of the new submission. A status that a person set for the earlier ones is dropped. False if another submission or
   * update came first, if the lead already lists `submissionId` or has refused it, or if the person was erased.
   */
  async addSubmission(
    leadId: string,
    revision: number,
    submissionId: string,
    changes: Partial<
      Omit<LeadDocument, '_id' | 'tenantId' | 'submissionIds' | 'lastSubmissionId' | 'revision'>
    >,
  ): Promise<boolean> {
    return this.#updateReported(
      leadId,
      {
        revision: revision === 0 ? { $exists: false } : revision,
        submissionIds: { $ne: submissionId },
        refusedIds: { $ne: submissionId },
        // An erased lead has no data; data that was read before would restore the person.
        data: { $ne: {} },
        'removal.at': { $exists: false },
      },
      {
        $set: { ...changes, lastSubmissionId: submissionId },
        $unset: { statusSetAt: '', reason: '', ended: '', endedAt: '', placed: '' },
        $inc: { revision: 1 },
        $push: { submissionIds: submissionId },
      },
    );
  }

  /** Ensures that the lead can never list `submissionId`. False if it already does, or if there is no such lead. */
  async refuse(leadId: string, submissionId: string): Promise<boolean> {
    const result = await this.#leads.updateOne(
      { _id: this.#key(leadId), submissionIds: { $ne: submissionId } },
      { $addToSet: { refusedIds: submissionId } },
    );
    return result.matchedCount === 1;
  }

  /**
   * Records the status of a lead whose submission is held, or ends as erased. No report counts that, so nothing is
   * marked; the end that follows is. Has no effect if there is a newer submission of
   * the lead, if a person has set the status since the submission was accepted, or if the lead has already ended.
   * Repeatable.
   */
  async recordStatus(leadId: string, change: LeadStatusChange): Promise<void> {
    await this.#batching.recordStatus({ key: this.#key(leadId), ...change });
  }

  /**
   * Records the status of an ended lead once its unknown outcome is resolved. Has no effect if there is a newer
   * submission of the lead or if a person has set the status. Repeatable.
   */
  async recordResolvedStatus(
    leadId: string,
    { status, reason, submissionId, at }: LeadStatusChange,
  ): Promise<void> {
    await this.#updateReported(
      leadId,
      {
        lastSubmissionId: submissionId,
        statusSetAt: { $exists: false },
        ended: true,
        // A delivered lead stays delivered.
        status: { $ne: 'delivered' },
      },
      { $set: { status, updatedAt: at, endedAt: at, ...(reason !== undefined && { reason }) } },
    );
  }

  /**
   * Gives the lead the status `returned` if `submissionId` is its latest submission; a newer one determines the status
   * otherwise. Repeatable.
   */
  async recordReturned(leadId: string, submissionId: string, at: Date): Promise<void> {
    await this.#updateReported(
      leadId,
      { lastSubmissionId: submissionId, status: { $ne: 'returned' } },
      {
        $set: { status: 'returned', statusSetAt: at, updatedAt: at },
        $unset: { reason: '' },
        $inc: { revision: 1 },
      },
    );
  }

  // Changes the lead if it matches `only`, and what reports count of it. False if it does not match.
  async #updateReported(
    leadId: string,
    only: Filter<LeadDocument>,
    update: UpdateFilter<LeadDocument>,
  ): Promise<boolean> {
    const lead = await this.find(leadId);
    if (!lead) return false;
    const { matchedCount } = await this.#marks.around([lead.createdAt], () =>
      this.#leads.updateOne({ ...only, _id: this.#key(leadId) }, update),
    );
    return matchedCount === 1;
  }

  /** The lead's submissions, oldest first. */
  async submissionsOf(leadId: string): Promise<readonly string[]> {
    return (await this.#read(leadId))?.submissionIds ?? [];
  }
}

/** Whether the lead is being deleted, and is gone for all readers. */
export function isBeingDeleted({ removal }: Pick<LeadDocument, 'removal'>): boolean {
  return removal?.as === 'deletion';
}

/** The record of a document. */
export function leadFrom({
  _id,
  search: _search,
  submissionIds: _ids,
  refusedIds: _refused,
  statusSetAt: _at,
  revision: _revision,
  ended: _ended,
  removal: _removal,
  endedAt: _endedAt,
  placed: _placed,
  ...document
}: LeadDocument): LeadRecord {
  return { ...document, leadId: idOf(_id) };
}

/** The document of a newly accepted lead. */
export function leadDocument({ lead: { leadId, ...record }, search }: SearchableLead): LeadDocument {
  return { _id: keyOf(record.tenantId, leadId), ...record, search, submissionIds: [record.lastSubmissionId] };
}
