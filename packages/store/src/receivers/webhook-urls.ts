/**
 * Receivers of webhooks and mail: since when an address has only failed, and whether it was switched off. Also stores
 * the configurations for which the address is off: a new or changed configuration switches it on again.
 */
import type { Collection, Document } from 'mongodb';
import { isDuplicateKey } from '../driver/duplicate-key.js';
import type { ReceiverCache } from './receiver-cache.js';
import {
  addressId,
  addressIdOf,
  addressKey,
  addressKeys,
  supplierOfAddress,
  type ReceiverDocument,
  type SentEvent,
} from './receiver-document.js';

/** What is known about a receiver; empty for one that works. */
export interface WebhookUrlState {
  readonly failingSince?: Date;
  readonly disabledAt?: Date;
}

/** A receiver that was switched off. */
export interface SwitchedOffReceiver {
  readonly id: string;
  readonly url: string;
  readonly disabledAt: Date;
  readonly reason: string;
}

/** A receiver whose calls all fail, and that is not switched off. */
export interface FailingReceiver {
  readonly id: string;
  readonly url: string;
  readonly failingSince: Date;
}

/** A receiver that was switched off, or whose calls all fail. */
export type ReceiverInTrouble =
  | (SwitchedOffReceiver & { readonly failingSince?: undefined })
  | (FailingReceiver & { readonly disabledAt?: undefined; readonly reason?: undefined });

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

/** Returns the tenants with switched-off receivers; counts at most `most` receivers, of one tenant or of all. */
export type ListSwitchedOff = (most: number, tenantId?: string) => Promise<readonly SwitchedOffOfTenant[]>;

/** Counts them in an index that contains only switched-off receivers. */
export function createListSwitchedOff(receivers: Collection<ReceiverDocument>): ListSwitchedOff {
  return async (most, tenantId) => {
    const found = await receivers
      .aggregate<Omit<SwitchedOffOfTenant, 'tenantId'> & { readonly _id: string }>(
        [
          { $match: { 'switchedOff.at': { $exists: true, $gt: new Date(0) }, ...ofTenant(tenantId) } },
          { $limit: most },
          { $group: { _id: '$tenantId', count: { $sum: 1 }, since: { $min: '$switchedOff.at' } } },
          { $sort: { _id: 1 } },
        ],
        { hint: { 'switchedOff.at': 1 } },
      )
      .toArray();
    return found.map(({ _id, ...off }) => ({ tenantId: _id, ...off }));
  };
}

/** A supplier's tracker all of whose postbacks have failed, and since when. */
export interface FailingPostbacks {
  readonly tenantId: string;
  readonly supplierId: string;
  /** As `postbackAddress` makes it: the tracker may no longer be the supplier's. */
  readonly address: string;
  readonly since: Date;
}

/**
 * Returns the trackers, of one tenant or of all, all of whose postbacks have failed since `failingBefore` or longer, the last of
 * them at `failedSince` or later; at most `most`, the latest failure first.
 */
export type ListFailingPostbacks = (
  times: { readonly failingBefore: Date; readonly failedSince: Date },
  most: number,
  tenantId?: string,
) => Promise<readonly FailingPostbacks[]>;

function ofTenant(tenantId: string | undefined) {
  return tenantId === undefined ? {} : { tenantId };
}

/** Reads them in an index that contains only receivers that fail, by when a postback to them failed last. */
export function createListFailingPostbacks(receivers: Collection<ReceiverDocument>): ListFailingPostbacks {
  return async ({ failingBefore, failedSince }, most, only) => {
    const found = await receivers
      .find({
        'answers.failingSince': { $exists: true, $lte: failingBefore },
        postbackFailedAt: { $gte: failedSince },
        ...ofTenant(only),
      })
      .sort({ postbackFailedAt: -1 })
      .hint({ postbackFailedAt: -1 })
      .project<Pick<ReceiverDocument, 'tenantId' | 'receiver' | 'answers'>>({
        tenantId: 1,
        receiver: 1,
        'answers.failingSince': 1,
      })
      .limit(most)
      .toArray();
    return found.flatMap(({ tenantId, receiver: address, answers }) => {
      const [supplierId, since] = [supplierOfAddress(address), answers?.failingSince];
      return supplierId === undefined || !since ? [] : [{ tenantId, supplierId, address, since }];
    });
  };
}

/** The receivers of webhooks and mail of one tenant. */
export class WebhookUrlStore {
  readonly #receivers: Collection<ReceiverDocument>;
  readonly #cache: ReceiverCache;
  readonly #tenantId: string;

  constructor(collection: Collection<ReceiverDocument>, cache: ReceiverCache, tenantId: string) {
    this.#receivers = collection;
    this.#cache = cache;
    this.#tenantId = tenantId;
  }

  #key(url: string): string {
    return addressKey(this.#tenantId, addressId(url));
  }

  /**
   * What is known about the receiver, as it was at most two seconds ago. A receiver that was off is on if its
   * configuration is new.
   */
  async cached(receiver: WebhookReceiver): Promise<WebhookUrlState> {
    const _id = this.#key(receiver.url);
    const { switchedOff, answers: { failingSince } = {} } = (await this.#cache.get(_id)) ?? {};
    if (!switchedOff) return { ...(failingSince && { failingSince }) };
    const { at, configurations } = switchedOff;
    if (configurations.includes(fingerprint(receiver)))
      return { disabledAt: at, ...(failingSince && { failingSince }) };
    await this.#receivers.updateOne(
      { _id, 'switchedOff.at': at },
      { $unset: { switchedOff: '', 'answers.failingSince': '' } },
    );
    this.#cache.forget(_id);
    return {};
  }

  /** Records a failure; the first one since a success starts the period of failing. */
  async noteFailure(receiver: WebhookReceiver, now: Date): Promise<void> {
    if ((await this.cached(receiver)).failingSince) return;
    await this.#write(receiver.url, now, { 'answers.failingSince': now });
  }

  /** Records a success, which ends the period of failing. */
  async noteSuccess(receiver: WebhookReceiver): Promise<void> {
    if (!(await this.cached(receiver)).failingSince) return;
    const _id = this.#key(receiver.url);
    await this.#receivers.updateOne(
      { _id, switchedOff: { $exists: false } },
      { $unset: { 'answers.failingSince': '' } },
    );
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
    await this.#write(receiver.url, now, { switchedOff: { at: now, reason, configurations } });
  }

  /** The receivers that are switched off. */
  async switchedOff(): Promise<readonly SwitchedOffReceiver[]> {
    return (await this.inTrouble()).filter((one) => one.disabledAt !== undefined);
  }

  /** The latest events of these receivers, newest first, by their ids. */
  async latestEvents(ids: readonly string[]): Promise<ReadonlyMap<string, readonly SentEvent[]>> {
    const found = await this.#receivers
      .find({ _id: { $in: ids.map((id) => addressKey(this.#tenantId, id)) } })
      .project<Pick<ReceiverDocument, '_id' | 'events'>>({ events: 1 })
      .toArray();
    return new Map(found.map(({ _id, events = [] }) => [addressIdOf(_id), events.toReversed()]));
  }

  /** The receivers that are switched off, and those whose calls all fail; a tenant has few. */
  async inTrouble(): Promise<readonly ReceiverInTrouble[]> {
    const found = await this.#receivers
      .find({
        _id: addressKeys(this.#tenantId),
        $or: [{ switchedOff: { $exists: true } }, { 'answers.failingSince': { $exists: true } }],
      })
      .project<Omit<ReceiverDocument, 'events'>>({ events: 0 })
      .toArray();
    return found.flatMap(({ _id, receiver: url, switchedOff, answers }): ReceiverInTrouble[] => {
      const receiver = { id: addressIdOf(_id), url };
      if (switchedOff) return [{ ...receiver, disabledAt: switchedOff.at, reason: switchedOff.reason }];
      return answers?.failingSince ? [{ ...receiver, failingSince: answers.failingSince }] : [];
    });
  }

  /** Switches a receiver on again, everywhere within two seconds; false if it was not off. */
  async switchOn(id: string, now: Date): Promise<boolean> {
    const _id = addressKey(this.#tenantId, id);
    const result = await this.#receivers.updateOne(
      { _id, switchedOff: { $exists: true } },
      { $set: { switchedOnAt: now }, $unset: { switchedOff: '', 'answers.failingSince': '' } },
    );
    this.#cache.forget(_id);
    return result.matchedCount === 1;
  }

  async #write(url: string, calledAt: Date, fields: Document): Promise<void> {
    const _id = this.#key(url);
    const write = () =>
      this.#receivers.updateOne(
        { _id, switchedOnAt: { $not: { $gt: calledAt } } },
        { $set: fields, $setOnInsert: { tenantId: this.#tenantId, receiver: url } },
        { upsert: true },
      );
    try {
      await write();
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      // Switched on since the call; or this is the second of two concurrent first failures, and is written after the
      // other.
      if (!(await this.#receivers.findOne({ _id, switchedOnAt: { $gt: calledAt } }))) await write();
    }
    this.#cache.forget(_id);
  }
}

function fingerprint({ url, headers, retryAttempts, timeoutMs, secrets }: WebhookReceiver): string {
  return addressId(JSON.stringify([url, Object.entries(headers).sort(), retryAttempts, timeoutMs, secrets]));
}
