/** Bounds labels whose values people choose, so that no metric grows without limit. */

/** Replaces every value beyond the bound. */
const OTHER = 'other';

/**
 * Returns a function that bounds combinations of label values. It leaves the first `most` combinations of a process
 * unchanged; in each further one, the labels named in `blurred` become `other`.
 */
export function boundLabels<Label extends string>(
  most: number,
  blurred: readonly Label[],
): (labels: Readonly<Record<Label, string>>) => Readonly<Record<Label, string>> {
  const known = new Set<string>();
  const others = Object.fromEntries(blurred.map((label) => [label, OTHER]));
  return (labels) => {
    const key = Object.values<string>(labels).join('\n');
    if (known.has(key)) return labels;
    if (known.size >= most) return { ...labels, ...others };
    known.add(key);
    return labels;
  };
}
