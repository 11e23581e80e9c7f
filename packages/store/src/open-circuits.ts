/**
 * Open circuits: endpoints that a worker does not call for a while because most calls failed. Each process has circuits
 * of its own. What it stores here is for display, and tells routing which buyers to pass over that do not answer.
 */
import { LRUCache } from 'lru-cache';
import type { Collection } from 'mongodb';
import { CATALOG_STALENESS_MS } from './catalog.js';
import { keyOf, keyRange } from './keys.js';
import { TtlCache } from './ttl-cache.js';

/** An open circuit as stored, under its endpoint. */
export interface OpenCircuitDocument {
  readonly _id: string;
  readonly tenantId: string;
  readonly endpoint: string;
  readonly since: Date;
  readonly until: Date;
}

/** An endpoint that is not called until its circuit closes. */
export type OpenCircuit = Pick<OpenCircuitDocument, 'endpoint' | 'since' | 'until'>;

const NOTED_EVERY_MS = 5_000;
const MAX_NOTED = 1_000;
/**
 * If a circuit is not recorded again for this long after its end, the endpoint answers again or is no longer called.
 */
const FORGOTTEN_AFTER_MS = 60_000;

/** Open circuits of one tenant. */
export class OpenCircuitStore {
  readonly #circuits: Collection<OpenCircuitDocument>;
  readonly #tenantId: string;
  readonly #open = new TtlCache<readonly OpenCircuit[]>(CATALOG_STALENESS_MS);
  /** When this process last recorded each endpoint. */
  readonly #noted = new LRUCache<string, number>({ maxSize: MAX_NOTED, sizeCalculation: () => 1 });

  constructor(collection: Collection<OpenCircuitDocument>, tenantId: string) {
    this.#circuits = collection;
    this.#tenantId = tenantId;
  }

  // An endpoint is identified by its label, which may contain any character.
  #key(endpoint: string): string {
    return keyOf(this.#tenantId, encodeURIComponent(endpoint));
  }

  /** Records that `endpoint` is not called until `until`; at most every five seconds per process. */
  async note(endpoint: string, until: Date, now: Date): Promise<void> {
    if (now.getTime() - (this.#noted.get(endpoint) ?? 0) < NOTED_EVERY_MS) return;
    this.#noted.set(endpoint, now.getTime());
    const _id = this.#key(endpoint);
    // A circuit that had closed in between starts a new open period.
    const closedBefore = new Date(now.getTime() - FORGOTTEN_AFTER_MS);
    await this.#circuits.deleteOne({ _id, until: { $lt: closedBefore } });
    await this.#circuits.updateOne(
      { _id },
      { $set: { until }, $setOnInsert: { tenantId: this.#tenantId, endpoint, since: now } },
      { upsert: true },
    );
  }

  /** Removes the record of `endpoint`, because an operator closed its circuit. */
  async forget(endpoint: string): Promise<void> {
    await this.#circuits.deleteOne({ _id: this.#key(endpoint) });
  }

  /** Whether the circuit of `endpoint` is open at `now`, as it was known at most two seconds ago. */
  async isOpen(endpoint: string, now: Date): Promise<boolean> {
    const open = await this.#open.get(this.#tenantId, () => this.open(now));
    return open.some((circuit) => circuit.endpoint === endpoint && circuit.until > now);
  }

  /** The endpoints whose circuits are open at `now`. */
  async open(now: Date): Promise<readonly OpenCircuit[]> {
    const found = await this.#circuits
      .find({
        _id: keyRange(keyOf(this.#tenantId, '')),
        until: { $gte: new Date(now.getTime() - FORGOTTEN_AFTER_MS) },
      })
      .toArray();
    return found.map(({ endpoint, since, until }) => ({ endpoint, since, until }));
  }
}
