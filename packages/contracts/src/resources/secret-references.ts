/**
 * The references `{{ secrets.name }}` by which a tenant's configuration uses its secrets. Values are put in only where a
 * request is sent; everything else keeps the reference. A browser loads this too.
 */

const REFERENCE = /\{\{-?\s*secrets\.([a-z0-9_]{1,64})\s*-?\}\}/g;
const BEGUN = /\{\{-?\s*secrets\b/i;

/** The reference to a secret, as written in texts. */
export function secretReference(name: string): string {
  return `{{ secrets.${name} }}`;
}

/** The names of the secrets that a text refers to, each once. */
export function secretNamesIn(text: string): readonly string[] {
  if (!text.includes('secrets.')) return [];
  return [...new Set([...text.matchAll(REFERENCE)].map(([, name = '']) => name))];
}

/**
 * The text with `valueOf` of each name in place of the reference to it, as it is written there. The result is not
 * searched again, so a value that looks like a reference stays as it is.
 */
export function withSecrets(text: string, valueOf: (name: string, reference: string) => string): string {
  if (!text.includes('secrets.')) return text;
  return text.replace(REFERENCE, (reference, name: string) => valueOf(name, reference));
}

/** Why a text refers to a secret in a form that nothing would replace; undefined if it does not. */
export function secretReferenceProblem(text: string): string | undefined {
  return BEGUN.test(withSecrets(text, () => ''))
    ? 'must refer to a secret as {{ secrets.name }}, its name in lower-case letters, digits and underscores'
    : undefined;
}
