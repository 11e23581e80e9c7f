/**
 * Replays: which submission retries an ended one. Its id is stored before it is created, so that a replay that is
 * interrupted and repeated creates the same submission, and no lead is delivered twice.
 */
import type { Collection } from 'mongodb';
import { isDuplicateKey } from '../driver/duplicate-key.js';
import { keyOf } from '../driver/keys.js';

/** A replay as stored, under the submission that is retried. */
export interface ReplayDocument {
  readonly _id: string;
  readonly tenantId: string;
  /** The submission that retries it. */
  readonly submissionId: string;
  readonly at: Date;
}

/** Replays of one tenant. */
export class ReplayStore {
  readonly #replays: Collection<ReplayDocument>;
  readonly #tenantId: string;

  constructor(collection: Collection<ReplayDocument>, tenantId: string) {
    this.#replays = collection;
    this.#tenantId = tenantId;
  }

  /** The submission that retries `endedId`, if one was named. */
  async of(endedId: string): Promise<string | undefined> {
    const document = await this.#replays.findOne({ _id: keyOf(this.#tenantId, endedId) });
    return document?.submissionId;
  }

  /** Names `submissionId` as the retry of `endedId` unless one is already named, and returns the named one. */
  async name(endedId: string, submissionId: string, at: Date): Promise<string> {
    const _id = keyOf(this.#tenantId, endedId);
    const fresh = { tenantId: this.#tenantId, submissionId, at };
    const found = await this.#replays
      .findOneAndUpdate({ _id }, { $setOnInsert: fresh }, { upsert: true, returnDocument: 'after' })
      .catch((error: unknown) => {
        // Two upserts of one key can collide; the second one finds the document of the first.
        if (!isDuplicateKey(error)) throw error;
        return this.#replays.findOne({ _id });
      });
    if (!found) throw new Error(`replay ${_id} was written but cannot be read`);
    return found.submissionId;
  }

  /** Names `submissionId` in place of `voidId`, which ended void; returns the one that is then named. */
  async rename(endedId: string, voidId: string, submissionId: string, at: Date): Promise<string> {
    const _id = keyOf(this.#tenantId, endedId);
    await this.#replays.updateOne({ _id, submissionId: voidId }, { $set: { submissionId, at } });
    return this.name(endedId, submissionId, at);
  }
}
