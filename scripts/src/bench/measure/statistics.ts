/** The statistics that summarise measured values. */

/** The median of several rounds, with the extremes. */
export interface Summary {
  readonly median: number;
  readonly least: number;
  readonly most: number;
}

/** Summarises the values of all rounds; undefined if there are none. */
export function summarise(values: readonly number[] = []): Summary | undefined {
  if (values.length === 0) return undefined;
  const [below, above] = [
    percentile(values, 0.5),
    -percentile(
      values.map((value) => -value),
      0.5,
    ),
  ];
  return { median: (below + above) / 2, least: Math.min(...values), most: Math.max(...values) };
}

/** The smallest value that at least the fraction `quantile` of all values do not exceed; 0 without values. */
export function percentile(values: readonly number[], quantile: number): number {
  const ascending = [...values].sort((a, b) => a - b);
  return ascending[Math.max(0, Math.ceil(ascending.length * quantile) - 1)] ?? 0;
}
