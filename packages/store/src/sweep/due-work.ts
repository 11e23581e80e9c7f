/**
 * The entry point of the sweep: everything past due, of every tenant. One of the few places that read across tenants.
 */
import type { Effect, FileReference, Interaction, ReturnRecord } from '@sluice/contracts';
import type { Collection, Filter, UpdateFilter } from 'mongodb';
import type { DatabaseClock } from '../driver/clock.js';
import { effectFrom } from '../effects/effects.js';
import { fileFrom, type WrittenFile } from '../leads/files.js';
import { interactionFrom } from '../conversations/interactions.js';
import { idOf, keyOf } from '../driver/keys.js';
import type { AnyDocument, StoreCollections } from '../registry/collections.js';
import { overdueTenants } from './overdue-tenants.js';
import {
  submissionFrom,
  type StoredSubmission,
  type SubmissionDocument,
} from '../submissions/submission-document.js';
import { recordFrom } from '../ledger/return-store.js';
import type { SweepTiming } from './sweep-timing.js';

/** A requested document that was not signed in time, with its tenant. */
export interface ExpiredFile {
  readonly tenantId: string;
  readonly file: FileReference;
  /** ISO 8601. */
  readonly expiresAt: string;
}

/** A file with an overdue notification, and its tenant. */
export interface PendingFile extends WrittenFile {
  readonly tenantId: string;
}

/** An interaction with an overdue notification, and its tenant. */
export interface PendingInteraction {
  readonly tenantId: string;
  readonly interaction: Interaction;
  readonly change: string;
}

/** A return from which something has still to follow, with its tenant. */
export interface OverdueReturn {
  readonly tenantId: string;
  readonly record: ReturnRecord;
}

/** How many expired records are dropped at once, few enough that the operation ends long before its deadline. */
const EXPIRED_AT_ONCE = 1_000;

/** How many submissions one command postpones of those that wait in order, and how many commands one call makes. */
const IN_ORDER_AT_ONCE = 1_000;
const PAGES_IN_ORDER = 10;

/** The collections in which the sweep finds due records. */
export interface DueCollections extends Pick<
  StoreCollections,
  'submissions' | 'effects' | 'files' | 'interactions' | 'returns'
> {
  /** The collections whose documents expire. */
  readonly expiring: readonly Collection<AnyDocument>[];
}

/** Finds records that are past due, and postpones them. */
export class DueWork {
  readonly #of: DueCollections;
  readonly #clock: DatabaseClock;
  readonly #lookAgainMs: number;

  constructor(collections: DueCollections, clock: DatabaseClock, { lookAgainMs }: SweepTiming) {
    this.#of = collections;
    this.#clock = clock;
    this.#lookAgainMs = lookAgainMs;
  }

  /** The tenants that have anything past due. */
  async tenants(): Promise<{ readonly submissions: readonly string[]; readonly effects: readonly string[] }> {
    await this.#clock.measure();
    const overdue = { $lte: this.#clock.now() };
    const [submissions, effects] = await Promise.all([
      overdueTenants(this.#of.submissions, overdue),
      overdueTenants(this.#of.effects, overdue),
    ]);
    return { submissions, effects };
  }

  /** When the next held submission of any tenant is due; in the past if one is overdue, undefined if none is held. */
  async nextRelease(): Promise<Date | undefined> {
    const [next] = await this.#of.submissions
      .find({ waitsFor: { $exists: true }, dueAt: { $gt: new Date(0) } }, { projection: { dueAt: 1 } })
      .sort({ dueAt: 1 })
      .limit(1)
      .toArray();
    return next?.dueAt;
  }

  /** A tenant's submissions past due, the longest overdue first; of those due at the same instant, the oldest first. */
  async submissions(tenantId: string, limit: number): Promise<readonly StoredSubmission[]> {
    const found = await this.#of.submissions
      .find({ tenantId, dueAt: { $lte: this.#clock.now() } })
      .sort({ dueAt: 1, _id: 1 })
      .limit(limit)
      .toArray();
    return found.map(submissionFrom);
  }

  /** A tenant's effects past due, the longest overdue first. */
  async effects(tenantId: string, limit: number): Promise<readonly Effect[]> {
    const found = await this.#of.effects
      .find({ tenantId, dueAt: { $lte: this.#clock.now() } })
      .sort({ dueAt: 1, _id: 1 })
      .limit(limit)
      .toArray();
    return found.map(effectFrom);
  }

  /**
   * Pending files that have expired, the longest expired first, skipping the first `passOver`. They are already read as
   * expired, but not stored as such.
   */
  async expiredFiles(limit: number, passOver = 0): Promise<readonly ExpiredFile[]> {
    await this.#clock.measure();
    const now = this.#clock.now();
    const found = await this.#of.files
      .find({ status: 'pending', expiresAt: { $lte: now.toISOString() } })
      .sort({ expiresAt: 1 })
      .skip(passOver)
      .limit(limit)
      .toArray();
    return found.map((document) => ({
      tenantId: document.tenantId,
      file: fileFrom(document, now),
      expiresAt: document.expiresAt ?? '',
    }));
  }

  /**
   * Files whose notifications are overdue because the process that wrote them died; the longest overdue first, skipping
   * the first `passOver`.
   */
  async filesToNotify(limit: number, passOver = 0): Promise<readonly PendingFile[]> {
    await this.#clock.measure();
    const now = this.#clock.now();
    const found = await this.#of.files
      .find({ notificationsDueAt: { $lte: now } })
      .sort({ notificationsDueAt: 1 })
      .skip(passOver)
      .limit(limit)
      .toArray();
    return found.map((document) => ({
      tenantId: document.tenantId,
      file: fileFrom(document, now),
      notifications: document.pendingNotifications ?? [],
    }));
  }

  /** The same for recorded interactions. */
  async interactionsToNotify(limit: number, passOver = 0): Promise<readonly PendingInteraction[]> {
    await this.#clock.measure();
    const found = await this.#of.interactions
      .find({ notificationsDueAt: { $lte: this.#clock.now() } })
      .sort({ notificationsDueAt: 1 })
      .skip(passOver)
      .limit(limit)
      .toArray();
    return found.map((document) => ({
      tenantId: document.tenantId,
      interaction: interactionFrom(document),
      change: document.toNotify ?? '',
    }));
  }

  /** Returns that their process has left unfinished, the longest overdue first, skipping the first `passOver`. */
  async overdueReturns(limit: number, passOver = 0): Promise<readonly OverdueReturn[]> {
    await this.#clock.measure();
    const found = await this.#of.returns
      .find({ dueAt: { $lte: this.#clock.now() } })
      .sort({ dueAt: 1 })
      .skip(passOver)
      .limit(limit)
      .toArray();
    return found.map((document) => ({ tenantId: document.tenantId, record: recordFrom(document) }));
  }

  /**
   * Postpones by `afterMs` a tenant's overdue submissions that were accepted at or after `since` and never requeued.
   * They all wait for qualification, behind the batch that has waited since then. Looks at the longest overdue, in pages,
   * and at no more than {@link PAGES_IN_ORDER} of them.
   */
  async postponeUnbegun(tenantId: string, since: Date, afterMs = this.#lookAgainMs): Promise<void> {
    await this.#postponeInPages(tenantId, afterMs, (keys) => ({
      _id: { $in: keys },
      status: 'pending',
      acceptedAt: { $gte: since },
      enqueuedAt: { $exists: false },
    }));
  }

  /**
   * Postpones by `afterMs` those of a tenant's overdue submissions that `find` returns of the ids that it is given, in the
   * same pages. Nothing else is read of them.
   */
  async postponeFound(
    tenantId: string,
    find: (submissionIds: readonly string[]) => Promise<readonly string[]>,
    afterMs = this.#lookAgainMs,
  ): Promise<void> {
    await this.#postponeInPages(tenantId, afterMs, async (keys) => ({
      _id: { $in: (await find(keys.map(idOf))).map((id) => keyOf(tenantId, id)) },
    }));
  }

  async #postponeInPages(
    tenantId: string,
    afterMs: number,
    among: (keys: readonly string[]) => Filter<SubmissionDocument> | Promise<Filter<SubmissionDocument>>,
  ): Promise<void> {
    const now = this.#clock.now();
    const overdue = { tenantId, dueAt: { $lte: now } };
    const later = { $set: { dueAt: new Date(now.getTime() + afterMs) } };
    let passOver = 0;
    for (let page = 0; page < PAGES_IN_ORDER; page += 1) {
      const found = await this.#of.submissions
        .find(overdue, { projection: { _id: 1 } })
        .sort({ dueAt: 1, _id: 1 })
        .skip(passOver)
        .limit(IN_ORDER_AT_ONCE)
        .toArray();
      const which = await among(found.map(({ _id }) => _id));
      const { matchedCount } = await this.#of.submissions.updateMany({ $and: [overdue, which] }, later);
      if (found.length < IN_ORDER_AT_ONCE) return;
      passOver += found.length - matchedCount;
    }
  }

  /**
   * Postpones submissions by `afterMs`, so that the sweep does not read them again at once; those in `enqueued` were
   * enqueued at `at`.
   */
  async postponeSubmissions(
    enqueued: readonly { tenantId: string; submissionId: string }[],
    waiting: readonly { tenantId: string; submissionId: string }[],
    at: Date,
    afterMs = this.#lookAgainMs,
  ): Promise<void> {
    const key = (one: { tenantId: string; submissionId: string }) => keyOf(one.tenantId, one.submissionId);
    await this.#postpone(this.#of.submissions, enqueued.map(key), waiting.map(key), at, afterMs);
  }

  /** The same for effects. */
  async postponeEffects(
    enqueued: readonly { tenantId: string; effectId: string }[],
    waiting: readonly { tenantId: string; effectId: string }[],
    at: Date,
    afterMs = this.#lookAgainMs,
  ): Promise<void> {
    const key = (one: { tenantId: string; effectId: string }) => keyOf(one.tenantId, one.effectId);
    await this.#postpone(this.#of.effects, enqueued.map(key), waiting.map(key), at, afterMs);
  }

  async #postpone<T extends { readonly _id: string; readonly dueAt?: Date }>(
    collection: Collection<T>,
    enqueued: readonly string[],
    waiting: readonly string[],
    at: Date,
    afterMs = this.#lookAgainMs,
  ): Promise<void> {
    const now = this.#clock.now();
    const dueAt = new Date(now.getTime() + afterMs);
    const move = async (keys: readonly string[], set: object) => {
      if (keys.length === 0) return;
      // Only those still overdue, so that a concurrent ending or hold is kept.
      const overdue = { _id: { $in: keys }, dueAt: { $lte: now } } as unknown as Filter<T>;
      await collection.updateMany(overdue, { $set: set } as unknown as UpdateFilter<T>);
    };
    await Promise.all([move(enqueued, { dueAt, enqueuedAt: at }), move(waiting, { dueAt })]);
  }

  /**
   * Drops expired claims and stored idempotent answers, up to a thousand per collection at a time and for at most `forMs`,
   * without relying on a TTL index. Returns how many were dropped, and whether there may be more.
   */
  async dropExpired(forMs = Infinity): Promise<{ readonly dropped: number; readonly more: boolean }> {
    const until = performance.now() + forMs;
    let dropped = 0;
    let left = this.#of.expiring;
    do {
      const counts = await Promise.all(left.map((collection) => this.#dropSome(collection)));
      dropped += counts.reduce((sum, count) => sum + count, 0);
      left = left.filter((_collection, index) => counts[index] === EXPIRED_AT_ONCE);
    } while (left.length > 0 && performance.now() < until);
    return { dropped, more: left.length > 0 };
  }

  // A document that was renewed since it was read is kept. The result then looks as if there were no more, and the next
  // call finds the rest.
  async #dropSome(collection: Collection<AnyDocument>): Promise<number> {
    const expired = { expiresAt: { $lte: this.#clock.now() } };
    const found = await collection
      .find(expired, { projection: { _id: 1 } })
      .sort({ expiresAt: 1 })
      .limit(EXPIRED_AT_ONCE)
      .toArray();
    if (found.length === 0) return 0;
    const gone = await collection.deleteMany({ _id: { $in: found.map(({ _id }) => _id) }, ...expired });
    return gone.deletedCount;
  }
}
