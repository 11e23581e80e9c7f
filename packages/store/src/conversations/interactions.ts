/**
 * Interactions (§2.6) and the one open SMS conversation of a lead. A document under the lead's key names the open
 * conversation, so two messages sent at once join the same one.
 */
import type { Interaction, TranscriptEntry } from '@sluice/contracts';
import type { Collection, Document } from 'mongodb';
import { isDuplicateKey } from '../driver/duplicate-key.js';
import { idOf, keyOf } from '../driver/keys.js';
import {
  idOfExternal,
  recordingUpdate,
  type RecordedInteraction,
  type Recording,
} from './recorded-interactions.js';

/** A transcript entry with the id of its message; appending it twice adds it once. */
export type SaidEntry = TranscriptEntry & { readonly messageId?: string };

/** An interaction as stored. */
export interface InteractionDocument extends Omit<Interaction, 'interactionId' | 'transcript'> {
  readonly _id: string;
  readonly tenantId: string;
  readonly transcript?: readonly SaidEntry[];
  /** The request that recorded it first. */
  readonly madeBy?: string;
  /** The ids of the latest requests that recorded it: a repeated one has no effect. */
  readonly changes?: readonly string[];
  /** The latest change that nobody has been notified of. */
  readonly toNotify?: string;
  /** When the sweep notifies it. */
  readonly notificationsDueAt?: Date;
}

/** The open conversation of a lead. */
export interface ConversationDocument {
  readonly _id: string;
  readonly tenantId: string;
  readonly interactionId: string;
}

/** An interaction before it is stored. */
export type NewInteraction = Omit<Interaction, 'transcript' | 'createdAt' | 'updatedAt'>;

/** Interactions of one tenant. */
export class InteractionStore {
  readonly #interactions: Collection<InteractionDocument>;
  readonly #conversations: Collection<ConversationDocument>;
  readonly #tenantId: string;

  constructor(
    interactions: Collection<InteractionDocument>,
    conversations: Collection<ConversationDocument>,
    tenantId: string,
  ) {
    this.#interactions = interactions;
    this.#conversations = conversations;
    this.#tenantId = tenantId;
  }

  #key(interactionId: string): string {
    return keyOf(this.#tenantId, interactionId);
  }

  async find(interactionId: string): Promise<Interaction | undefined> {
    const document = await this.#interactions.findOne({ _id: this.#key(interactionId) });
    return document ? interactionFrom(document) : undefined;
  }

  /** All interactions of a lead, the most recently updated first. */
  async ofLead(leadId: string): Promise<readonly Interaction[]> {
    const found = await this.#interactions
      .find({ tenantId: this.#tenantId, leadId })
      .sort({ updatedAt: -1, _id: -1 })
      .toArray();
    return found.map(interactionFrom);
  }

  /** Returns the lead's open SMS conversation; if there is none, `beginning` becomes it. */
  async openConversation(beginning: NewInteraction, now: Date): Promise<string> {
    const { leadId, interactionId } = beginning;
    const _id = keyOf(this.#tenantId, `${leadId}.sms`);
    const opened = await this.#conversations
      .findOneAndUpdate(
        { _id },
        { $setOnInsert: { tenantId: this.#tenantId, interactionId } },
        { upsert: true, returnDocument: 'after' },
      )
      .catch(async (error: unknown) => {
        if (!isDuplicateKey(error)) throw error;
        return this.#conversations.findOne({ _id });
      });
    const open = opened?.interactionId ?? interactionId;
    // Every writer ensures that it exists, in case the one that opened it died in between.
    await this.begin({ ...beginning, interactionId: open }, now);
    return open;
  }

  /** Writes an interaction unless it exists. */
  async begin({ interactionId, ...interaction }: NewInteraction, now: Date): Promise<void> {
    const at = now.toISOString();
    const fields = { tenantId: this.#tenantId, ...interaction, createdAt: at, updatedAt: at };
    try {
      await this.#interactions.updateOne(
        { _id: this.#key(interactionId) },
        { $setOnInsert: fields },
        { upsert: true },
      );
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  }

  /**
   * Records a call or an email thread, or updates the one with the same external id. A repeated request has no effect.
   * Undefined if another lead has that external id.
   */
  async record(recording: Recording, now: Date): Promise<RecordedInteraction | undefined> {
    const { leadId, externalId, newInteractionId, change } = recording;
    const _id = this.#key(externalId === undefined ? newInteractionId : idOfExternal(externalId));
    const write = () =>
      this.#interactions.findOneAndUpdate(
        { _id, leadId, changes: { $ne: change } },
        recordingUpdate(recording, this.#tenantId, now),
        { upsert: true, returnDocument: 'after' },
      );
    const after = await write().catch(async (error: unknown) => {
      if (!isDuplicateKey(error)) throw error;
      const existing = await this.#interactions.findOne({ _id });
      // It is another lead's, or the request was made before; or two requests made it at once, and the second one finds
      // what the first has made.
      if (existing && existing.leadId !== leadId) return undefined;
      return existing?.changes?.includes(change) ? existing : write();
    });
    return after ? recordedFrom(after, change) : undefined;
  }

  /** Records that receivers were notified of a change, unless another one came after it. Repeatable. */
  async notified(interactionId: string, change: string): Promise<void> {
    await this.#interactions.updateOne(
      { _id: this.#key(interactionId), toNotify: change },
      { $unset: { toNotify: '', notificationsDueAt: '' } },
    );
  }

  /**
   * Appends an entry, once per message, and records its telephony. The error of an earlier message is shown until we
   * send the next one.
   */
  async append(
    interactionId: string,
    entry: SaidEntry,
    telephony: Interaction['telephony'],
    now: Date,
  ): Promise<void> {
    const noted = Object.entries<string | undefined>(telephony ?? {});
    const update: Document = {
      $push: { transcript: entry },
      $set: {
        updatedAt: now.toISOString(),
        ...Object.fromEntries(noted.map(([field, value]) => [`telephony.${field}`, value])),
      },
      ...(entry.role === 'agent' && { $unset: { errorCode: '', errorMessage: '' } }),
    };
    await this.#interactions.updateOne(
      {
        _id: this.#key(interactionId),
        ...(entry.messageId !== undefined && { 'transcript.messageId': { $ne: entry.messageId } }),
      },
      update,
    );
  }

  /**
   * Records how a conversation's latest message ended, with or without an error. A message that is no longer the latest
   * does not change the conversation.
   */
  async noteOutcome(
    interactionId: string,
    messageId: string,
    { errorCode, errorMessage }: Pick<Interaction, 'errorCode' | 'errorMessage'>,
    now: Date,
  ): Promise<void> {
    const error = Object.entries({ errorCode, errorMessage });
    const known = error.filter(([, value]) => value !== undefined);
    const unknown = error.filter(([, value]) => value === undefined).map(([name]) => [name, ''] as const);
    const update: Document = {
      $set: { updatedAt: now.toISOString(), ...Object.fromEntries(known) },
      ...(unknown.length > 0 && { $unset: Object.fromEntries(unknown) }),
    };
    await this.#interactions.updateOne(
      { _id: this.#key(interactionId), 'telephony.messageId': messageId },
      update,
    );
  }
}

/** The interaction of a document. */
export function interactionFrom({
  _id,
  tenantId: _tenantId,
  madeBy: _madeBy,
  changes: _changes,
  toNotify: _toNotify,
  notificationsDueAt: _notificationsDueAt,
  transcript,
  ...interaction
}: InteractionDocument): Interaction {
  return {
    ...interaction,
    interactionId: idOf(_id),
    ...(transcript && { transcript: transcript.map(({ messageId: _messageId, ...entry }) => entry) }),
  };
}

function recordedFrom(document: InteractionDocument, change: string): RecordedInteraction {
  const { madeBy, toNotify } = document;
  return {
    interaction: interactionFrom(document),
    isNew: madeBy === change,
    toNotify,
  };
}
