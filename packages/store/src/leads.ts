/**
 * Leads: the persons, each with the outcome of its latest submission.
 * A lead is written at acceptance and again when it stops moving, not at each hop.
 */
import { groupBy, batchCalls } from '@sluice/batching';
import type { LeadRecord } from '@sluice/contracts';
import type { Collection } from 'mongodb';
import { idOf, keyOf } from './keys.js';
import type { LeadDocument } from './lead-document.js';
import { readLeadPage, type LeadFilter, type LeadOrder } from './lead-pages.js';
import { batchedRead } from './batched-collection.js';

export type { LeadDocument } from './lead-document.js';

/** A lead with the words it is found by. */
export interface SearchableLead {
  readonly lead: LeadRecord;
  readonly search: readonly string[];
}

/** A lead that a further submission is about to follow. */
export interface LeadToFollow {
  readonly lead: LeadRecord;
  /** What the submission's data is merged with. */
  readonly revision: number;
  /** Whether the submission is the lead's already. */
  readonly lists: boolean;
}

/** Where a lead came to rest, as told by one of its submissions. */
export interface LeadRest {
  readonly status: string;
  /** Whether the submission ended; otherwise it is held. */
  readonly ended: boolean;
  readonly reason?: string;
  readonly approvalStatus?: 'pending';
  readonly submissionId: string;
  readonly at: Date;
}

/** A page of leads. */
export interface LeadPage {
  readonly leads: readonly LeadRecord[];
  readonly hasMore: boolean;
  readonly order: LeadOrder;
}

/** Batched round trips, of all tenants of the process. */
export interface LeadBatching {
  readonly read: (key: string) => Promise<LeadDocument | undefined>;
  readonly rest: (rest: KeyedRest) => Promise<void>;
}

interface KeyedRest extends LeadRest {
  readonly key: string;
}

export function leadBatching(collection: Collection<LeadDocument>): LeadBatching {
  return {
    read: batchedRead(collection),
    rest: batchCalls<KeyedRest, void>(async (rests) => {
      await Promise.all([...groupBy(rests, outcomeOf).values()].map((group) => restAll(collection, group)));
      return rests.map(() => undefined);
    }),
  };
}

// Leads that rest alike are updated at once: one change over many keys costs a third of as many single updates.
async function restAll(leads: Collection<LeadDocument>, group: readonly KeyedRest[]): Promise<void> {
  const { status, ended, reason, approvalStatus, at } = group[0] as KeyedRest;
  await leads.updateMany(
    {
      _id: { $in: group.map(({ key }) => key) },
      // A submission belongs to one lead, so being among the group's is being this lead's own.
      lastSubmissionId: { $in: group.map(({ submissionId }) => submissionId) },
      statusSetAt: { $exists: false },
      // A worker that was frozen may come late, and people may have gone on from the end since.
      ended: { $exists: false },
    },
    {
      $set: {
        status,
        updatedAt: at,
        ...(ended && { ended }),
        ...(reason !== undefined && { reason }),
        ...(approvalStatus && { approvalStatus }),
      },
      ...(reason === undefined && { $unset: { reason: '' } }),
    },
  );
}

function outcomeOf({ status, ended, reason, approvalStatus }: KeyedRest): string {
  return JSON.stringify([status, ended, reason, approvalStatus]);
}

/** Leads of one tenant. There is no way to ask this class for another tenant's lead. */
export class LeadStore {
  readonly #leads: Collection<LeadDocument>;
  readonly #batching: LeadBatching;
  readonly #tenantId: string;

  constructor(collection: Collection<LeadDocument>, batching: LeadBatching, tenantId: string) {
    this.#leads = collection;
    this.#batching = batching;
    this.#tenantId = tenantId;
  }

  #key(leadId: string): string {
    return keyOf(this.#tenantId, leadId);
  }

  async find(leadId: string): Promise<LeadRecord | undefined> {
    const document = await this.#batching.read(this.#key(leadId));
    return document && leadFrom(document);
  }

  /** The lead as a further submission finds it, read in one go. */
  async toFollow(leadId: string, submissionId: string): Promise<LeadToFollow | undefined> {
    const document = await this.#batching.read(this.#key(leadId));
    if (!document) return undefined;
    const { revision = 0, submissionIds } = document;
    return { lead: leadFrom(document), revision, lists: submissionIds.includes(submissionId) };
  }

  /** Whether `submissionId` is one of the lead's own. */
  async lists(leadId: string, submissionId: string): Promise<boolean> {
    const document = await this.#batching.read(this.#key(leadId));
    return document?.submissionIds.includes(submissionId) ?? false;
  }

  /** The lead's submissions before `submissionId`, oldest first; undefined when that is not one of the lead's own. */
  async before(leadId: string, submissionId: string): Promise<readonly string[] | undefined> {
    const document = await this.#batching.read(this.#key(leadId));
    const place = document?.submissionIds.indexOf(submissionId) ?? -1;
    return place < 0 ? undefined : document?.submissionIds.slice(0, place);
  }

  /** Writes the lead that an accepted submission carries, unless it is there. */
  async ensure(searchable: SearchableLead): Promise<void> {
    const { _id, ...document } = leadDocument(searchable);
    await this.#leads.updateOne({ _id }, { $setOnInsert: document }, { upsert: true });
  }

  /**
   * Puts `submissionId` after the lead's latest as it was at `revision`; `changes` are the fields that the new submission
   * brings. What a person said of the earlier ones holds no more. False when another submission or an update got in
   * between, when `submissionId` is the lead's already or was refused meanwhile, and when the person was erased.
   */
  async addSubmission(
    leadId: string,
    revision: number,
    submissionId: string,
    changes: Partial<
      Omit<LeadDocument, '_id' | 'tenantId' | 'submissionIds' | 'lastSubmissionId' | 'revision'>
    >,
  ): Promise<boolean> {
    const result = await this.#leads.updateOne(
      {
        _id: this.#key(leadId),
        revision: revision === 0 ? { $exists: false } : revision,
        submissionIds: { $ne: submissionId },
        refusedIds: { $ne: submissionId },
        // An erasure leaves none; what was read before it would bring the person back.
        data: { $ne: {} },
      },
      {
        $set: { ...changes, lastSubmissionId: submissionId },
        $unset: { statusSetAt: '', reason: '', ended: '' },
        $inc: { revision: 1 },
        $push: { submissionIds: submissionId },
      },
    );
    return result.matchedCount === 1;
  }

  /** Sees to it that `submissionId` can never become the lead's; false when it is already, or there is no such lead. */
  async refuse(leadId: string, submissionId: string): Promise<boolean> {
    const result = await this.#leads.updateOne(
      { _id: this.#key(leadId), submissionIds: { $ne: submissionId } },
      { $addToSet: { refusedIds: submissionId } },
    );
    return result.matchedCount === 1;
  }

  /**
   * Records where the lead came to rest. Yields to a newer submission of the same lead, to a status that a person
   * set since the submission was accepted, and to the end. Repeatable.
   */
  async rest(leadId: string, rest: LeadRest): Promise<void> {
    await this.#batching.rest({ key: this.#key(leadId), ...rest });
  }

  /**
   * Records the status of an ended lead once its unknown outcome is resolved. Yields to a newer submission of
   * the same lead and to a status that a person set. Repeatable.
   */
  async restAgain(leadId: string, { status, reason, submissionId, at }: LeadRest): Promise<void> {
    await this.#leads.updateOne(
      {
        _id: this.#key(leadId),
        lastSubmissionId: submissionId,
        statusSetAt: { $exists: false },
        ended: true,
        // What was delivered since stays so.
        status: { $ne: 'delivered' },
      },
      { $set: { status, updatedAt: at, ...(reason !== undefined && { reason }) } },
    );
  }

  /** The lead's submissions, oldest first. */
  async submissionsOf(leadId: string): Promise<readonly string[]> {
    return (await this.#batching.read(this.#key(leadId)))?.submissionIds ?? [];
  }

  /**
   * A page of at most `limit` leads, without their answers: the newest first by their creation, which may be long after
   * their ids were minted under an Idempotency-Key; by name where only names are begun. It begins after the lead `cursor`;
   * after none that there is comes nothing.
   */
  async page(filter: LeadFilter, limit: number, cursor?: string): Promise<LeadPage> {
    const after = cursor === undefined ? undefined : await this.#batching.read(this.#key(cursor));
    if (cursor !== undefined && !after) return { leads: [], hasMore: false, order: 'newest' };
    const ask = { tenantId: this.#tenantId, limit: limit + 1, after };
    const { found, order } = await readLeadPage(this.#leads, filter, ask);
    return { leads: found.slice(0, limit).map(leadFrom), hasMore: found.length > limit, order };
  }
}

/** The record that a document stands for. */
export function leadFrom({
  _id,
  search: _search,
  submissionIds: _ids,
  refusedIds: _refused,
  statusSetAt: _at,
  revision: _revision,
  ended: _ended,
  ...document
}: LeadDocument): LeadRecord {
  return { ...document, leadId: idOf(_id) };
}

/** The document of a newly accepted lead. */
export function leadDocument({ lead: { leadId, ...record }, search }: SearchableLead): LeadDocument {
  return { _id: keyOf(record.tenantId, leadId), ...record, search, submissionIds: [record.lastSubmissionId] };
}
