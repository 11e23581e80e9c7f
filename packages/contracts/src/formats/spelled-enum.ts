/**
 * Closed word lists that callers spell in many ways. The interface shows one spelling of each word (§2.9), and that one
 * is stored.
 */
import { z } from 'zod';

/**
 * Creates a schema that accepts the words of `values` in any case, in camelCase, spaced or hyphenated, and their
 * `aliases`, and converts them to the canonical word. For an unknown word, the problem lists the known ones.
 */
export function spelled<const Word extends string>(
  values: readonly [Word, ...Word[]],
  aliases: Readonly<Record<string, NoInfer<Word>>> = {},
) {
  const canonical = new Map<string, Word>(values.map((word) => [plainSpelling(word), word]));
  for (const [alias, word] of Object.entries(aliases)) canonical.set(plainSpelling(alias), word);
  // `string & {}` keeps the known words as suggestions in the caller's editor.
  return z.preprocess(
    (sent: Word | (string & {})) =>
      typeof sent === 'string' ? (canonical.get(plainSpelling(sent)) ?? sent) : sent,
    z.enum(values),
  );
}

function plainSpelling(word: string): string {
  return word
    .trim()
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/[\s-]+/g, '_')
    .toLowerCase();
}
