/** The mail server through which a tenant sends e-mail, as its credentials name it. */
import { z } from 'zod';
import { trimInvisible } from '../text/visible-text.js';
import { credentialSchema, trimmedText } from '../formats/credential-text.js';
import { emailSchema } from '../formats/primitives.js';

/**
 * `providers.smtp`. Without a host and a sender, the installation's mail server is used. The port and
 * `secure` may be texts, because the command line and the dashboard send every credential as text; empty is not set.
 */
export const smtpSchema = z.object({
  host: trimmedText()
    .max(253)
    .regex(/^[A-Za-z0-9.:_-]*$/, 'must be a host name or an IP address')
    .optional()
    .describe('The mail server.'),
  port: z
    .union([
      z.number().int().min(1).max(65_535),
      trimmedText()
        .max(5)
        .regex(/^(?:[1-9]\d{0,4})?$/, 'must be a port number')
        .refine((text) => Number(text) <= 65_535, 'must be a port number'),
    ])
    .optional()
    .describe('Its port; default 465 if `secure`, else 587.'),
  secure: z
    .union([z.boolean(), trimmedText().pipe(z.enum(['', 'true', 'false']))])
    .optional()
    .describe('TLS from the first byte; otherwise the connection is upgraded where the server offers it.'),
  user: credentialSchema.optional().describe('The user name.'),
  password: credentialSchema.optional().describe('The password; sent over TLS only.'),
  from: z
    .union([z.literal(''), emailSchema.overwrite(trimInvisible)])
    .optional()
    .describe('The address that mails come from.'),
});
export type SmtpCredentials = z.infer<typeof smtpSchema>;
