/** Which URLs the service may be configured to call. The guarded HTTP client checks again what a name resolves to. */
import { z } from 'zod';
import { allowedBy, isPublic, literalAddress, parseRanges, type AddressRange } from './address-ranges.js';
import { parseHttpUrl } from './parse-url.js';
import { currentRead } from '../reading/read-settings.js';
import { secretReferenceProblem, withSecrets } from '../resources/secret-references.js';

/**
 * Returns why the service refuses to call `url`; undefined if it may. Only literal addresses can be judged here; the
 * WHATWG parser has already converted decimal, octal and hexadecimal spellings to dotted ones.
 */
export function outboundUrlProblem(url: string, allowedCidrs: readonly string[]): string | undefined {
  return problemWithin(url, parseRanges(allowedCidrs));
}

/**
 * Accepts a URL that the service may call, under the allow-list of the current read. Its path and query may refer
 * to secrets.
 */
export const outboundUrlSchema = z
  .string()
  .max(2048)
  .superRefine((url, ctx) => {
    const problem = problemWithin(url, currentRead().settings.outboundRanges);
    if (problem) ctx.addIssue({ code: 'custom', message: problem });
  })
  .meta({ format: 'uri', example: 'https://buyer.example/leads' });

/** Stands for a secret while a URL is checked: a text that no parser changes. */
const STAND_IN = 'a0secret0value';

function problemWithin(url: string, ranges: readonly AddressRange[]): string | undefined {
  const malformed = secretReferenceProblem(url);
  if (malformed !== undefined) return malformed;
  const filled = withSecrets(url, () => STAND_IN);
  const parsed = parseHttpUrl(filled);
  if (!parsed) return 'must be an http or https URL';
  if (parsed.username || parsed.password) return 'must not carry credentials';
  // A host that only a secret names could not be checked, and a fragment is not sent.
  const outside = [parsed.hostname, parsed.hash].some((part) => part.includes(STAND_IN));
  if (filled !== url && outside) return 'must refer to secrets in its path and query only';
  const host = parsed.hostname.replace(/\.$/, '').toLowerCase();
  const address = host === 'localhost' || host.endsWith('.localhost') ? '127.0.0.1' : host;
  const literal = literalAddress(address);
  if (!literal || isPublic(literal) || allowedBy(ranges, literal)) return undefined;
  return 'must not point to a private address';
}
