/**
 * The sweep's entrance: what is past due, of every tenant. One of the few places that reads across tenants.
 */
import type { Effect, FileReference, SubmissionRecord } from '@sluice/contracts';
import type { Collection, Document } from 'mongodb';
import type { DatabaseClock } from './clock.js';
import type { EffectDocument } from './effects.js';
import { fileFrom, type FileDocument } from './files.js';
import { idOf } from './keys.js';
import { submissionFrom, type SubmissionDocument } from './submissions.js';

/** A submission that is past due, with what it waited for. */
export interface DueSubmission extends SubmissionRecord {
  readonly waitsFor?: readonly string[];
}

/** A requested document that nobody signed in time, and whose it is. */
export interface ExpiredFile {
  readonly tenantId: string;
  readonly file: FileReference;
  /** ISO 8601. */
  readonly expiresAt: string;
}

/** Who may do something that one process does at a time. */
export interface LeaseDocument {
  readonly _id: string;
  readonly holder: string;
  readonly until: Date;
}

const LOOK_AGAIN_MS = 30_000;

/** What is past due, and the leave to look at it again later. */
export class DueWork {
  readonly #submissions: Collection<SubmissionDocument>;
  readonly #effects: Collection<EffectDocument>;
  readonly #files: Collection<FileDocument>;
  readonly #leases: Collection<LeaseDocument>;
  readonly #expiring: readonly Collection<Document>[];
  readonly #clock: DatabaseClock;

  constructor(
    submissions: Collection<SubmissionDocument>,
    effects: Collection<EffectDocument>,
    files: Collection<FileDocument>,
    leases: Collection<LeaseDocument>,
    expiring: readonly Collection<Document>[],
    clock: DatabaseClock,
  ) {
    this.#submissions = submissions;
    this.#effects = effects;
    this.#files = files;
    this.#leases = leases;
    this.#expiring = expiring;
    this.#clock = clock;
  }

  /**
   * Whether this process may sweep now. One sweeps at a time: the others would only bring the same work again.
   * A sweeper that died is replaced when its time is over.
   */
  async mayLead(holder: string, forMs: number): Promise<boolean> {
    await this.#clock.measure();
    const now = this.#clock.now();
    const lead = { holder, until: new Date(now.getTime() + forMs) };
    try {
      const result = await this.#leases.updateOne(
        { _id: 'sweep', $or: [{ holder }, { until: { $lte: now } }] },
        { $set: lead },
        { upsert: true },
      );
      return result.matchedCount + result.upsertedCount === 1;
    } catch (error) {
      // Another process holds it: the upsert met its document.
      if ((error as { code?: unknown }).code === 11000) return false;
      throw error;
    }
  }

  /** Submissions past due, the longest overdue first; of a tenant's that are due at one instant, the oldest. */
  async submissions(limit: number): Promise<readonly DueSubmission[]> {
    await this.#clock.measure();
    const found = await this.#submissions
      .find({ dueAt: { $lte: this.#clock.now() } })
      .sort({ dueAt: 1, _id: 1 })
      .limit(limit)
      .toArray();
    return found.map(submissionFrom);
  }

  /** Effects past due, the longest overdue first. */
  async effects(limit: number): Promise<readonly Effect[]> {
    await this.#clock.measure();
    const found = await this.#effects
      .find({ dueAt: { $lte: this.#clock.now() } })
      .sort({ dueAt: 1 })
      .limit(limit)
      .toArray();
    return found.map(({ _id, ...effect }) => ({ ...effect, effectId: idOf(_id) }));
  }

  /** Pending files whose time is over, the longest first; told as expired, though not written so yet. */
  async expiredFiles(limit: number): Promise<readonly ExpiredFile[]> {
    await this.#clock.measure();
    const now = this.#clock.now();
    const found = await this.#files
      .find({ status: 'pending', expiresAt: { $lte: now.toISOString() } })
      .sort({ expiresAt: 1 })
      .limit(limit)
      .toArray();
    return found.map((document) => ({
      tenantId: document.tenantId,
      file: fileFrom(document, now),
      expiresAt: document.expiresAt ?? '',
    }));
  }

  /** Moves what was handed on by 30 s, so that the same work is not read again at once. */
  async lookAgainLater(
    submissions: readonly { tenantId: string; submissionId: string }[],
    effects: readonly { tenantId: string; effectId: string }[],
  ): Promise<void> {
    const now = this.#clock.now();
    const dueAt = new Date(now.getTime() + LOOK_AGAIN_MS);
    // Only what is still overdue: an ending or a hold that came meanwhile stands.
    const overdue = { dueAt: { $lte: now } };
    await Promise.all([
      submissions.length > 0 &&
        this.#submissions.updateMany(
          { _id: { $in: submissions.map((s) => `${s.tenantId}/${s.submissionId}`) }, ...overdue },
          { $set: { dueAt } },
        ),
      effects.length > 0 &&
        this.#effects.updateMany(
          { _id: { $in: effects.map((e) => `${e.tenantId}/${e.effectId}`) }, ...overdue },
          { $set: { dueAt } },
        ),
    ]);
  }

  /** Drops expired claims, kept answers and counters; no TTL index is relied upon. */
  async dropExpired(): Promise<number> {
    const now = this.#clock.now();
    const dropped = await Promise.all(
      this.#expiring.map((collection) => collection.deleteMany({ expiresAt: { $lte: now } })),
    );
    return dropped.reduce((sum, { deletedCount }) => sum + deletedCount, 0);
  }

  /** How far the outbox lags: how many submissions are overdue, and by how long the worst. */
  async lag(): Promise<{ readonly overdue: number; readonly oldestMs: number }> {
    const now = this.#clock.now();
    const [oldest] = await this.#submissions
      .find({ dueAt: { $lte: now } }, { projection: { dueAt: 1 } })
      .sort({ dueAt: 1 })
      .limit(1)
      .toArray();
    if (!oldest?.dueAt) return { overdue: 0, oldestMs: 0 };
    const overdue = await this.#submissions.countDocuments({ dueAt: { $lte: now } }, { limit: 10_000 });
    return { overdue, oldestMs: now.getTime() - oldest.dueAt.getTime() };
  }
}
