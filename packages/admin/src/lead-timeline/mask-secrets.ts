/**
 * Masks credentials in requests and answers, which no reader is shown. Named secrets need no mask, because only
 * references to them are stored; this is for credentials that were written out.
 */
import { secretNamesIn, SECRET_MARK as MASK, secretReference, withSecrets } from '@sluice/contracts';
import {
  credentialName,
  credentialsInTemplate,
  decoded,
  isOnlyReferences,
  isWrittenOut,
  looksRandom,
} from '@sluice/domain';

const secretName = /(^|[_-])(key|token|secret|password|auth|authorization|credential|signature|sig)s?$/i;
/** Whether a value of this name may be a credential, e.g. `api_key`, `accessToken`, `pin`. */
function isSecret(name: string): boolean {
  return credentialName(name) === 'certain' || secretName.test(name.replace(/([a-z])([A-Z])/g, '$1_$2'));
}

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

/**
 * A URL without user, password, the values of parameters that are named like credentials, and the parts of its path
 * that look like one. References to secrets stay.
 */
export function maskedUrl(url: string): string {
  const names = secretNamesIn(url);
  // No parser changes a stand-in, as it would the spaces and braces of a reference.
  const standIn = (name: string) => `-a.secret.${names.indexOf(name)}-`;
  const plain = withSecrets(url, standIn);
  if (!URL.canParse(plain)) return url;
  const parsed = new URL(plain);
  if (parsed.username !== '') parsed.username = MASK;
  if (parsed.password !== '') parsed.password = MASK;
  const refers = (value: string) => names.some((name) => value.includes(standIn(name)));
  for (const [name, value] of [...parsed.searchParams]) {
    if (isSecret(name) && !refers(value)) parsed.searchParams.set(name, MASK);
  }
  const parts = parsed.pathname.split('/');
  if (parts.some((part) => looksRandom(decoded(part))))
    parsed.pathname = parts.map((part) => (looksRandom(decoded(part)) ? MASK : part)).join('/');
  const shown = parsed.href.replaceAll(encodeURIComponent(MASK), MASK);
  return names.reduce((text, name) => text.replaceAll(standIn(name), secretReference(name)), shown);
}

/** A body in JSON, of a form, or any text, without the values that are named like credentials. */
export function maskedBody(body: string): string {
  const json = parsed(body);
  if (json !== undefined) return JSON.stringify(masked(json), undefined, 2);
  return body
    .replace(
      /([\w.-]+)(\s*=\s*)(["'])([^"'<>]*)\3/g,
      (whole, name: string, equals: string, quote: string, value: string) =>
        hides(name, value) ? `${name}${equals}${quote}${MASK}${quote}` : whole,
    )
    .replace(/([\w-]+)=([^&\s"'<>]+)/g, (whole, name: string, value: string) =>
      hides(name, value) ? `${name}=${MASK}` : whole,
    )
    .replace(
      /<((?:[\w-]+:)?([\w-]+)(?:\s[^<>]*)?)(?<!\/)>([^<]+)<\//g,
      (whole, tag: string, name: string, value: string) => (hides(name, value) ? `<${tag}>${MASK}</` : whole),
    );
}

function hides(name: string, value: unknown): boolean {
  return isSecret(name) && !(typeof value === 'string' && isOnlyReferences(value));
}

function parsed(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

function masked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(masked);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name,
      typeof each !== 'object' && hides(name, each) ? MASK : masked(each),
    ]),
  );
}

/** A template without credentials that are written out in it; what it fills in stays. */
export function maskedTemplate(template: string): string {
  const spans = credentialsInTemplate(template, (name, value) =>
    isWrittenOut(name, value, isSecret(name) ? 'certain' : 'no'),
  );
  let from = 0;
  const kept = spans.map(({ start, end }) => {
    const before = template.slice(from, start);
    from = end;
    return before + MASK;
  });
  return kept.join('') + template.slice(from);
}
