/** SMS messages, sent and received, and the numbers whose owners opted out. */
import type { SmsMessage, SmsStatus } from '@sluice/contracts';
import { createHash } from 'node:crypto';
import type { Collection } from 'mongodb';
import { isDuplicateKey } from '../driver/duplicate-key.js';
import { idOf, keyOf } from '../driver/keys.js';

/** A message as stored. */
export interface MessageDocument extends Omit<SmsMessage, 'messageId'> {
  readonly _id: string;
  readonly tenantId: string;
}

/**
 * A number that opted out, stored as a hash: the opt-out outlives the person's data, and the number cannot be read from
 * it.
 */
export interface OptOutDocument {
  readonly _id: string;
  readonly tenantId: string;
  /** Whether the owner wants no messages; if absent, true. */
  readonly out?: boolean;
  readonly at: Date;
  /** The latest messages that opted out or in. */
  readonly by?: readonly string[];
}

/** How many message ids are kept for each number, to recognise a repeated opt-out or opt-in. */
const WISHES_KNOWN = 50;

/** What is written about a message after a report of its vendor. */
export interface MessageProgress {
  readonly status: SmsStatus;
  readonly from?: string;
  readonly providerMessageId?: string;
  readonly errorCode?: string;
  readonly errorMessage?: string;
}

/** Messages of one tenant. */
export class MessageStore {
  readonly #messages: Collection<MessageDocument>;
  readonly #optOuts: Collection<OptOutDocument>;
  readonly #tenantId: string;

  constructor(messages: Collection<MessageDocument>, optOuts: Collection<OptOutDocument>, tenantId: string) {
    this.#messages = messages;
    this.#optOuts = optOuts;
    this.#tenantId = tenantId;
  }

  /** Writes a message unless it exists. */
  async add({ messageId, ...message }: SmsMessage): Promise<void> {
    await this.#messages.updateOne(
      { _id: keyOf(this.#tenantId, messageId) },
      { $setOnInsert: { tenantId: this.#tenantId, ...message } },
      { upsert: true },
    );
  }

  async find(messageId: string): Promise<SmsMessage | undefined> {
    const document = await this.#messages.findOne({ _id: keyOf(this.#tenantId, messageId) });
    return document ? messageFrom(document) : undefined;
  }

  /** The message with this id at its vendor. */
  async findByVendorId(
    provider: SmsMessage['provider'],
    providerMessageId: string,
  ): Promise<SmsMessage | undefined> {
    const tenantId = this.#tenantId;
    const document = await this.#messages.findOne({ tenantId, providerMessageId, provider });
    return document ? messageFrom(document) : undefined;
  }

  /**
   * Writes the progress of a message, and returns whether that changed anything. Its status changes only from one of
   * `from`, because a vendor's reports can overtake each other.
   */
  async progress(
    messageId: string,
    { providerMessageId, ...progress }: MessageProgress,
    from: readonly SmsStatus[],
    now: Date,
  ): Promise<boolean> {
    const _id = keyOf(this.#tenantId, messageId);
    if (providerMessageId !== undefined)
      await this.#messages.updateOne({ _id }, { $set: { providerMessageId } });
    const moved = await this.#messages.updateOne(
      { _id, status: { $in: [...from] } },
      { $set: { ...progress, updatedAt: now.toISOString() } },
    );
    return moved.matchedCount === 1;
  }

  /** Marks the message as failed, unless a vendor has reported on it and therefore has it. Repeatable. */
  async giveUp(
    messageId: string,
    error: Pick<MessageProgress, 'errorCode' | 'errorMessage'>,
    now: Date,
  ): Promise<void> {
    await this.#messages.updateOne(
      { _id: keyOf(this.#tenantId, messageId), providerMessageId: { $exists: false } },
      { $set: { status: 'failed', ...error, updatedAt: now.toISOString() } },
    );
  }

  /** Whether the owner of `number` (E.164) has opted out. */
  async hasOptedOut(number: string): Promise<boolean> {
    const wish = await this.#optOuts.findOne({ _id: this.#optOutKey(number) });
    return wish !== null && wish.out !== false;
  }

  /** Records that the number's owner opted out with the message `by`. Repeating it has no effect. */
  async optOut(number: string, by: string, now: Date): Promise<void> {
    await this.#wish(number, true, by, now);
  }

  /** Records that the number's owner opted in again with the message `by`. Repeating it has no effect. */
  async optIn(number: string, by: string, now: Date): Promise<void> {
    await this.#wish(number, false, by, now);
  }

  // A vendor repeats a report that was not answered, even long after the owner has changed their mind.
  async #wish(number: string, out: boolean, by: string, now: Date): Promise<void> {
    const _id = this.#optOutKey(number);
    const write = () =>
      this.#optOuts.updateOne(
        { _id, by: { $ne: by } },
        {
          $set: { tenantId: this.#tenantId, out, at: now },
          $push: { by: { $each: [by], $slice: -WISHES_KNOWN } },
        },
        { upsert: true },
      );
    try {
      await write();
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      // Either this wish was recorded before, or another process inserted the number's first wish at the same moment.
      // Only in the second case this wish still has to be written.
      if (!(await this.#optOuts.findOne({ _id, by }))) await write();
    }
  }

  #optOutKey(number: string): string {
    const hash = createHash('sha256').update(`${this.#tenantId}/${number}`).digest('base64url');
    return keyOf(this.#tenantId, hash);
  }
}

function messageFrom({ _id, tenantId: _tenantId, ...message }: MessageDocument): SmsMessage {
  return { ...message, messageId: idOf(_id) };
}
