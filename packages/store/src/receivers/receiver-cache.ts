/** What workers ask of receivers before each call, as it was at most two seconds ago. */
import type { Collection } from 'mongodb';
import { batchedRead } from '../driver/batched-collection.js';
import { CATALOG_STALENESS_MS } from '../configuration/catalog-cache.js';
import { TtlCache } from '../configuration/ttl-cache.js';
import type { ReceiverDocument } from './receiver-document.js';

// What is only displayed is not read.
const PROJECTION = { 'answers.latest': 0, 'circuit.periods': 0, events: 0 };

/** The receivers of a process, of all tenants. Concurrent reads of different receivers are one round trip. */
export class ReceiverCache {
  readonly #cache = new TtlCache<ReceiverDocument | undefined>(CATALOG_STALENESS_MS);
  readonly #read: (key: string) => Promise<ReceiverDocument | undefined>;

  constructor(collection: Collection<ReceiverDocument>) {
    this.#read = batchedRead(collection, PROJECTION);
  }

  /** The receiver with this stored key, without what is only displayed. */
  get(key: string): Promise<ReceiverDocument | undefined> {
    return this.#cache.get(key, () => this.#read(key));
  }

  /** Has the next caller read the receiver again, because this process has changed it. */
  forget(key: string): void {
    this.#cache.forget(key);
  }
}
