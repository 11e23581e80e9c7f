/**
 * Orders of operators about single buyers of a tenant: to leave a buyer alone until further notice, or to call it again
 * now. Workers read them before each call, at most two seconds late. Circuits that open because of failures are local to
 * each process.
 */
import type { Collection, Document } from 'mongodb';
import { isOrderedOpen, periodsUnder, type CircuitOrder } from './circuit.js';
import type { ReceiverCache } from './receiver-cache.js';
import { buyerKey, named, type ReceiverDocument, type ReceiverName } from './receiver-document.js';

/** The orders about the buyers of one tenant. */
export class CircuitOrders {
  readonly #receivers: Collection<ReceiverDocument>;
  readonly #cache: ReceiverCache;
  readonly #tenantId: string;

  constructor(collection: Collection<ReceiverDocument>, cache: ReceiverCache, tenantId: string) {
    this.#receivers = collection;
    this.#cache = cache;
    this.#tenantId = tenantId;
  }

  /**
   * Gives an order, which ends the previous one about the same buyer and closes a circuit that opened because of
   * failures.
   */
  async give(receiver: string, order: CircuitOrder): Promise<void> {
    const name = { tenantId: this.#tenantId, receiver };
    const _id = buyerKey(name);
    await this.#receivers.updateOne({ _id }, updateUnder(name, order), { upsert: true });
    this.#cache.forget(_id);
  }

  /**
   * Gives an order about a buyer that was called before, unless an operator keeps its circuit open; then returns that
   * operator's order, however late it came.
   */
  async giveUnlessOpen(receiver: string, order: CircuitOrder): Promise<CircuitOrder | undefined> {
    const name = { tenantId: this.#tenantId, receiver };
    const _id = buyerKey(name);
    const isFree = [{ 'order.kind': { $ne: 'open' as const } }, { 'order.until': { $lte: order.at } }];
    const given = await this.#receivers.updateOne({ _id, $or: isFree }, updateUnder(name, order));
    this.#cache.forget(_id);
    if (given.matchedCount === 1) return undefined;
    const kept = (await this.#receivers.findOne({ _id }))?.order;
    return isOrderedOpen(kept, order.at) ? kept : undefined;
  }

  /** The latest order about a buyer, as it was at most two seconds ago. */
  async cached(receiver: string): Promise<CircuitOrder | undefined> {
    return (await this.#cache.get(buyerKey({ tenantId: this.#tenantId, receiver })))?.order;
  }
}

function updateUnder(name: ReceiverName, order: CircuitOrder): Document[] {
  return [
    { $set: { ...named(name), ...periodsUnder(order), order: { $literal: order } } },
    { $unset: 'circuit.openUntil' },
  ];
}
