/**
 * How webhook receivers have been doing: since when one has only failed, and whether it was switched off. A receiver is
 * known by its configuration, so that changing the configuration switches it on again.
 */
import { createHash } from 'node:crypto';
import type { Collection } from 'mongodb';
import { idOf, keyOf, keyRange } from './keys.js';
import { Remembered } from './remembered.js';

/** A receiver's record as stored. */
export interface WebhookUrlDocument {
  readonly _id: string;
  readonly tenantId: string;
  readonly url: string;
  readonly failingSince?: Date;
  readonly disabledAt?: Date;
  readonly reason?: string;
}

/** What is known of a receiver; nothing of one that works. */
export type WebhookUrlState = Pick<WebhookUrlDocument, 'failingSince' | 'disabledAt' | 'reason'>;

/** A receiver that was switched off. */
export interface SwitchedOffReceiver {
  readonly id: string;
  readonly url: string;
  readonly disabledAt: Date;
  readonly reason?: string;
}

/** A receiver as it is configured. */
export interface WebhookReceiver {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

const STALENESS_MS = 2_000;

/** The receivers' records of one tenant. */
export class WebhookUrlStore {
  readonly #urls: Collection<WebhookUrlDocument>;
  readonly #tenantId: string;
  readonly #remembered = new Remembered<WebhookUrlState>(STALENESS_MS);

  constructor(collection: Collection<WebhookUrlDocument>, tenantId: string) {
    this.#urls = collection;
    this.#tenantId = tenantId;
  }

  #key({ url, headers }: WebhookReceiver): string {
    const configuration = JSON.stringify([url, Object.entries(headers).sort()]);
    return keyOf(this.#tenantId, createHash('sha256').update(configuration).digest('base64url'));
  }

  /** What is known of the receiver, as it was at most two seconds ago. */
  async recent(receiver: WebhookReceiver): Promise<WebhookUrlState> {
    const key = this.#key(receiver);
    return this.#remembered.get(key, async () => (await this.#urls.findOne({ _id: key })) ?? {});
  }

  /** Notes a failure; the first one since a success begins the time of failing. */
  async noteFailure(receiver: WebhookReceiver, now: Date): Promise<void> {
    if ((await this.recent(receiver)).failingSince) return;
    await this.#write(receiver, { failingSince: now });
  }

  /** Notes a success, which ends the time of failing. */
  async noteSuccess(receiver: WebhookReceiver): Promise<void> {
    if (!(await this.recent(receiver)).failingSince) return;
    await this.#urls.deleteOne({ _id: this.#key(receiver), disabledAt: { $exists: false } });
    this.#remembered.forget(this.#key(receiver));
  }

  /** Switches the receiver off for the tenant. */
  async disable(receiver: WebhookReceiver, reason: string, now: Date): Promise<void> {
    await this.#write(receiver, { disabledAt: now, reason });
  }

  /** The receivers that are switched off. */
  async switchedOff(): Promise<readonly SwitchedOffReceiver[]> {
    const found = await this.#urls
      .find({ _id: keyRange(keyOf(this.#tenantId, '')), disabledAt: { $exists: true } })
      .toArray();
    return found.flatMap(({ _id, url, disabledAt, reason }) =>
      disabledAt ? [{ id: idOf(_id), url, disabledAt, ...(reason !== undefined && { reason }) }] : [],
    );
  }

  /** Switches a receiver on again, everywhere within two seconds; false when it was not off. */
  async switchOn(id: string): Promise<boolean> {
    const _id = keyOf(this.#tenantId, id);
    const result = await this.#urls.deleteOne({ _id, disabledAt: { $exists: true } });
    this.#remembered.forget(_id);
    return result.deletedCount === 1;
  }

  async #write(receiver: WebhookReceiver, fields: WebhookUrlState): Promise<void> {
    const _id = this.#key(receiver);
    await this.#urls.updateOne(
      { _id },
      { $set: fields, $setOnInsert: { tenantId: this.#tenantId, url: receiver.url } },
      { upsert: true },
    );
    this.#remembered.forget(_id);
  }
}
