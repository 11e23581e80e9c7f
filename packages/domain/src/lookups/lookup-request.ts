/** The request of a look-up about one lead, the same however often it is rendered. */
import { headersSchema, withFieldValues, type Lookup, type SecretValues } from '@sluice/contracts';
import { allFieldValues, fieldValue, type FieldSource } from '../conditions/field-value.js';
import { layered, withoutSecret, type Unbuildable } from '../delivery/build-request.js';
import { declaredSyntax } from '../templates/declared-syntax.js';
import { renderTemplate } from '../templates/template.js';
import { parsePhone } from '../lead/phone.js';
import {
  missingSecret,
  secretNamesOfTarget,
  secretsInHeaders,
  secretsInUrl,
} from '../secrets/fill-secrets.js';
import { secretNamesInTemplate, secretsOfTemplate } from '../secrets/template-secrets.js';
import { sha256 } from '../sha256.js';
import { encodedInUrl } from '../text/encoded-in-url.js';

/** A request ready to be sent. */
export interface LookupRequest {
  readonly kind: 'request';
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

type Asked = Pick<Lookup, 'url' | 'method' | 'headers' | 'body'>;

/**
 * What a vendor is asked about a lead. Fields that the lead does not have are empty. Without `secrets` the request
 * contains the references to them, so that it may be compared.
 */
export function lookupRequest(
  { url, method, headers = {}, body }: Asked,
  source: FieldSource,
  secrets?: SecretValues,
): LookupRequest | Unbuildable {
  const missing = secrets && missingSecret(secretNamesOfLookup({ url, method, headers, body }), secrets);
  if (missing !== undefined) return withoutSecret(missing);
  const spellings = phoneSpellings(source);
  // Own entries only: a key such as `constructor` must not find inherited members.
  const found = (key: string) => (Object.hasOwn(spellings, key) ? spellings[key] : fieldValue(source, key));
  const valueOf = (key: string) => encodedInUrl(textOf(found(key)));
  const filled = withFieldValues(url, valueOf);
  const sent = layered(
    body === undefined ? {} : { 'Content-Type': 'application/json' },
    secrets ? secretsInHeaders(headers, secrets) : headers,
  );
  if (!headersSchema.safeParse(sent).success) return impossible('invalid_header');
  const request = {
    kind: 'request' as const,
    url: secrets ? secretsInUrl(filled, secrets) : filled,
    method,
    headers: sent,
  };
  if (body === undefined) return request;
  const type = Object.entries(sent).find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  const values = { ...allFieldValues(source), ...spellings, secrets: secretsOfTemplate(body, secrets) };
  const rendered = renderTemplate(body, values, declaredSyntax(type));
  return rendered.kind === 'broken' ? impossible('template_failed') : { ...request, body: rendered.text };
}

/** The names of the secrets that a look-up needs, each once. */
export function secretNamesOfLookup({ url, headers = {}, body = '' }: Asked): readonly string[] {
  return [...new Set([...secretNamesOfTarget({ url, headers }), ...secretNamesInTemplate(body)])];
}

/**
 * Identifies a rendered request, and what is read of its answer, without storing it; secrets stand in it as references.
 * An answer that was read otherwise answers nothing.
 */
export function lookupFingerprint(
  { method, url, headers, body = '' }: LookupRequest,
  { map, goodWhen }: Pick<Lookup, 'map' | 'goodWhen'>,
): string {
  const read = map.map(({ field, jsonPath }) => [field, jsonPath]);
  return sha256(JSON.stringify([method, url, headers, body, read, goodWhen?.jsonPath, goodWhen?.equals]));
}

// The digits with and without the country code, of a number that is one; of any other, those that it has.
function phoneSpellings({ data: { phone, country } }: FieldSource): Readonly<Record<string, string>> {
  if (phone === undefined) return {};
  const parsed = parsePhone(phone, country);
  const digits = (parsed?.number ?? phone).replace(/\D/g, '');
  return { phone_digits: digits, phone_national: parsed?.nationalNumber ?? digits };
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return value.map(textOf).join(',');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function impossible(reason: 'invalid_header' | 'template_failed'): Unbuildable {
  return { kind: 'impossible', reason, trace: [{ looked: 'request', verdict: 'failed', because: reason }] };
}
