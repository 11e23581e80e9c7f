/**
 * Submissions: the outbox. A submission is written with `dueAt` when it is accepted, updated when it is held, and
 * closed when it ends; in between, only the journal grows.
 */
import { UNKNOWN_OUTCOME, type Held, type SubmissionRecord, type SubmissionStatus } from '@sluice/contracts';
import type { Collection } from 'mongodb';
import { keyOf } from '../driver/keys.js';
import { batchedRead } from '../driver/batched-collection.js';
import type { KeyedChange } from '../driver/keyed-change.js';
import { commitOf, type WriteOne } from '../commit/commit.js';
import type { BulkWriter } from '../commit/ordered-writes.js';
import { changePhase } from '../commit/phases.js';
import {
  submissionFrom,
  type Placement,
  type StoredSubmission,
  type SubmissionDocument,
} from './submission-document.js';
import { oldestMadeDue, type Released, type WaitedRoom } from '../sweep/oldest-waiting.js';
import { countTrouble, type Trouble } from '../driver/trouble.js';

const RELEASED_AT_ONCE = 500;
const RELEASED_EVERY_MS = 2_000;
// An end removes it as its last step.
const unended = { dueAt: { $exists: true } };
// A submission that makes progress is not the cause of earlier trouble.
const trouble = ['deaths', 'restarts'];

function notMovedSince(generation: number) {
  return { heldAt: { $not: { $gt: generation } }, releasedAt: { $not: { $gte: generation } } };
}

/** The result of an ended submission. */
export interface SubmissionEnd {
  readonly status: SubmissionStatus;
  readonly reason?: string;
  readonly endedAt: Date;
  readonly placement?: Placement;
  /** Whether this resolves an unknown outcome, and so replaces the first end. */
  readonly isResolution?: boolean;
}

/**
 * The change that closes a submission: nothing is left to do for it. Repeatable.
 *
 * | the end           | written                                | because a late worker                               |
 * | ----------------- | -------------------------------------- | --------------------------------------------------- |
 * | without a reason  | always                                 | writes the same                                     |
 * | with a reason     | once                                   | may quote a buyer on a person who was erased since  |
 * | of a resolution   | also over an end of an unknown outcome | may have repeated that end since it was reopened    |
 */
export function endChange(
  key: string,
  { placement, reason, isResolution = false, ...end }: SubmissionEnd,
): KeyedChange {
  // A condition doubles the cost of updating a single document, and most leads are delivered, which has no reason.
  const once = reason === undefined ? undefined : unended;
  const only = isResolution ? { $or: [unended, { reason: UNKNOWN_OUTCOME }] } : once;
  return {
    key,
    set: { ...end, reason, placement },
    unset: ['dueAt', 'waitsFor', 'needs'],
    only,
  };
}

/** Batched round trips, of all tenants of the process. */
export interface SubmissionBatching {
  readonly read: (key: string) => Promise<SubmissionDocument | undefined>;
  readonly change: WriteOne<KeyedChange>;
  readonly makeOldestDue: (room: Released) => Promise<void>;
}

export function submissionBatching(
  writer: BulkWriter,
  collection: Collection<SubmissionDocument>,
): SubmissionBatching {
  return {
    read: batchedRead(collection),
    change: commitOf(writer, changePhase(collection), { sendsAgain: true }),
    makeOldestDue: oldestMadeDue(collection),
  };
}

/** Submissions of one tenant. */
export class SubmissionStore {
  readonly #submissions: Collection<SubmissionDocument>;
  readonly #batching: SubmissionBatching;
  readonly #tenantId: string;

  constructor(collection: Collection<SubmissionDocument>, batching: SubmissionBatching, tenantId: string) {
    this.#submissions = collection;
    this.#batching = batching;
    this.#tenantId = tenantId;
  }

  async find(submissionId: string): Promise<StoredSubmission | undefined> {
    const document = await this.#batching.read(keyOf(this.#tenantId, submissionId));
    return document && submissionFrom(document);
  }

  /** Submissions of one lead, oldest first. */
  async ofLead(leadId: string): Promise<readonly SubmissionRecord[]> {
    const found = await this.#submissions
      .find({ tenantId: this.#tenantId, leadId })
      .sort({ _id: 1 })
      .toArray();
    return found.map(submissionFrom);
  }

  /**
   * Stores the data that was merged with the lead at `leadRevision` in a submission that the lead does not list yet,
   * unless it already holds data merged with a later revision. Erased data is not restored.
   */
  async mergeAnew(
    submissionId: string,
    leadRevision: number,
    merged: Pick<SubmissionRecord, 'data' | 'isTest'>,
  ): Promise<void> {
    await this.#batching.change({
      key: keyOf(this.#tenantId, submissionId),
      set: { ...merged, leadRevision },
      only: { leadRevision: { $not: { $gte: leadRevision } }, data: { $ne: {} } },
    });
  }

  /**
   * Holds the submission at `generation` until `until`, or until there is room in one of the counts in
   * `waitsFor`. Has no effect after its end, its routing or a later hold, because a worker that was frozen may write
   * this late.
   */
  async hold(
    submissionId: string,
    generation: number,
    { until, reason, waitsFor, needs }: Pick<Held, 'until' | 'reason' | 'waitsFor' | 'needs'>,
  ): Promise<void> {
    await this.#batching.change({
      key: keyOf(this.#tenantId, submissionId),
      set: {
        status: 'queued',
        reason,
        dueAt: until,
        waitsFor,
        ...(needs && { needs }),
        heldAt: generation,
      },
      unset: ['enqueuedAt', ...(needs ? [] : ['needs']), ...trouble],
      only: { ...unended, ...notMovedSince(generation) },
    });
  }

  /**
   * Records that a held submission was routed at `generation`; at `dueAt` the sweep checks whether a worker has taken it.
   */
  async recordRoutedAfterHold(submissionId: string, generation: number, dueAt: Date): Promise<void> {
    await this.#batching.change({
      key: keyOf(this.#tenantId, submissionId),
      set: { releasedAt: generation, status: 'pending', dueAt },
      unset: ['waitsFor', 'needs', 'reason', ...trouble],
      only: unended,
    });
  }

  /**
   * Makes a submission whose unknown outcome is being resolved due again; at `dueAt` the sweep checks whether it has
   * ended.
   */
  async reopen(submissionId: string, dueAt: Date): Promise<void> {
    await this.#batching.change({
      key: keyOf(this.#tenantId, submissionId),
      set: { dueAt },
      only: { reason: UNKNOWN_OUTCOME, dueAt: { $exists: false } },
    });
  }

  /**
   * Changes when the sweep next checks the submission, unless it has ended. `enqueuedAt` is when its stage runs again
   * before that. A submission that gets here has made progress, so its trouble counts are reset.
   */
  async postpone(submissionId: string, dueAt: Date, enqueuedAt?: Date): Promise<void> {
    await this.#batching.change({
      key: keyOf(this.#tenantId, submissionId),
      set: { dueAt, ...(enqueuedAt && { enqueuedAt }) },
      unset: trouble,
      only: unended,
    });
  }

  /** Records that its lead waits for a phone call; at `dueAt` the sweep checks whether there is a verdict. */
  async awaitCall(submissionId: string, dueAt: Date): Promise<void> {
    await this.#batching.change({
      key: keyOf(this.#tenantId, submissionId),
      set: { dueAt, awaitsCall: true },
      unset: trouble,
      only: unended,
    });
  }

  /**
   * Makes the oldest submissions due now that wait for `count` and fit into the room, apart from those that are due or
   * were requeued since their hold: an earlier release has chosen them.
   */
  async makeOldestDue(count: string, now: Date, room: WaitedRoom): Promise<void> {
    await this.#batching.makeOldestDue({ tenantId: this.#tenantId, count, now, room });
  }

  /**
   * Makes the held submissions to `campaignIds` due and returns their number. They become due from `at` on, the oldest
   * first and some hundreds at a time, so that a long queue does not delay all other work.
   */
  async makeHeldDue(campaignIds: readonly string[], at: Date): Promise<number> {
    const tenantId = this.#tenantId;
    const held = { tenantId, campaignId: { $in: [...campaignIds] }, waitsFor: { $exists: true } };
    let released = 0;
    let last = keyOf(tenantId, '');
    for (;;) {
      const found = await this.#submissions
        .find({ ...held, _id: { $gt: last, $lt: keyOf(tenantId, '~') } }, { projection: { _id: 1 } })
        .sort({ _id: 1 })
        .limit(RELEASED_AT_ONCE)
        .toArray();
      const dueAt = new Date(at.getTime() + (released / RELEASED_AT_ONCE) * RELEASED_EVERY_MS);
      // A submission that is due earlier anyway is not postponed.
      await this.#submissions.updateMany(
        { _id: { $in: found.map(({ _id }) => _id) }, waitsFor: { $exists: true }, dueAt: { $gt: dueAt } },
        { $set: { dueAt } },
      );
      released += found.length;
      last = found.at(-1)?._id ?? last;
      if (found.length < RELEASED_AT_ONCE) return released;
    }
  }

  /** Counts one more start after trouble, and returns how many there were of that kind. */
  async countTrouble(submissionId: string, kind: Trouble, at: string): Promise<number> {
    return countTrouble(this.#submissions, keyOf(this.#tenantId, submissionId), kind, at);
  }
}
