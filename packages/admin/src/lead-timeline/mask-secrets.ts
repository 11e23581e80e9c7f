/**
 * Masks credentials in requests and answers, which no reader is shown. Named secrets need no mask, because only
 * references to them are stored; this is for credentials that were written out.
 */
import {
  credentialsIn,
  credentialsInTemplate,
  isOnlyReferences,
  SECRET_MARK as MASK,
  type LiteralCredential,
} from '@sluice/contracts';

/** Headers that hold no credentials; all others are the buyer's own. */
const plainHeaders: ReadonlySet<string> = new Set([
  'content-type',
  'accept',
  'idempotency-key',
  'user-agent',
  'webhook-id',
  'webhook-timestamp',
  'subject',
  'message-id',
]);

/** The headers, with only those values shown that hold no credentials, or only refer to secrets. */
export function maskedHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      plainHeaders.has(name.toLowerCase()) || isOnlyReferences(value) ? value : MASK,
    ]),
  );
}

/** A URL without user, password and the credentials that are written out in it. References to secrets stay. */
export function maskedUrl(url: string): string {
  return masked(url, credentialsIn(url)).replace(
    /^(https?:\/\/)([^/?#]*)@/i,
    (_whole, scheme: string, user: string) => `${scheme}${user.replace(/[^:]+/g, MASK)}@`,
  );
}

/** A body in JSON, indented, or any other, without the credentials that are written out in it. */
export function maskedBody(body: string): string {
  return maskedText(indented(body));
}

/** A text as it is, without the credentials that are written out in it. */
export function maskedText(text: string): string {
  return masked(text, credentialsIn(text));
}

/** A template without credentials that are written out in it; what it fills in stays. */
export function maskedTemplate(template: string): string {
  return masked(template, credentialsInTemplate(template));
}

function indented(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? JSON.stringify(value, undefined, 2) : text;
  } catch {
    return text;
  }
}

function masked(text: string, credentials: readonly LiteralCredential[]): string {
  let from = 0;
  const kept = credentials.map(({ start, end }) => {
    const before = text.slice(from, start);
    from = end;
    return before + MASK;
  });
  return kept.join('') + text.slice(from);
}
