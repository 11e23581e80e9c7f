/**
 * Open circuits: endpoints that a worker leaves alone for a while because most of their calls failed. Each process has
 * circuits of its own; what it writes here is for people to see, and nothing is decided on it.
 */
import type { Collection } from 'mongodb';
import { keyOf, keyRange } from './keys.js';

/** An open circuit as stored, under its endpoint. */
export interface OpenCircuitDocument {
  readonly _id: string;
  readonly tenantId: string;
  readonly endpoint: string;
  readonly since: Date;
  readonly until: Date;
}

/** An endpoint that is left alone until it is asked again. */
export type OpenCircuit = Pick<OpenCircuitDocument, 'endpoint' | 'since' | 'until'>;

const NOTED_EVERY_MS = 5_000;
/** An endpoint that was not written down again for so long after its time answers again, or is not called any more. */
const FORGOTTEN_AFTER_MS = 60_000;

/** Open circuits of one tenant. */
export class OpenCircuitStore {
  readonly #circuits: Collection<OpenCircuitDocument>;
  readonly #tenantId: string;
  /** When this process last wrote an endpoint down. */
  readonly #noted = new Map<string, number>();

  constructor(collection: Collection<OpenCircuitDocument>, tenantId: string) {
    this.#circuits = collection;
    this.#tenantId = tenantId;
  }

  // An endpoint is named by its label, whatever characters that has.
  #key(endpoint: string): string {
    return keyOf(this.#tenantId, encodeURIComponent(endpoint));
  }

  /** Writes down that `endpoint` is left alone until `until`; at most every five seconds in one process. */
  async note(endpoint: string, until: Date, now: Date): Promise<void> {
    if (now.getTime() - (this.#noted.get(endpoint) ?? 0) < NOTED_EVERY_MS) return;
    this.#noted.set(endpoint, now.getTime());
    const _id = this.#key(endpoint);
    // What had closed meanwhile begins a new time of being open.
    const closedBefore = new Date(now.getTime() - FORGOTTEN_AFTER_MS);
    await this.#circuits.deleteOne({ _id, until: { $lt: closedBefore } });
    await this.#circuits.updateOne(
      { _id },
      { $set: { until }, $setOnInsert: { tenantId: this.#tenantId, endpoint, since: now } },
      { upsert: true },
    );
  }

  /** Forgets that `endpoint` was left alone: a person closed its circuit. */
  async forget(endpoint: string): Promise<void> {
    await this.#circuits.deleteOne({ _id: this.#key(endpoint) });
  }

  /** The endpoints that are left alone at `now`. */
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
