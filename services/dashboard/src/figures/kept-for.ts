/** One answer for all who ask within a while. */

/** Answers `read`'s promise again, kept or failed, to whoever asks within `keptMs` of the last reading. */
export function keptFor<T>(keptMs: number, read: () => Promise<T>): () => Promise<T> {
  let readAt = -Infinity;
  let latest: Promise<T> | undefined;
  return () => {
    if (latest && performance.now() - readAt < keptMs) return latest;
    readAt = performance.now();
    latest = read();
    // Whoever asked hears of a failure; the next one asks anew.
    latest.catch(() => (readAt = -Infinity));
    return latest;
  };
}
