/**
 * Times as kept counts: how many fell into each of a fixed row of buckets. Counts of several processes and minutes are
 * added, and quantiles are read from the sum, which no kept p95 would allow.
 */

/** Counts by the number of their bucket. */
export type Times = Readonly<Record<string, number>>;

const FIRST_MS = 4;
const GROWTH = 1.25;
/** The last bucket holds all that took longer: about seven hours. */
const LAST = 70;

/** The bucket of a time: bucket 0 ends at 4 ms, and each further one is a quarter longer than the one before. */
export function bucketOf(ms: number): number {
  if (ms <= FIRST_MS) return 0;
  return Math.min(LAST, Math.ceil(Math.log(ms / FIRST_MS) / Math.log(GROWTH)));
}

/** The counts of all of `many` together. */
export function addTimes(many: readonly Times[]): Times {
  const sum: Record<string, number> = {};
  for (const times of many)
    for (const [bucket, count] of Object.entries(times)) sum[bucket] = (sum[bucket] ?? 0) + count;
  return sum;
}

/** The time in milliseconds that a `share` (0 to 1) of all stayed within, good to a tenth; undefined of no times. */
export function quantileMs(times: Times, share: number): number | undefined {
  const counts = Object.entries(times)
    .map(([bucket, count]) => [Number(bucket), count] as const)
    .sort(([a], [b]) => a - b);
  const all = counts.reduce((sum, [, count]) => sum + count, 0);
  if (all === 0) return undefined;
  let before = 0;
  for (const [bucket, count] of counts) {
    if (before + count >= share * all) {
      const [from, to] = [bucket === 0 ? 0 : endOf(bucket - 1), endOf(bucket)];
      return from + ((to - from) * (share * all - before)) / count;
    }
    before += count;
  }
  return endOf(counts.at(-1)?.[0] ?? 0);
}

function endOf(bucket: number): number {
  return FIRST_MS * GROWTH ** bucket;
}
