/** Caches the result of one read for a fixed time. */

/** Returns the promise of the last `read` to every caller within `maxAgeMs`, unless it rejected. */
export function cachedFor<T>(maxAgeMs: number, read: () => Promise<T>): () => Promise<T> {
  let readAt = -Infinity;
  let latest: Promise<T> | undefined;
  return () => {
    if (latest && performance.now() - readAt < maxAgeMs) return latest;
    readAt = performance.now();
    latest = read();
    // Callers of this read get the failure; the next caller reads again.
    latest.catch(() => (readAt = -Infinity));
    return latest;
  };
}
