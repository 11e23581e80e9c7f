/** The name of an item's state, by which a save says what it is based on. */
import type { SealingKey } from '@sluice/store';
import { createHmac } from 'node:crypto';
import { bodyHash } from '@sluice/http';
import type { Item } from '../catalog/sections.js';

/**
 * The etag of an item as a tenant file writes it, the same for any order of its fields. Keyed, because who may not read
 * a credential in an item must not be able to try guesses on its hash.
 */
export function itemEtag(written: Item, keys?: readonly SealingKey[]): string {
  return etagOfHash(bodyHash(written), keys);
}

/** The etag of the item with this {@link bodyHash}. */
export function etagOfHash(hash: string, keys: readonly SealingKey[] = []): string {
  const key = keys[0]?.bytes ?? '';
  return createHmac('sha256', key).update(hash).digest('hex').slice(0, 24);
}
