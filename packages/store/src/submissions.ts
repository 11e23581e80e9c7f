/**
 * Submissions: the outbox. A submission is written with `dueAt` when it is accepted, moved when it is held,
 * and closed when it ends; between those, only the journal grows.
 */
import type { SubmissionRecord, SubmissionStatus } from '@sluice/contracts';
import type { Collection } from 'mongodb';
import { idOf, keyOf } from './keys.js';
import { batchedRead } from './batched-collection.js';
import { batchedChange } from './batched-change.js';
import { TtlCache } from './ttl-cache.js';
import { countTrouble, type Trouble } from './trouble.js';
import { sweepTiming } from './sweep-timing.js';

/** A submission as stored; its key stands for its ids. */
export interface SubmissionDocument extends Omit<SubmissionRecord, 'submissionId'> {
  readonly _id: string;
  /** What a held submission waits for: counters, and hours; absent otherwise. */
  readonly waitsFor?: readonly string[];
  /** The generation of its latest hold: an earlier one that comes late yields to it. */
  readonly heldAt?: number;
  /** Set when it was routed after a hold: every hold that comes late yields to it. */
  readonly released?: true;
  /** Where and when a placed submission counts; counters are rebuilt from it. */
  readonly placement?: Placement;
}

/** A submission, with what it waits for while it is held. */
export interface StoredSubmission extends SubmissionRecord {
  readonly waitsFor?: readonly string[];
  /** Set when it was ever held, also once it was released. */
  readonly heldAt?: number;
}

const RELEASES_STALENESS_MS = 250;
/** What was enqueued is due again after this long, unless the sweep has times of its own. */
export const LOOK_AGAIN_MS = sweepTiming().lookAgainMs;
const IN_QUEUE_MS = LOOK_AGAIN_MS + 1_000;
const RELEASED_AT_ONCE = 500;
const RELEASED_EVERY_MS = 2_000;
// An end unsets it, last of all.
const unended = { dueAt: { $exists: true } };

function notHeldAfter(generation: number) {
  return { heldAt: { $not: { $gt: generation } } };
}

/** What a placed submission counts for. */
export interface Placement {
  readonly campaignId: string;
  readonly clientId: string;
  /** The instant of its reservation: the periods it counts in. */
  readonly at: Date;
}

/** How a submission came to rest. */
export interface SubmissionEnd {
  readonly status: SubmissionStatus;
  readonly reason?: string;
  readonly endedAt: Date;
  readonly placement?: Placement;
}

/** Batched round trips, of all tenants of the process. */
export interface SubmissionBatching {
  readonly read: (key: string) => Promise<SubmissionDocument | undefined>;
  readonly change: ReturnType<typeof batchedChange<SubmissionDocument>>;
}

export function submissionBatching(collection: Collection<SubmissionDocument>): SubmissionBatching {
  return { read: batchedRead(collection), change: batchedChange(collection) };
}

/** Submissions of one tenant. */
export class SubmissionStore {
  readonly #submissions: Collection<SubmissionDocument>;
  readonly #batching: SubmissionBatching;
  readonly #tenantId: string;
  readonly #releases = new TtlCache<Date | undefined>(RELEASES_STALENESS_MS);
  readonly #anyRelease = new TtlCache<boolean>(RELEASES_STALENESS_MS);

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
   * Lays the data that was merged with the lead at `leadRevision` into a submission that the lead does not list yet; what
   * was merged with a later one stays. Data that was erased stays away.
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
   * Closes the submission: nothing is left to do for it. Repeatable. A reason may be a buyer's words about a person who
   * was erased since it ended, so it is written once; an end without one says the same however late it comes.
   */
  async end(submissionId: string, { placement, reason, ...end }: SubmissionEnd): Promise<void> {
    await this.#batching.change({
      key: keyOf(this.#tenantId, submissionId),
      set: { ...end, ...(reason !== undefined && { reason }), ...(placement && { placement }) },
      unset: ['dueAt', 'waitsFor'],
      // A condition makes the update of a single document cost twice, and most leads are delivered: without a reason.
      ...(reason !== undefined && { only: unended }),
    });
  }

  /**
   * Holds the submission at `generation` until `until`, or until a slot is given back on one of the counters in `waitsFor`.
   * Yields to its end, to a route and to a later hold: a worker that was frozen may come late with this.
   */
  async hold(
    submissionId: string,
    generation: number,
    until: Date,
    reason: string,
    waitsFor: readonly string[],
  ): Promise<void> {
    await this.#batching.change({
      key: keyOf(this.#tenantId, submissionId),
      set: { status: 'queued', reason, dueAt: until, waitsFor, heldAt: generation },
      unset: ['enqueuedAt'],
      only: { ...unended, released: { $exists: false }, ...notHeldAfter(generation) },
    });
  }

  /** The submission waits for nothing more at `generation`, though its hold may not be over yet. */
  async stopWaiting(submissionId: string, generation: number): Promise<void> {
    await this.#batching.change({
      key: keyOf(this.#tenantId, submissionId),
      unset: ['waitsFor'],
      only: notHeldAfter(generation),
    });
  }

  /** The submission was held and is on its way again: at `dueAt` the sweep checks whether a worker has it in hand. */
  async release(submissionId: string, dueAt: Date): Promise<void> {
    await this.#batching.change({
      key: keyOf(this.#tenantId, submissionId),
      set: { released: true, dueAt },
      unset: ['waitsFor'],
      only: unended,
    });
  }

  /** The submission ended with an unknown outcome that is known now; at `dueAt` the sweep checks whether it is settled. */
  async reopen(submissionId: string, dueAt: Date): Promise<void> {
    await this.#batching.change({
      key: keyOf(this.#tenantId, submissionId),
      set: { dueAt },
      only: { reason: 'unknown_outcome', dueAt: { $exists: false } },
    });
  }

  /**
   * Moves the instant at which the sweep checks the submission again, unless it ended; `enqueuedAt` is when its stage runs
   * again before that. A submission that gets here has made progress: earlier trouble does not count any more.
   */
  async postpone(submissionId: string, dueAt: Date, enqueuedAt?: Date): Promise<void> {
    await this.#batching.change({
      key: keyOf(this.#tenantId, submissionId),
      set: { dueAt, ...(enqueuedAt && { enqueuedAt }) },
      unset: ['deaths', 'restarts'],
      only: unended,
    });
  }

  /**
   * When the submission was accepted that is about to be released of those that wait for `what`, or still for an earlier
   * period of it; undefined when none is. As it was a moment ago: this is asked for every lead that wants a slot.
   */
  async aboutToBeReleased(what: string, now: Date): Promise<Date | undefined> {
    // Most of the time none is, and a burst over hundreds of campaigns need not ask for each of them.
    if (!(await this.#anyRelease.get('', () => this.#isAnyAboutToBeReleased(now)))) return undefined;
    return this.#releases.get(what, async () => {
      const kind = what.slice(0, what.lastIndexOf('.') + 1);
      const [next] = await this.#submissions
        .find(
          {
            tenantId: this.#tenantId,
            waitsFor: { $exists: true, $elemMatch: { $gte: kind, $lte: what } },
            dueAt: { $lte: new Date(now.getTime() + IN_QUEUE_MS) },
          },
          { projection: { acceptedAt: 1 } },
        )
        // Whatever else waits, and however long: one key for each period of it.
        .hint({ tenantId: 1, waitsFor: 1, dueAt: 1 })
        .limit(1)
        .toArray();
      return next?.acceptedAt;
    });
  }

  /** Begins to read whether any is, for a caller who will soon ask {@link aboutToBeReleased}; nothing waits for it. */
  readReleasesAhead(now: Date): void {
    void this.#anyRelease.get('', () => this.#isAnyAboutToBeReleased(now)).catch(() => undefined);
  }

  async #isAnyAboutToBeReleased(now: Date): Promise<boolean> {
    const held = { waitsFor: { $exists: true }, dueAt: { $lte: new Date(now.getTime() + IN_QUEUE_MS) } };
    const found = await this.#submissions
      .find({ tenantId: this.#tenantId, ...held }, { projection: { _id: 1 } })
      .hint({ tenantId: 1, dueAt: 1 })
      .limit(1)
      .toArray();
    return found.length > 0;
  }

  /** How many submissions older than `than` are about to be released that wait for any of `what`; at most `upTo`. */
  async olderReleases(what: readonly string[], than: Date, now: Date, upTo: number): Promise<number> {
    return this.#submissions.countDocuments(
      {
        tenantId: this.#tenantId,
        waitsFor: { $in: [...what] },
        acceptedAt: { $lt: than },
        dueAt: { $lte: new Date(now.getTime() + IN_QUEUE_MS) },
      },
      { limit: upTo },
    );
  }

  /** Makes the oldest submission that waits on `counter` due now. */
  async makeOldestDue(counter: string, now: Date): Promise<void> {
    await this.#submissions.findOneAndUpdate(
      { tenantId: this.#tenantId, waitsFor: counter, dueAt: { $gt: now } },
      { $set: { dueAt: now } },
      { sort: { acceptedAt: 1 }, projection: { _id: 1 } },
    );
  }

  /**
   * Makes due what is held of the submissions to `campaignIds`, and says how many these are: from `at` on, the oldest
   * first and some hundreds at a time, so that a long queue does not delay all others.
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
      // One that is about to be looked at anyway is not put off.
      await this.#submissions.updateMany(
        { _id: { $in: found.map(({ _id }) => _id) }, waitsFor: { $exists: true }, dueAt: { $gt: dueAt } },
        { $set: { dueAt } },
      );
      released += found.length;
      last = found.at(-1)?._id ?? last;
      if (found.length < RELEASED_AT_ONCE) return released;
    }
  }

  /** Counts one more beginning after trouble, and says how many there were of that kind. */
  async countTrouble(submissionId: string, kind: Trouble, at: string): Promise<number> {
    return countTrouble(this.#submissions, keyOf(this.#tenantId, submissionId), kind, at);
  }
}

/** The record that a document stands for. */
export function submissionFrom({ _id, ...document }: SubmissionDocument): StoredSubmission {
  return { ...document, submissionId: idOf(_id) };
}

/** The document of a newly accepted submission. */
export function submissionDocument({ submissionId, ...record }: SubmissionRecord): SubmissionDocument {
  return { _id: keyOf(record.tenantId, submissionId), ...record };
}
