/**
 * The postback of a supplier: the call that tells its tracker what became of a lead. The address is filled in at each
 * attempt from the values that its effect keeps, because the filled address may hold a key.
 */
import { z } from 'zod';
import { outboundUrlSchema } from '../formats/outbound-url.js';
import { parseHttpUrl } from '../formats/parse-url.js';
import { postbackPlaceholders, withPlaceholders, type PostbackPlaceholder } from './postback-placeholders.js';
import { secretReferenceProblem, withSecrets } from './secret-references.js';
import { spelled } from '../formats/spelled-enum.js';

/** What a supplier may be told: a sale, any other end, and an approved return. */
export const postbackEvents = ['delivered', 'rejected', 'returned'] as const;
export type PostbackEvent = (typeof postbackEvents)[number];

/** The values of the placeholders; what is absent is empty. */
export type PostbackValues = Readonly<Partial<Record<PostbackPlaceholder, string>>>;

/** Stands for a value while an address is checked: a text that no parser changes. */
const STAND_IN = 'a0filled0value';
/** What stands before the path, in every spelling that a parser takes for it. */
const beforePath = /^[^/?#\\]*:[/\\]*[^/?#\\]*/;

const urlSchema = z
  .string()
  .max(2048)
  .superRefine((url, ctx) => {
    const filled = withPlaceholders(url, () => STAND_IN);
    const problem =
      secretReferenceProblem(url) ??
      placeholderProblem(withSecrets(url, () => '')) ??
      outboundUrlSchema.safeParse(filled).error?.issues[0]?.message;
    if (problem !== undefined) ctx.addIssue({ code: 'custom', message: problem });
  });

function placeholderProblem(url: string): string | undefined {
  if (/[{}]/.test(withPlaceholders(url, () => '')))
    return `must use no braces but those of ${postbackPlaceholders.map((name) => `{${name}}`).join(', ')} and {{ secrets.name }}`;
  const parsed = parseHttpUrl(withPlaceholders(url, () => STAND_IN));
  const outside = [beforePath.exec(url)?.[0], parsed?.host, parsed?.hash];
  // A fragment is not sent.
  return outside.some((part) => part?.includes('{') || part?.includes(STAND_IN))
    ? 'must use placeholders in its path and query only'
    : undefined;
}

/** A postback as the operator writes it. */
export const postbackSchema = z.object({
  url: urlSchema.describe('The address, with placeholders such as `{leadId}` in its path and query.'),
  method: spelled(['GET', 'POST']).default('GET').describe('How it is called; a POST has no body.'),
  on: z
    .array(spelled(postbackEvents))
    .min(1)
    .max(postbackEvents.length)
    .default([...postbackEvents])
    .describe('What the supplier is told of.'),
});
export type Postback = z.infer<typeof postbackSchema>;
