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

/** An answer about more leads would grow without bound, and each of its updates with it. */
const MOST_LEADS = 1_000;
const hasRoom = { [`leadIds.${MOST_LEADS - 1}`]: { $exists: false } };

/** The kept answers of one tenant. */
export class LookupAnswerStore {
  readonly #answers: Collection<LookupAnswerDocument>;
  readonly #tenantId: string;

  constructor(collection: Collection<LookupAnswerDocument>, tenantId: string) {
    this.#answers = collection;
    this.#tenantId = tenantId;
  }

  /** The answer under this key, which is then about `leadId` too; undefined if none that has room for it is kept at `now`. */
  async take(key: string, leadId: string, now: Date): Promise<LookupAnswer | undefined> {
    const found = await this.#answers.findOneAndUpdate(
      { _id: keyOf(this.#tenantId, key), expiresAt: { $gt: now }, ...hasRoom },
      { $addToSet: { leadIds: leadId } },
    );
    return found?.answer;
  }

  /**
   * Keeps an answer in place of an older one. Those that an expired or full one was about have no part in it: what they
   * got is gone with this. Repeatable.
   */
  async keep(key: string, leadId: string, answer: LookupAnswer, expiresAt: Date): Promise<void> {
    await this.#answers.updateOne(
      { _id: keyOf(this.#tenantId, key) },
      [
        {
          $set: {
            tenantId: { $literal: this.#tenantId },
            answer: { $literal: answer },
            expiresAt,
            leadIds: {
              $setUnion: [{ $cond: [stillTaken(answer.at), '$leadIds', []] }, [{ $literal: leadId }]],
            },
          },
        },
      ],
      { upsert: true },
    );
  }
}

// A document that is about to be made has no fields yet.
function stillTaken(at: Date) {
  const leads = { $size: { $ifNull: ['$leadIds', []] } };
  return { $and: [{ $gt: ['$expiresAt', at] }, { $lt: [leads, MOST_LEADS] }] };
}
