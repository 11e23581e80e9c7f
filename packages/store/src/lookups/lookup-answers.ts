/** Answers of look-ups that are kept to answer the same request about other leads, until their time is over. */
import type { LookupAnswer } from '@sluice/contracts';
import type { Collection } from 'mongodb';
import { keyOf } from '../driver/keys.js';

/** An answer as stored; its key is the look-up and the hash of the rendered request. */
export interface LookupAnswerDocument {
  readonly _id: string;
  readonly tenantId: string;
  /** All leads that it is about, so that it goes with each of them. */
  readonly leadIds: readonly string[];
  readonly answer: LookupAnswer;
  readonly expiresAt: Date;
}

/** The kept answers of one tenant. */
export class LookupAnswerStore {
  readonly #answers: Collection<LookupAnswerDocument>;
  readonly #tenantId: string;

  constructor(collection: Collection<LookupAnswerDocument>, tenantId: string) {
    this.#answers = collection;
    this.#tenantId = tenantId;
  }

  /** The answer under this key, which is then about `leadId` too; undefined if none is kept at `now`. */
  async take(key: string, leadId: string, now: Date): Promise<LookupAnswer | undefined> {
    const found = await this.#answers.findOneAndUpdate(
      { _id: keyOf(this.#tenantId, key), expiresAt: { $gt: now } },
      { $addToSet: { leadIds: leadId } },
    );
    return found?.answer;
  }

  /** Keeps an answer in place of an older one. Repeatable. */
  async keep(key: string, leadId: string, answer: LookupAnswer, expiresAt: Date): Promise<void> {
    await this.#answers.updateOne(
      { _id: keyOf(this.#tenantId, key) },
      { $set: { tenantId: this.#tenantId, answer, expiresAt }, $addToSet: { leadIds: leadId } },
      { upsert: true },
    );
  }
}
