/**
 * Named secrets of a tenant, and the references `{{ secrets.name }}` by which its configuration uses them. Values are
 * stored encrypted and put in only where a request is sent; everything else keeps the reference.
 */
import { z } from 'zod';
import { trimmedText } from './credential-text.js';
import { keyProblem } from './unstorable.js';

/** The maximum number of secrets of a tenant. */
export const maxSecrets = 200;

/** Accepts the name of a secret. */
export const secretNameSchema = z
  .string()
  .regex(/^[a-z0-9_]{1,64}$/, 'must be 1 to 64 lower-case letters, digits or underscores')
  // Names are keys of stored objects.
  .refine((name) => keyProblem(name) === undefined, 'is not an allowed name')
  .meta({ maxLength: 64 });

/** Accepts the value of a secret: a text as long as a header's value may be, trimmed. */
export const secretValueSchema = trimmedText()
  .min(1, 'must not be empty; to remove a secret, run `sluice secrets remove`')
  .max(8_000);

/** Accepts the secrets of a tenant file, by name. */
export const secretsSchema = z
  .record(z.string(), secretValueSchema)
  .superRefine((secrets, ctx) => {
    for (const name of Object.keys(secrets)) {
      const [problem] = secretNameSchema.safeParse(name).error?.issues ?? [];
      if (problem) ctx.addIssue({ code: 'custom', path: [name], message: `its name ${problem.message}` });
    }
  })
  .refine((secrets) => Object.keys(secrets).length <= maxSecrets, `must have at most ${maxSecrets} entries`)
  .meta({ maxProperties: maxSecrets, propertyNames: { type: 'string', maxLength: 64 } });

/** The values of a tenant's secrets, by name. */
export type SecretValues = Readonly<Record<string, string>>;

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
