/** One answer for all callers within a while. */

/** Answers `read`'s promise again, kept or failed, to each caller within `keptMs` of the last reading. */
export function keptFor<T>(keptMs: number, read: () => Promise<T>): () => Promise<T> {
  let readAt = -Infinity;
  let latest: Promise<T> | undefined;
  return () => {
    if (latest && performance.now() - readAt < keptMs) return latest;
    readAt = performance.now();
    latest = read();
    // The caller gets the failure; the next one asks anew.
    latest.catch(() => (readAt = -Infinity));
    return latest;
  };
}
