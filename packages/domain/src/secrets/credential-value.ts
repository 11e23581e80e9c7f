/** Whether a configured value is a credential that was written out. */
import { withSecrets } from '@sluice/contracts';
import { credentialName } from './credential-names.js';
import { looksRandom } from './looks-random.js';

/** Stands for what a template writes at run time; no other text contains it. */
export const FILLED = '\u0001';
/** Stands for a text that a template itself contains, e.g. `{{ 'a' | upcase }}`. */
export const WRITTEN_OUT = '\u0002';

/** The word before a credential in an `Authorization` header, and in values that copy its form. */
const scheme = /^(?:bearer|basic|digest|token|apikey|api-key|key|hmac|oauth2?)(?![a-z0-9_-])[\s:=]*/i;
/** Values that are no credential under any name. */
const harmless: ReadonlySet<string> = new Set([
  ...['0', '1', 'true', 'false', 'yes', 'no', 'y', 'n', 'on', 'off'],
  ...['none', 'null', 'undefined', 'na'],
]);

/**
 * Whether the value of something called `name` is a credential that was written out: any text under a name that is
 * certainly one, and a text that looks random under one that may be one or beside something filled in. `kind` says what
 * the name stands for, if others than {@link credentialName} know better.
 */
export function isWrittenOut(name: string, value: string, kind = credentialName(name)): boolean {
  if (kind === 'no') return isKnownForm(value);
  const literal = literalPart(value);
  if (!/[\p{L}\p{N}\u0002]/u.test(literal) || harmless.has(literal.toLowerCase().replace(/\W/g, '')))
    return false;
  return kind === 'certain' && literal === withoutScheme(value) ? true : randomIn(literal);
}

/** Whether a value has the form of a credential, whatever it is called: a bearer token, basic credentials, a JWT. */
export function isKnownForm(value: string): boolean {
  return (
    /^\s*(?:bearer|basic)\s+[\w.~+/=-]{8,}\s*$/i.test(value) || /\beyJ[\w-]{8,}\.eyJ[\w-]{8,}\./.test(value)
  );
}

/** Whether a value consists of references to secrets, and perhaps the word before a credential. */
export function isOnlyReferences(value: string): boolean {
  const filled = withSecrets(value, () => FILLED);
  return filled !== value && !/[\p{L}\p{N}]/u.test(withoutScheme(filled).replaceAll(FILLED, ''));
}

/** What remains of a value without what is filled in later. */
function literalPart(value: string): string {
  return withoutScheme(value).replaceAll(FILLED, ' ').trim();
}

function withoutScheme(value: string): string {
  return withSecrets(value, () => FILLED)
    .trim()
    .replace(scheme, '');
}

function randomIn(literal: string): boolean {
  return literal.split(/[\s:;,]+/).some(looksRandom);
}
