/** The request of a delivery attempt, the same for every attempt of a submission, including its Idempotency-Key. */
import { headersSchema, secretNamesIn, type OwnReason, type SecretValues } from '@sluice/contracts';
import { allFieldValues, fieldValue, namesFile } from '../conditions/field-value.js';
import { adfDocument } from './adf-document.js';
import type { AttemptResult } from './attempt-result.js';
import { consentValues, namesConsent, namesConsentIn } from './consent-name.js';
import { declaredSyntax } from '../templates/declared-syntax.js';
import type { Destination, HttpDestination } from './destination.js';
import { formBody } from './form-body.js';
import { leadBody, type OutgoingLead } from './lead-body.js';
import { leadMail, type LeadMail } from './lead-mail.js';
import {
  missingSecret,
  secretNamesInAll,
  secretsInBody,
  secretsInHeaders,
  secretsInText,
  secretsInUrl,
  secretsInValue,
  textsIn,
} from '../secrets/fill-secrets.js';
import { secretNamesInTemplate, secretsOfTemplate } from '../secrets/template-secrets.js';
import { sha256 } from '../sha256.js';
import { readsOf, renderTemplate } from '../templates/template.js';
import { wireKey } from './wire-key.js';

/** A request ready to be sent. */
export interface DeliveryRequest {
  readonly kind: 'request';
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Set if a mail server gets it; the other members then show it to people. */
  readonly mail?: LeadMail;
}

/** An attempt that ends before it is sent, because the configuration yields no valid request. */
export interface Unbuildable extends AttemptResult {
  readonly kind: 'impossible';
}

/**
 * Builds the request that carries a lead to its destination. Values are filled in by field key; fields that the lead
 * does not have are omitted. A broken template or header makes the attempt `impossible`, as does a secret that
 * `secrets` lacks. Without `secrets`, the request contains the references to them: so it may be shown, stored and
 * compared.
 */
export function buildRequest(
  destination: Destination,
  lead: OutgoingLead,
  secrets?: SecretValues,
): DeliveryRequest | Unbuildable {
  if (destination.kind === 'email') {
    const mail = leadMail(destination, lead);
    const headers = { Subject: mail.subject, 'Message-ID': mail.messageId };
    const body = mail.attachment?.content ?? mail.text;
    return { kind: 'request', url: destination.url, method: 'SMTP', headers, body, mail };
  }
  const missing = secrets && missingSecret(secretNamesOfDestination(destination), secrets);
  if (missing !== undefined) return withoutSecret(missing);
  const content = contentFor(destination, lead, secrets);
  if (content.kind === 'impossible') return content;
  const headers = secrets ? secretsInHeaders(destination.headers, secrets) : destination.headers;
  if (!headersSchema.safeParse(headers).success) return impossible('invalid_header');
  const ours = { 'Idempotency-Key': wireKey(lead) };
  return {
    kind: 'request',
    url: secrets ? secretsInUrl(destination.url, secrets) : destination.url,
    method: destination.method,
    headers: layered({ 'Content-Type': content.type }, headers, ours),
    body: content.text,
  };
}

/** The names of the secrets that a destination's requests need, each once. */
export function secretNamesOfDestination(destination: Destination): readonly string[] {
  if (destination.kind === 'email') return [];
  const { url, headers, format, template = '', dictatedBody, fields = {} } = destination;
  const inBody = dictatedBody ? textsIn(dictatedBody.content) : Object.values(fields);
  const isRendered = !dictatedBody && format === 'liquid';
  return [
    ...new Set([
      ...secretNamesInAll([url, ...Object.values(headers), ...inBody]),
      ...(isRendered ? secretNamesInTemplate(template) : []),
    ]),
  ];
}

/** The values of the mapping of a destination by the buyer's names, with the references to secrets; none without one. */
export function mappedValues({ fields }: HttpDestination, lead: OutgoingLead): Record<string, unknown> {
  return fields ? mapped(fields, lead, undefined) : {};
}

/** Whether the requests to a destination hold the status of a file (`file.<key>` in its fields or its template). */
export function readsFiles(destination: Destination): boolean {
  if (destination.kind === 'email' || destination.dictatedBody || destination.format === 'adf') return false;
  const { format, template = '', fields = {} } = destination;
  if (Object.values(fields).some(namesFile)) return true;
  return format === 'liquid' && templateReadsFiles(template);
}

/** Whether the requests to a destination hold what is known of the lead's certificate (`consent_status`). */
export function readsConsent(destination: Destination): boolean {
  if (destination.kind === 'email' || destination.dictatedBody || destination.format === 'adf') return false;
  return namesConsentIn(destination);
}

/** Whether a template names the status of a file. */
export function templateReadsFiles(template: string): boolean {
  return readsOf(template, 'file').length > 0;
}

/**
 * Identifies a request without storing it: two requests with the same fingerprint have the same method, URL and body.
 * Headers are excluded, because credentials change and say nothing about the lead.
 */
export function requestFingerprint({ method, url, body }: Omit<DeliveryRequest, 'kind' | 'headers'>): string {
  return sha256(`${method} ${url}\n${body}`).slice(0, 32);
}

type Content = { readonly kind: 'content'; readonly type: string; readonly text: string } | Unbuildable;

const json = 'application/json';
const form = 'application/x-www-form-urlencoded';
const xml = 'application/xml';

function contentFor(
  destination: HttpDestination,
  lead: OutgoingLead,
  secrets: SecretValues | undefined,
): Content {
  const { format, template = '', dictatedBody, fields } = destination;
  if (dictatedBody) return dictated(dictatedBody.content, destination, secrets);
  if (format === 'adf') return { kind: 'content', type: xml, text: adfDocument(lead, destination.buyer) };
  const values = fields ? mapped(fields, lead, secrets) : leadBody(lead);
  if (format === 'form') return { kind: 'content', type: form, text: formBody(values) };
  if (format === 'json') return { kind: 'content', type: json, text: JSON.stringify(values) };
  const all = { ...templateValues(lead, fields && values), secrets: secretsOfTemplate(template, secrets) };
  const rendered = renderTemplate(template, all, declaredSyntax(declaredType(destination)));
  if (rendered.kind === 'broken') return impossible('template_failed', rendered.because);
  return { kind: 'content', type: typeOf(destination), text: rendered.text };
}

// The type of a body written as text, which only a template may choose.
function typeOf({ format, contentType }: HttpDestination): string {
  if (format === 'form') return form;
  if (format === 'adf') return xml;
  const chosen = format === 'liquid' ? contentType?.trim() : undefined;
  return chosen === undefined || chosen === '' ? json : chosen;
}

// The type that is sent: a header of the endpoint takes precedence.
function declaredType(destination: HttpDestination): string {
  const header = Object.entries(destination.headers).findLast(
    ([name]) => name.toLowerCase() === 'content-type',
  );
  return header?.[1] ?? typeOf(destination);
}

// Text is used as the finished body in the destination's own format, as it was given.
function dictated(
  content: unknown,
  destination: HttpDestination,
  secrets: SecretValues | undefined,
): Content {
  const { format } = destination;
  if (typeof content === 'string') {
    const text = secrets ? secretsInBody(content, declaredType(destination), secrets) : content;
    return { kind: 'content', type: typeOf(destination), text };
  }
  const filled = secrets ? secretsInValue(content, secrets) : content;
  if (format === 'form' && typeof filled === 'object' && filled !== null) {
    return { kind: 'content', type: form, text: formBody(filled as Record<string, unknown>) };
  }
  return { kind: 'content', type: json, text: JSON.stringify(filled) };
}

/** What a template may name: values by field key, by path, or by the buyer's own name for them. */
export function templateValues(
  lead: OutgoingLead,
  fields: Readonly<Record<string, unknown>> | undefined,
): Record<string, unknown> {
  const whole = leadBody(lead);
  return {
    ...allFieldValues(sourceOf(lead)),
    ...whole,
    ...consentValues(lead),
    lead: whole,
    ...fields,
    ...(fields && { fields }),
  };
}

function sourceOf(lead: OutgoingLead) {
  return { ...lead, isTest: lead.isTest ?? false, files: lead.files ?? [] };
}

// A value that refers to a secret is a text, not a field key.
function mapped(
  fields: Readonly<Record<string, string>>,
  lead: OutgoingLead,
  secrets: SecretValues | undefined,
): Record<string, unknown> {
  const source = sourceOf(lead);
  const valueOf = (key: string) => {
    if (secretNamesIn(key).length > 0) return secrets ? secretsInText(key, secrets) : key;
    if (namesConsent(key)) return lead.consentStatus;
    return key === 'submissionId' || key === 'submission_id' ? lead.submissionId : fieldValue(source, key);
  };
  const filled = Object.entries(fields).map(([name, key]) => [name, valueOf(key)] as const);
  return Object.fromEntries(filled.filter(([, value]) => value !== undefined));
}

/** Headers in layers. Their names ignore case, so each has one value; later layers win. */
export function layered(...layers: readonly Readonly<Record<string, string>>[]): Record<string, string> {
  const byName = new Map<string, readonly [string, string]>();
  for (const layer of layers) {
    for (const [name, value] of Object.entries(layer)) byName.set(name.toLowerCase(), [name, value]);
  }
  return Object.fromEntries(byName.values());
}

/** The end of an attempt for which the tenant lacks the secret `name`. */
export function withoutSecret(name: string): Unbuildable {
  const reason = 'secret_missing' satisfies OwnReason;
  const trace = [{ looked: 'request', at: `secrets.${name}`, verdict: 'failed' as const, because: reason }];
  return { kind: 'impossible', reason, trace };
}

function impossible(reason: OwnReason, because?: string): Unbuildable {
  const trace = [{ looked: 'request', verdict: 'failed' as const, because: because ?? reason }];
  return { kind: 'impossible', reason, trace };
}
