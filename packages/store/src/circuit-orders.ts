/**
 * Orders of operators about single receivers of a tenant: to leave a receiver alone until further notice, or to call it
 * again now. Workers read them before each call, at most two seconds late. Circuits that open because of failures are
 * local to each process.
 */
import type { Collection, Condition } from 'mongodb';
import { CATALOG_STALENESS_MS } from './catalog.js';
import { keyOf, keyRange } from './keys.js';
import { TtlCache } from './ttl-cache.js';

/** An order as an operator gives it. */
export interface NewCircuitOrder {
  /** `open`: no call is made. `closed`: the failures that opened the circuit are forgotten, once. */
  readonly kind: 'open' | 'closed';
  /** Distinguishes this order from the one before it. */
  readonly token: string;
  readonly by: string;
  readonly reason?: string;
  readonly at: Date;
  /** When an `open` order ends; if absent, with the next order. */
  readonly until?: Date;
}

/** An order with its receiver. */
export interface CircuitOrder extends NewCircuitOrder {
  readonly receiver: string;
}

/** An order as stored, under its receiver; a new order replaces the one before it. */
export interface CircuitOrderDocument extends CircuitOrder {
  readonly _id: string;
  readonly tenantId: string;
}

/** An order that keeps a receiver from being called, with its tenant. */
export interface CircuitOpenedByHand extends CircuitOrder {
  readonly tenantId: string;
}

/** Returns the orders of all tenants that are in force at `now`, at most `most`; those without an end come first. */
export type ListOpenedByHand = (now: Date, most: number) => Promise<readonly CircuitOpenedByHand[]>;

/** Lists them from an index that contains only `open` orders. */
export function createListOpenedByHand(orders: Collection<CircuitOrderDocument>): ListOpenedByHand {
  return async (now, most) => {
    const inForce = async (until: Condition<Date>) => {
      const found = orders.find({ kind: 'open', until }).limit(most);
      return (await found.toArray()).map(({ _id, ...order }) => order);
    };
    const [untilClosed, forATime] = await Promise.all([inForce({ $exists: false }), inForce({ $gt: now })]);
    return [...untilClosed, ...forATime].slice(0, most);
  };
}

/** The orders about the receivers of one tenant. */
export class CircuitOrders {
  readonly #orders: Collection<CircuitOrderDocument>;
  readonly #tenantId: string;
  readonly #cache = new TtlCache<ReadonlyMap<string, CircuitOrder>>(CATALOG_STALENESS_MS);

  constructor(collection: Collection<CircuitOrderDocument>, tenantId: string) {
    this.#orders = collection;
    this.#tenantId = tenantId;
  }

  /** Gives an order, which ends the previous one about the same receiver. */
  async give(receiver: string, order: NewCircuitOrder): Promise<void> {
    const _id = keyOf(this.#tenantId, encodeURIComponent(receiver));
    const document = { tenantId: this.#tenantId, receiver, ...order };
    await this.#orders.replaceOne({ _id }, document, { upsert: true });
    this.#cache.forget(this.#tenantId);
  }

  /** The latest order about each receiver. */
  async all(): Promise<ReadonlyMap<string, CircuitOrder>> {
    const found = await this.#orders.find({ _id: keyRange(keyOf(this.#tenantId, '')) }).toArray();
    return new Map(found.map(({ _id, tenantId: _tenantId, ...order }) => [order.receiver, order]));
  }

  /** The latest order about a receiver, as it was at most two seconds ago. */
  async cached(receiver: string): Promise<CircuitOrder | undefined> {
    return (await this.#cache.get(this.#tenantId, () => this.all())).get(receiver);
  }
}

/** Whether an order keeps its receiver from being called at `now`. */
export function isOrderedOpen(
  order: Pick<CircuitOrder, 'kind' | 'until'> | undefined,
  now: Date,
): order is CircuitOrder {
  return order?.kind === 'open' && !(order.until && order.until <= now);
}
