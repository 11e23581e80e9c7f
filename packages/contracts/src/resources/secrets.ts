/** Named secrets of a tenant, whose values are stored encrypted. How its configuration refers to them is in `secret-references.ts`. */
import { z } from 'zod';
import { trimmedText } from '../formats/credential-text.js';
import { keyProblem } from '../reading/unstorable.js';

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
