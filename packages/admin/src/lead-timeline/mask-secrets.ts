/** Masks credentials in requests and answers, which no reader is shown. */
import { SECRET_MARK as MASK } from '@sluice/contracts';

const secretName =
  /(^|[_-])(api[_-]?key|apikey|key|token|secret|password|passwd|pwd|auth|authorization|credential|signature|sig)s?$/i;
/** Whether a value of this name is a credential, e.g. `api_key`, `accessToken`. */
function isSecret(name: string): boolean {
  return secretName.test(name.replace(/([a-z])([A-Z])/g, '$1_$2'));
}

/** Headers that hold no credentials; all others are the buyer's own. */
const plainHeaders: ReadonlySet<string> = new Set([
  'content-type',
  'accept',
  'idempotency-key',
  'user-agent',
  'webhook-id',
  'webhook-timestamp',
]);

/** The headers, with only those values shown that hold no credentials. */
export function maskedHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      plainHeaders.has(name.toLowerCase()) ? value : MASK,
    ]),
  );
}

/** A URL without user, password and the values of parameters that are named like credentials. */
export function maskedUrl(url: string): string {
  if (!URL.canParse(url)) return url;
  const parsed = new URL(url);
  if (parsed.username !== '') parsed.username = MASK;
  if (parsed.password !== '') parsed.password = MASK;
  for (const name of [...parsed.searchParams.keys()]) {
    if (isSecret(name)) parsed.searchParams.set(name, MASK);
  }
  return parsed.href.replaceAll(encodeURIComponent(MASK), MASK);
}

/** A body in JSON, of a form, or any text, without the values that are named like credentials. */
export function maskedBody(body: string): string {
  const json = parsed(body);
  if (json !== undefined) return JSON.stringify(masked(json), undefined, 2);
  return body
    .replace(/([\w-]+)=([^&\s]*)/g, (whole, name: string) => (isSecret(name) ? `${name}=${MASK}` : whole))
    .replace(/<([\w-]+)>([^<]*)<\//g, (whole, name: string) =>
      isSecret(name) ? `<${name}>${MASK}</` : whole,
    );
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
      isSecret(name) && typeof each !== 'object' ? MASK : masked(each),
    ]),
  );
}

/** A template without literal values that are named like credentials; placeholders for the lead's data stay. */
export function maskedTemplate(template: string): string {
  return template
    .replace(
      /(["'])([\w-]+)\1(\s*:\s*)"((?:[^"\\{]|\\.)*)"/g,
      (whole, quote: string, name: string, colon: string) =>
        isSecret(name) ? `${quote}${name}${quote}${colon}"${MASK}"` : whole,
    )
    .replace(/([\w-]+)=([^&\s"'<>{]+)/g, (whole, name: string) =>
      isSecret(name) ? `${name}=${MASK}` : whole,
    )
    .replace(/<([\w-]+)>([^<{]+)<\//g, (whole, name: string) =>
      isSecret(name) ? `<${name}>${MASK}</` : whole,
    );
}
