/**
 * Times as histograms: how many fell into each of a fixed series of buckets. Counts of several processes and minutes
 * can be added, and quantiles are read from the sum, which stored p95 values would not allow.
 */

/** Counts by the number of their bucket. */
export type Times = Readonly<Record<string, number>>;

const FIRST_MS = 4;
const GROWTH = 1.25;
/** The last bucket holds all longer times: more than about 5.4 hours. */
const LAST = 70;

/** The bucket of a time. Bucket 0 ends at 4 ms, and each further one ends a quarter later than the one before. */
export function bucketOf(ms: number): number {
  if (ms <= FIRST_MS) return 0;
  return Math.min(LAST, Math.ceil(Math.log(ms / FIRST_MS) / Math.log(GROWTH)));
}

/** The sum of the counts of `many`. */
export function addTimes(many: readonly Times[]): Times {
  const sum: Record<string, number> = {};
  for (const times of many)
    for (const [bucket, count] of Object.entries(times)) sum[bucket] = (sum[bucket] ?? 0) + count;
  return sum;
}

/**
 * The `quantile` (0 to 1) of the times, in milliseconds, interpolated within its bucket; undefined if there are none.
 */
export function quantileMs(times: Times, quantile: number): number | undefined {
  const counts = Object.entries(times)
    .map(([bucket, count]) => [Number(bucket), count] as const)
    .sort(([a], [b]) => a - b);
  const all = counts.reduce((sum, [, count]) => sum + count, 0);
  if (all === 0) return undefined;
  let before = 0;
  for (const [bucket, count] of counts) {
    if (before + count >= quantile * all) {
      const [from, to] = [bucket === 0 ? 0 : endOf(bucket - 1), endOf(bucket)];
      return from + ((to - from) * (quantile * all - before)) / count;
    }
    before += count;
  }
  return endOf(counts.at(-1)?.[0] ?? 0);
}

function endOf(bucket: number): number {
  return FIRST_MS * GROWTH ** bucket;
}
