/** Whether a language model, or another vendor, answers too often with what cannot be used, by its recent answers. */

/** Fewer answers of a language model prove nothing yet. */
const FEWEST = 10;
const MOST_MISSING = 0.1;

/** How many of the answers cannot be used, if that is more than a tenth of `fewest` or more; else undefined. */
export function missingVerdicts(
  answers: readonly { readonly unreadable?: true }[],
  fewest = FEWEST,
): number | undefined {
  const missing = answers.filter(({ unreadable }) => unreadable).length;
  return answers.length >= fewest && missing > answers.length * MOST_MISSING ? missing : undefined;
}
