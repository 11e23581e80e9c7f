/** Custom headers that tenants may configure for the service's calls. */
import { headerValueSchema, mapOf } from './bounds.js';
import { evenWithProblems } from '../reading/even-with-problems.js';

// These headers belong to the connection, which is ours.
const refused = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/**
 * Accepts a map of header name to value. Refuses names that are not tokens, values with line breaks, and the headers
 * that frame a request, so that no setting can smuggle a second request into one of ours.
 */
export const headersSchema = mapOf(headerValueSchema).superRefine((headers, ctx) => {
  for (const [name, value] of Object.entries(headers)) {
    const message = typeof value === 'string' ? headerProblem(name, value) : undefined;
    if (message) ctx.addIssue({ code: 'custom', path: [name], message });
  }
}, evenWithProblems);

/** Why a header may not be sent; undefined if it may. Checked when it is configured and again when it is sent. */
export function headerProblem(name: string, value: string): string | undefined {
  if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,128}$/.test(name)) return 'is not a valid header name';
  if (refused.has(name.toLowerCase())) return 'may not be set';
  return headerValueProblem(value);
}

/** Why a text may not be the value of a header, or part of one; undefined if it may. */
export function headerValueProblem(value: string): string | undefined {
  if (/[\x00-\x08\x0a-\x1f\x7f]/.test(value)) return 'must not contain line breaks or control characters';
  if (/[^\x00-\xff]/.test(value)) return 'must contain Latin-1 characters only';
  return undefined;
}
