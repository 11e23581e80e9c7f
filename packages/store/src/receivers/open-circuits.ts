/**
 * Open circuits: buyers that are not called, because most calls failed or because an operator said so. Each process has
 * circuits of its own. What it stores here is for display, and tells routing which buyers to pass over that do not
 * answer.
 */
import { LRUCache } from 'lru-cache';
import type { Collection, Document } from 'mongodb';
import { isOrderedOpen, openUntil, SAME_PERIOD_MS, type CircuitOrder } from './circuit.js';
import type { ReceiverCache } from './receiver-cache.js';
import { buyerKey, buyerKeys, named, type ReceiverDocument } from './receiver-document.js';

/** A buyer that is not called. */
export interface OpenCircuit {
  /** The buyer's label. */
  readonly endpoint: string;
  readonly since: Date;
  /** Absent if only an operator ends it. */
  readonly until?: Date;
  /** The order that keeps it open; absent if it opened because of failures. */
  readonly order?: CircuitOrder;
}

const NOTED_EVERY_MS = 5_000;
const MAX_NOTED = 1_000;

/** Open circuits of one tenant. */
export class OpenCircuitStore {
  readonly #receivers: Collection<ReceiverDocument>;
  readonly #cache: ReceiverCache;
  readonly #tenantId: string;
  /** When this process last recorded each buyer. */
  readonly #noted = new LRUCache<string, number>({ maxSize: MAX_NOTED, sizeCalculation: () => 1 });

  constructor(collection: Collection<ReceiverDocument>, cache: ReceiverCache, tenantId: string) {
    this.#receivers = collection;
    this.#cache = cache;
    this.#tenantId = tenantId;
  }

  /**
   * Records that `endpoint` is not called until `until`; at most every five seconds per process. `obeyed` is the latest
   * order that the process knew of: if an operator has given another since, the circuit is not as the process saw it,
   * and nothing is recorded.
   */
  async note(endpoint: string, until: Date, now: Date, obeyed?: Pick<CircuitOrder, 'token'>): Promise<void> {
    if (now.getTime() - (this.#noted.get(endpoint) ?? 0) < NOTED_EVERY_MS) return;
    this.#noted.set(endpoint, now.getTime());
    const name = { tenantId: this.#tenantId, receiver: endpoint };
    const isLatest = { $eq: [{ $ifNull: ['$order.token', ''] }, { $literal: obeyed?.token ?? '' }] };
    const changes = Object.entries(openUntil(until, now)).map(([field, value]): [string, Document] => [
      field,
      { $cond: [isLatest, value, `$${field}`] },
    ]);
    await this.#receivers.updateOne(
      { _id: buyerKey(name) },
      [{ $set: { ...named(name), ...Object.fromEntries(changes) } }],
      { upsert: true },
    );
  }

  /** Whether `endpoint` is not to be called at `now`, as it was known at most two seconds ago. */
  async isOpen(endpoint: string, now: Date): Promise<boolean> {
    const known = await this.#cache.get(buyerKey({ tenantId: this.#tenantId, receiver: endpoint }));
    const { order, circuit: { openUntil: until } = {} } = known ?? {};
    return isOrderedOpen(order, now) || (until !== undefined && until > now);
  }

  /** The buyers that are not called at `now`, those that an operator ordered first. */
  async open(now: Date): Promise<readonly OpenCircuit[]> {
    const recently = new Date(now.getTime() - SAME_PERIOD_MS);
    const found = await this.#receivers
      .find({
        _id: buyerKeys(this.#tenantId),
        $or: [{ 'order.kind': 'open' }, { 'circuit.openUntil': { $gte: recently } }],
      })
      .project<Omit<ReceiverDocument, 'answers'>>({ answers: 0 })
      .toArray();
    const [byHand, byThemselves] = [
      found.flatMap((one) => openedByHand(one, now)),
      found.flatMap((one) => openedByItself(one, now)),
    ];
    return [...byHand, ...byThemselves];
  }
}

function openedByHand({ receiver, order }: ReceiverDocument, now: Date): readonly OpenCircuit[] {
  if (!isOrderedOpen(order, now)) return [];
  const { at, until } = order;
  return [{ endpoint: receiver, since: at, order, until }];
}

// A circuit is shown as open between its periods, because the buyer is called with one lead only.
function openedByItself(
  { receiver, order, circuit = {} }: ReceiverDocument,
  now: Date,
): readonly OpenCircuit[] {
  const { openUntil: until, periods = [] } = circuit;
  if (isOrderedOpen(order, now) || !until || until.getTime() < now.getTime() - SAME_PERIOD_MS) return [];
  return [{ endpoint: receiver, since: periods.at(-1)?.since ?? until, until }];
}
