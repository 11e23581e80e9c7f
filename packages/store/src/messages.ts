/** SMS messages, sent and received, and the numbers that asked not to be written to. */
import type { SmsMessage, SmsStatus } from '@sluice/contracts';
import { createHash } from 'node:crypto';
import type { Collection } from 'mongodb';
import { isDuplicateKey } from './duplicate-key.js';
import { idOf, keyOf } from './keys.js';

/** A message as stored. */
export interface MessageDocument extends Omit<SmsMessage, 'messageId'> {
  readonly _id: string;
  readonly tenantId: string;
}

/**
 * A number that opted out, under its hash: the wish outlives the person's data, and the number cannot be read here.
 */
export interface OptOutDocument {
  readonly _id: string;
  readonly tenantId: string;
  /** Whether the owner wants no messages; a document without it says so. */
  readonly out?: boolean;
  readonly at: Date;
  /** The latest messages that said so, or the opposite. */
  readonly by?: readonly string[];
}

/** A wish that this many others came after is not recognised any more. */
const WISHES_KNOWN = 50;

/** What is written of a message after a vendor spoke. */
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

  /** Writes a message unless it is there. */
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

  /** The message that a vendor knows by `providerMessageId`. */
  async findByVendorId(
    provider: SmsMessage['provider'],
    providerMessageId: string,
  ): Promise<SmsMessage | undefined> {
    const tenantId = this.#tenantId;
    const document = await this.#messages.findOne({ tenantId, providerMessageId, provider });
    return document ? messageFrom(document) : undefined;
  }

  /**
   * Writes what became of a message, and whether that was news: its status only moves when it stands at one of
   * `from`, since a vendor's reports overtake each other.
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

  /** Writes that the message failed, unless a vendor has spoken of it: then it has the message. Repeatable. */
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

  /** Whether the owner of `number` (E.164) asked not to be written to. */
  async hasOptedOut(number: string): Promise<boolean> {
    const wish = await this.#optOuts.findOne({ _id: this.#optOutKey(number) });
    return wish !== null && wish.out !== false;
  }

  /** Its owner wants no messages any more, as the message `by` says. Said again, it changes nothing. */
  async optOut(number: string, by: string, now: Date): Promise<void> {
    await this.#wish(number, true, by, now);
  }

  /** Its owner wants messages again, as the message `by` says. Said again, it changes nothing. */
  async optIn(number: string, by: string, now: Date): Promise<void> {
    await this.#wish(number, false, by, now);
  }

  // A vendor repeats what it was not answered, also when the owner has long changed their mind.
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
      // Said before; or another wish was the first to be written, and this one comes after it.
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
