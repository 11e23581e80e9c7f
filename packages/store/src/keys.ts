/**
 * Keys of stored documents. The tenant begins every key, so no argument can reach another tenant's document.
 */

/** The stored key of a tenant's `id`. An id with a slash belongs to no tenant: it maps to a key that never exists. */
export function keyOf(tenantId: string, id: string): string {
  return id.includes('/') ? `${tenantId}/ ` : `${tenantId}/${id}`;
}

/** The part of a stored key that the outside sees. */
export function idOf(key: string): string {
  return key.slice(key.indexOf('/') + 1);
}

/** Bounds of all keys that begin with `prefix`, for a range on `_id`. */
export function keyRange(prefix: string): { $gte: string; $lt: string } {
  return { $gte: prefix, $lt: `${prefix}\u{10ffff}` };
}
