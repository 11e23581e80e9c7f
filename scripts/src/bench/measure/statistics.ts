/** The statistics that summarise many measured values. */

/** The median of several rounds, with the extremes. */
export interface Summary {
  readonly median: number;
  readonly least: number;
  readonly most: number;
}

/** Summarises the values of all rounds; undefined if there are none. */
export function summarise(values: readonly number[]): Summary | undefined {
  if (values.length === 0) return undefined;
  const sorted = ascending(values);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] as number;
  const median = sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] as number) + upper) / 2;
  return { median, least: sorted[0] as number, most: sorted.at(-1) as number };
}

/** The smallest value that at least the fraction `quantile` of all values do not exceed; 0 without values. */
export function percentile(values: readonly number[], quantile: number): number {
  const sorted = ascending(values);
  return sorted[Math.max(0, Math.ceil(sorted.length * quantile) - 1)] ?? 0;
}

function ascending(values: readonly number[]): readonly number[] {
  return [...values].sort((a, b) => a - b);
}
