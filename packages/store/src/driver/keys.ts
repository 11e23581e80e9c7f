/** Keys of stored documents. Every key starts with the tenant, so no argument can reach another tenant's document. */

/**
 * The stored key of a tenant's `id`. An id with a slash maps to a key that never exists, because it would reach another
 * tenant.
 */
export function keyOf(tenantId: string, id: string): string {
  return id.includes('/') ? `${tenantId}/ ` : `${tenantId}/${id}`;
}

/** The public part of a stored key. */
export function idOf(key: string): string {
  return key.slice(key.indexOf('/') + 1);
}

/** The bounds of all keys with this `prefix`, for a range on `_id`. */
export function keyRange(prefix: string): { $gte: string; $lt: string } {
  return { $gte: prefix, $lt: `${prefix}\u{10ffff}` };
}
