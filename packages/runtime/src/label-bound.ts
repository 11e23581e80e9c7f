/** Labels whose values people choose: only so many are told apart, so that no metric grows without end. */

/** What stands in for every value beyond the bound. */
const OTHER = 'other';

/**
 * Answers the function that bounds combinations of label values: the first `most` of a process stay as they are, and in
 * every further one the values named in `blurred` become `other`.
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
