/**
 * The state of webhook receivers: since when a URL has only failed, and whether it was switched off. Also stores the
 * configurations for which the URL is off: a new or changed configuration switches it on again.
 */
import { createHash } from 'node:crypto';
import type { Collection } from 'mongodb';
import { isDuplicateKey } from './duplicate-key.js';
import { idOf, keyOf, keyRange } from './keys.js';
import { TtlCache } from './ttl-cache.js';

/** A receiver's record as stored. */
export interface WebhookUrlDocument {
  readonly _id: string;
  readonly tenantId: string;
  readonly url: string;
  readonly failingSince?: Date;
  readonly disabledAt?: Date;
  readonly reason?: string;
  /** When an operator switched it on; results of earlier calls no longer count. */
  readonly switchedOnAt?: Date;
  /** Fingerprints of the configurations for which it is off. */
  readonly configurations?: readonly string[];
}

/** What is known about a receiver; empty for one that works. */
export type WebhookUrlState = Pick<
  WebhookUrlDocument,
  'failingSince' | 'disabledAt' | 'reason' | 'configurations'
>;

/** A receiver that was switched off. */
export interface SwitchedOffReceiver {
  readonly id: string;
  readonly url: string;
  readonly disabledAt: Date;
  readonly reason?: string;
}

/** A receiver that was switched off, or whose calls all fail. */
export type ReceiverInTrouble = Pick<WebhookUrlDocument, 'url' | 'reason'> & { readonly id: string } & (
    | { readonly disabledAt: Date; readonly failingSince?: Date }
    | { readonly disabledAt?: undefined; readonly failingSince: Date }
  );

/** A receiver as configured. The events it subscribes to are not part of this. */
export interface WebhookReceiver {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly retryAttempts?: number;
  readonly timeoutMs?: number;
  readonly secrets?: readonly string[];
}

/** Receivers of one tenant that are switched off. */
export interface SwitchedOffOfTenant {
  readonly tenantId: string;
  readonly count: number;
  /** When the first of them was switched off. */
  readonly since: Date;
}

/** Returns the tenants with switched-off receivers; counts at most `most` receivers, of all tenants. */
export type ListSwitchedOff = (most: number) => Promise<readonly SwitchedOffOfTenant[]>;

/** Counts them in an index that contains only switched-off receivers. */
export function createListSwitchedOff(urls: Collection<WebhookUrlDocument>): ListSwitchedOff {
  return async (most) => {
    const found = await urls
      .aggregate<Omit<SwitchedOffOfTenant, 'tenantId'> & { readonly _id: string }>(
        [
          { $match: { disabledAt: { $exists: true, $gt: new Date(0) } } },
          { $limit: most },
          { $group: { _id: '$tenantId', count: { $sum: 1 }, since: { $min: '$disabledAt' } } },
          { $sort: { _id: 1 } },
        ],
        { hint: { disabledAt: 1 } },
      )
      .toArray();
    return found.map(({ _id: tenantId, ...off }) => ({ tenantId, ...off }));
  };
}

const STALENESS_MS = 2_000;

/** The receivers' records of one tenant. */
export class WebhookUrlStore {
  readonly #urls: Collection<WebhookUrlDocument>;
  readonly #tenantId: string;
  readonly #cache = new TtlCache<WebhookUrlState>(STALENESS_MS);

  constructor(collection: Collection<WebhookUrlDocument>, tenantId: string) {
    this.#urls = collection;
    this.#tenantId = tenantId;
  }

  #key(url: string): string {
    return keyOf(this.#tenantId, hashed(url));
  }

  /**
   * What is known about the receiver, as it was at most two seconds ago. A receiver that was off is on if its
   * configuration is new.
   */
  async cached(receiver: WebhookReceiver): Promise<WebhookUrlState> {
    const key = this.#key(receiver.url);
    const known = await this.#cache.get(key, async () => (await this.#urls.findOne({ _id: key })) ?? {});
    const { disabledAt, configurations = [] } = known;
    if (!disabledAt || configurations.includes(fingerprint(receiver))) return known;
    await this.#urls.deleteOne({ _id: key, disabledAt });
    this.#cache.forget(key);
    return {};
  }

  /** Records a failure; the first one since a success starts the period of failing. */
  async noteFailure(receiver: WebhookReceiver, now: Date): Promise<void> {
    if ((await this.cached(receiver)).failingSince) return;
    await this.#write(receiver.url, now, { failingSince: now });
  }

  /** Records a success, which ends the period of failing. */
  async noteSuccess(receiver: WebhookReceiver): Promise<void> {
    if (!(await this.cached(receiver)).failingSince) return;
    const _id = this.#key(receiver.url);
    await this.#urls.updateOne({ _id, disabledAt: { $exists: false } }, { $unset: { failingSince: '' } });
    this.#cache.forget(_id);
  }

  /**
   * Switches the receiver's URL off for the tenant, also in the tenant's `others`, its other configurations of that
   * URL. `now` is the time of the call; if an operator has switched it on since, it stays on.
   */
  async disable(
    receiver: WebhookReceiver,
    reason: string,
    now: Date,
    others: readonly WebhookReceiver[] = [],
  ): Promise<void> {
    const configurations = [...new Set([receiver, ...others].map(fingerprint))];
    await this.#write(receiver.url, now, { disabledAt: now, reason, configurations });
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

  /** The receivers that are switched off, and those whose calls all fail; a tenant has few. */
  async inTrouble(): Promise<readonly ReceiverInTrouble[]> {
    const found = await this.#urls.find({ _id: keyRange(keyOf(this.#tenantId, '')) }).toArray();
    return found.flatMap(({ _id, url, disabledAt, failingSince, reason }): ReceiverInTrouble[] => {
      const receiver = { id: idOf(_id), url, ...(reason !== undefined && { reason }) };
      if (disabledAt) return [{ ...receiver, disabledAt }];
      return failingSince ? [{ ...receiver, failingSince }] : [];
    });
  }

  /** Switches a receiver on again, everywhere within two seconds; false if it was not off. */
  async switchOn(id: string, now: Date): Promise<boolean> {
    const _id = keyOf(this.#tenantId, id);
    const result = await this.#urls.updateOne(
      { _id, disabledAt: { $exists: true } },
      {
        $set: { switchedOnAt: now },
        $unset: { disabledAt: '', failingSince: '', reason: '', configurations: '' },
      },
    );
    this.#cache.forget(_id);
    return result.matchedCount === 1;
  }

  async #write(url: string, calledAt: Date, fields: WebhookUrlState): Promise<void> {
    const _id = this.#key(url);
    const write = () =>
      this.#urls.updateOne(
        { _id, switchedOnAt: { $not: { $gt: calledAt } } },
        { $set: fields, $setOnInsert: { tenantId: this.#tenantId, url } },
        { upsert: true },
      );
    try {
      await write();
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      // Switched on since the call; or this is the second of two concurrent first failures, and is written after the
      // other.
      if (!(await this.#urls.findOne({ _id, switchedOnAt: { $gt: calledAt } }))) await write();
    }
    this.#cache.forget(_id);
  }
}

function fingerprint({ url, headers, retryAttempts, timeoutMs, secrets }: WebhookReceiver): string {
  return hashed(JSON.stringify([url, Object.entries(headers).sort(), retryAttempts, timeoutMs, secrets]));
}

function hashed(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
