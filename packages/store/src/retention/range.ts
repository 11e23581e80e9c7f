/** Ranges of keys by age: ids begin with the time they were minted, so what is old lies together at the front. */
import { keyOf } from '../keys.js';
import { ulidTime } from '../ulid-time.js';

/** Where a slice ends and the next one begins; undefined when there is nothing older left. */
export interface SliceEnd {
  /** How many documents of each collection were deleted. */
  readonly deleted: Readonly<Record<string, number>>;
  readonly after: string | undefined;
}

/** The keys of a tenant's documents with ids of `prefix` that were minted before `before`, from `after` on. */
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

/** The last of the keys that were looked at, when there may be more behind it. */
export function lastOf(keys: readonly string[], limit: number): string | undefined {
  return keys.length < limit ? undefined : keys.at(-1);
}

/** Sums of deletions by collection, without those of nothing. */
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
