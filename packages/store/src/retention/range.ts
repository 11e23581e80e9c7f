/** Ranges of keys by age: ids start with the time they were minted, so the oldest come first. */
import { keyOf } from '../keys.js';
import { ulidTime } from '../ulid-time.js';

/** The result of a slice. */
export interface SliceEnd {
  /** How many documents of each collection were deleted. */
  readonly deleted: Readonly<Record<string, number>>;
  readonly after: string | undefined;
}

/** The keys of a tenant's documents with ids of `prefix` minted before `before`, after the key `after`. */
export function olderKeys(
  tenantId: string,
  prefix: string,
  before: Date,
  after: string | undefined,
): { readonly $gt: string; readonly $lt: string } {
  return {
    $gt: after ?? keyOf(tenantId, prefix),
    $lt: keyOf(tenantId, `${prefix}${ulidTime(before.getTime())}`),
  };
}

/** The last key that was read, if there may be more after it. */
export function lastOf(keys: readonly string[], limit: number): string | undefined {
  return keys.length < limit ? undefined : keys.at(-1);
}

/** Sums of deletions by collection, without zeros. */
export function sumOf(
  ...parts: readonly Readonly<Record<string, number>>[]
): Readonly<Record<string, number>> {
  const sums: Record<string, number> = {};
  for (const part of parts) {
    for (const [collection, count] of Object.entries(part)) {
      if (count > 0) sums[collection] = (sums[collection] ?? 0) + count;
    }
  }
  return sums;
}
