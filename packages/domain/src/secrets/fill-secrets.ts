/**
 * Puts a tenant's secrets in place of the references to them, each escaped for its place. Only what operators and
 * integrators wrote is searched for references, never a lead's own data.
 */
import { secretNamesIn, withSecrets, type SecretValues } from '@sluice/contracts';
import { declaredSyntax } from '../templates/declared-syntax.js';
import { jsonSyntax } from '../templates/json-syntax.js';
import { xmlSyntax } from '../templates/xml-syntax.js';
import { escapeJson, escapeXml } from '../text/escape.js';

/** The address and headers of a call. */
export interface CallTarget {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The names of the secrets that the texts refer to, each once. */
export function secretNamesInAll(texts: readonly string[]): readonly string[] {
  return [...new Set(texts.flatMap(secretNamesIn))];
}

/** The names of the secrets that an address or its headers refer to. */
export function secretNamesOfTarget({ url, headers }: CallTarget): readonly string[] {
  return secretNamesInAll([url, ...Object.values(headers)]);
}

/** The first of `names` that has no value. */
export function missingSecret(names: readonly string[], secrets: SecretValues): string | undefined {
  return names.find((name) => !Object.hasOwn(secrets, name));
}

/** The URL with percent-encoded values, so that none can change its host or add a parameter. */
export function secretsInUrl(url: string, secrets: SecretValues): string {
  return withSecrets(url, (name) => encodeURIComponent(secrets[name] ?? ''));
}

/** The headers with values as they are; whether these may be sent is checked afterwards, like any header. */
export function secretsInHeaders(
  headers: CallTarget['headers'],
  secrets: SecretValues,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, secretsInText(value, secrets)]),
  );
}

/** The text with values as they are. */
export function secretsInText(text: string, secrets: SecretValues): string {
  return withSecrets(text, (name) => secrets[name] ?? '');
}

/** The JSON value with secrets in its texts, at any depth. */
export function secretsInValue(value: unknown, secrets: SecretValues): unknown {
  if (typeof value === 'string') return secretsInText(value, secrets);
  if (Array.isArray(value)) return value.map((each) => secretsInValue(each, secrets));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, secretsInValue(each, secrets)]));
}

/** The finished body with each value escaped for the body's content type. */
export function secretsInBody(body: string, contentType: string, secrets: SecretValues): string {
  const escaped = escapeFor(contentType);
  return withSecrets(body, (name) => escaped(secrets[name] ?? ''));
}

/** Every text in a JSON value, at any depth. */
export function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

function escapeFor(contentType: string): (value: string) => string {
  const syntax = declaredSyntax(contentType);
  if (syntax === jsonSyntax) return escapeJson;
  if (syntax === xmlSyntax) return escapeXml;
  return /^\s*application\/x-www-form-urlencoded\b/i.test(contentType)
    ? encodeURIComponent
    : (value) => value;
}
