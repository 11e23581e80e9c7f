/**
 * Whether a request did anything that a request in its place would do twice. Every id that it mints derives from its
 * seed, so what it wrote is found by its seed, whatever its endpoint is.
 */
import { idPrefixes } from '@sluice/contracts';
import type { Document } from 'mongodb';
import type { WroteUnder } from './idempotency.js';
import { keyOf, keyRange } from '../driver/keys.js';
import type { CollectionName, StoreDb } from '../registry/collections.js';

/** Looks for submissions, messages, interactions, conversion events, adjustments, returns, offers and campaigns. A file is the same file when written twice. */
export function createWroteUnder(db: StoreDb): WroteUnder {
  return async (tenantId, seeds) => {
    const minted = (prefix: string) => ({
      _id: { $in: seeds.map((seed) => keyOf(tenantId, prefix + seed)) },
    });
    // Their ids may be chosen by the caller, so each records the seed of the request that added it.
    const added = { _id: keyRange(`${tenantId}/`), by: { $in: [...seeds] } };
    const places: readonly (readonly [collection: CollectionName, filter: Document])[] = [
      ['submissions', { ...minted(idPrefixes.submission), status: { $ne: 'void' } }],
      ['messages', minted(idPrefixes.message)],
      // One with an external id is the same interaction when written twice; a text conversation is begun by its message.
      ['interactions', { ...minted(idPrefixes.interaction), type: { $ne: 'sms' } }],
      ['effects', minted(idPrefixes.event)],
      ['ledger', minted(idPrefixes.adjustment)],
      ['returns', { tenantId, returnId: { $in: seeds.map((seed) => idPrefixes.return + seed) } }],
      ['offers', added],
      ['campaigns', added],
    ];
    const found = await Promise.all(
      places.map(([collection, filter]) =>
        db.collection(collection).findOne(filter as never, { projection: { _id: 1 } }),
      ),
    );
    return found.some((document) => document !== null);
  };
}
