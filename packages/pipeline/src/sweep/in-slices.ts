/** Long lists worked through some at a time, so that the stores are not asked for all of it at once. */

/** Does `each` for `size` items at a time, one slice after another; answers in the order of the items. */
export async function inSlices<T, Result>(
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
