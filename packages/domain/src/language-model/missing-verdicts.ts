/** Whether a language model answers with too few whole verdicts, by its recent answers. */

/** Fewer answers prove nothing yet. */
const FEWEST = 10;
const MOST_MISSING = 0.1;

/** How many of the answers held no whole verdict, if that is more than a tenth of ten or more; else undefined. */
export function missingVerdicts(answers: readonly { readonly unreadable?: true }[]): number | undefined {
  const missing = answers.filter(({ unreadable }) => unreadable).length;
  return answers.length >= FEWEST && missing > answers.length * MOST_MISSING ? missing : undefined;
}
