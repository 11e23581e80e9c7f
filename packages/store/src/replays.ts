/**
 * Replays: which submission tries an ended one again. It is named before it is made, so that a replay which is
 * interrupted and repeated makes the very same one, and no lead goes twice.
 */
import type { Collection } from 'mongodb';
import { isDuplicateKey } from './duplicate-key.js';
import { keyOf } from './keys.js';

/** A replay as stored, under the submission that is tried again. */
export interface ReplayDocument {
  readonly _id: string;
  readonly tenantId: string;
  /** The submission that tries it again. */
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

  /** Which submission tries `endedId` again, if one was named. */
  async of(endedId: string): Promise<string | undefined> {
    const document = await this.#replays.findOne({ _id: keyOf(this.#tenantId, endedId) });
    return document?.submissionId;
  }

  /** Names `submissionId` as the one that tries `endedId` again unless one is named, and answers which one is. */
  async name(endedId: string, submissionId: string, at: Date): Promise<string> {
    const _id = keyOf(this.#tenantId, endedId);
    const fresh = { tenantId: this.#tenantId, submissionId, at };
    const found = await this.#replays
      .findOneAndUpdate({ _id }, { $setOnInsert: fresh }, { upsert: true, returnDocument: 'after' })
      .catch((error: unknown) => {
        // Two upserts of one key can collide; the second finds what the first wrote.
        if (!isDuplicateKey(error)) throw error;
        return this.#replays.findOne({ _id });
      });
    if (!found) throw new Error(`replay ${_id} was written but cannot be read`);
    return found.submissionId;
  }

  /** Names `submissionId` in place of `voidId`, which came to nothing; answers which one is named then. */
  async rename(endedId: string, voidId: string, submissionId: string, at: Date): Promise<string> {
    const _id = keyOf(this.#tenantId, endedId);
    await this.#replays.updateOne({ _id, submissionId: voidId }, { $set: { submissionId, at } });
    return this.name(endedId, submissionId, at);
  }
}
