/** Works through long lists in chunks, so that the stores do not get every call at once. */

/**
 * Calls `each` for `size` items at a time, one chunk after another, and returns the results in the order of the items.
 */
export async function inChunks<T, Result>(
  items: readonly T[],
  size: number,
  each: (item: T) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (let start = 0; start < items.length; start += size) {
    results.push(...(await Promise.all(items.slice(start, start + size).map(each))));
  }
  return results;
}
