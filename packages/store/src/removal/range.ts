/** Slices of a walk by age: ids start with the time they were minted, so the oldest come first. */
import { keyOf } from '../driver/keys.js';
import { ulidTime } from '../driver/ulid-time.js';
import type { Removed } from './remove.js';

/** Called before anything is deleted, with the times at which the leads to be deleted came in; if it rejects, they stay. */
export type BeforeDeleting = (receivedAt: readonly Date[]) => Promise<void>;

/** One slice of a walk over a tenant's records. */
export interface Slice {
  readonly tenantId: string;
  /** What is younger stays. */
  readonly before: Date;
  /** Where the slice before this one ended. */
  readonly after: string | undefined;
  readonly limit: number;
  readonly beforeDeleting: BeforeDeleting;
}

/** What a slice has deleted, and where the next one starts; undefined after the last. */
export interface SliceEnd {
  readonly removed: Removed;
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

/** Sums by collection, without zeros. */
export function sumOf(...parts: readonly Removed[]): Removed {
  const sums: Record<string, number> = {};
  for (const part of parts) {
    for (const [collection, count] of Object.entries(part)) {
      if (count > 0) sums[collection] = (sums[collection] ?? 0) + count;
    }
  }
  return sums;
}
