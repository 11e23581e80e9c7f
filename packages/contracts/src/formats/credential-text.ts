/** Credentials as people paste them, or as a file or a variable holds them: with a space or a line end behind them. */
import { z } from 'zod';
import { trimInvisible } from '../text/visible-text.js';
import { headerValueProblem } from './header-rules.js';
import { httpUrlSchema } from './primitives.js';

/** A text without white space and invisible characters at both ends; what it has to be is judged afterwards. */
export function trimmedText(): z.ZodString {
  return z.string().overwrite(trimInvisible);
}

/** Accepts a credential, which is trimmed and may be empty. */
export const credentialSchema = trimmedText().max(500);

/** Accepts a credential that is sent in a header. */
export const headerCredentialSchema = credentialSchema.superRefine((value, ctx) => {
  const message = headerValueProblem(value);
  if (message !== undefined) ctx.addIssue({ code: 'custom', message });
});

/** Accepts the address of a vendor beside its credentials, trimmed. */
export const credentialUrlSchema = httpUrlSchema.overwrite(trimInvisible);
