/**
 * Finds credentials that are written out in a URL, a body or a template: the values whose names are those of
 * credentials, and the tokens behind `Bearer` and `Basic`. How a value looks says nothing.
 */
import { withPlaceholders } from '../resources/postback-placeholders.js';
import { withSecrets } from '../resources/secret-references.js';
import { isCredentialName } from './credential-names.js';

/** A credential in a text, from `start` up to but excluding `end`, and the name that says so. */
export interface LiteralCredential {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** Stands for what is filled in when a text is sent; no other text contains it. */
const FILLED = '\u0001';

/** Values that are no credential under any name. */
const harmless: ReadonlySet<string> = new Set([
  ...['0', '1', 'true', 'false', 'yes', 'no', 'y', 'n', 'on', 'off'],
  ...['none', 'null', 'undefined', 'na'],
]);
/** The word before a credential in an `Authorization` header, and in values that copy its form. */
const scheme = /^(?:bearer|basic|digest|token|apikey|api-key|key|hmac|oauth2?)(?![a-z0-9_-])[\s:=]*/i;

/** Whether a header is a credential that is written out. */
export function isLiteralHeader(name: string, value: string): boolean {
  const text = withoutReferences(value);
  return (isCredentialName(name) && isWrittenOut(text)) || tokens(text).length > 0;
}

/** Whether a value consists of references to secrets, and perhaps the word before a credential. */
export function isOnlyReferences(value: string): boolean {
  const text = withoutReferences(value);
  return text !== value && !/[\p{L}\p{N}]/u.test(withoutScheme(text));
}

/** The credentials written out in a URL or body, in their order. Beside references to secrets nothing counts. */
export function credentialsIn(text: string): readonly LiteralCredential[] {
  return credentials(withoutReferences(text));
}

/** The credentials written out in a Liquid template, in their order. Beside what Liquid fills in nothing counts. */
export function credentialsInTemplate(template: string): readonly LiteralCredential[] {
  return credentials(template.replace(/\{\{[^]*?\}\}|\{%[^]*?%\}/g, filled));
}

function credentials(text: string): readonly LiteralCredential[] {
  const found = [...values(text, member), ...values(text, element), ...tokens(text)];
  found.sort((a, b) => a.start - b.start || b.end - a.end);
  let upTo = 0;
  return found.filter(({ start, end }) => {
    const isApart = start >= upTo;
    if (isApart) upTo = end;
    return isApart;
  });
}

// What stands before a value: the name of a JSON member, also in JSON that is a text of another; of an attribute, a
// form field or a parameter of a URL; of an element. Neither can match in more than one way, so that a long text is
// searched in linear time.
const member =
  /(?<![\w.-])(?<name>[\w.-]{1,64})(?:\\*["']\s*(?<sign>:)|(?:\]|%5D)?\s*=)\s*(?<quote>\\*["'])?/gi;
const element =
  /<(?:[\w-]{1,32}:)?(?<name>[\w.-]{1,64})(?:\s[^<>]*)?(?<!\/)(?<sign>>)\s*(?<quote><!\[CDATA\[)?/g;

/** What ends a value, by what stands before it. */
const ending: Readonly<Record<string, RegExp>> = {
  '"': /(?<!\\)"/g,
  "'": /(?<!\\)'/g,
  '\\': /\\+["']/g,
  '<![CDATA[': /\]\]>/g,
  '>': /</g,
  ':': /[\s,[\]{}"'<>]/g,
  '=': /[\s&"'<>]/g,
};

function values(text: string, opening: RegExp): LiteralCredential[] {
  const found: LiteralCredential[] = [];
  let upTo = 0;
  for (const { 0: opened, index, groups = {} } of text.matchAll(opening)) {
    const name = groups['name'] ?? '';
    if (index < upTo || !isCredentialName(name)) continue;
    const start = index + opened.length;
    const by = groups['quote'] ?? groups['sign'] ?? '=';
    upTo = endOf(text, start, by.startsWith('\\') ? '\\' : by);
    const value = text.slice(start, upTo).trimEnd();
    if (isWrittenOut(value)) found.push({ name, start, end: start + value.length });
  }
  return found;
}

function endOf(text: string, start: number, by: string): number {
  const pattern = new RegExp(ending[by] ?? /$/g);
  pattern.lastIndex = start;
  return pattern.exec(text)?.index ?? text.length;
}

function tokens(text: string): LiteralCredential[] {
  const behind = /\b(?<name>bearer|basic)\s+(?<token>[\w.~+/=-]{8,})/gi;
  return [...text.matchAll(behind)].map(({ 0: whole, index, groups = {} }) => {
    const end = index + whole.length;
    return { name: groups['name'] ?? '', start: end - (groups['token'] ?? '').length, end };
  });
}

function isWrittenOut(value: string): boolean {
  const text = withPlaceholders(withoutScheme(value), () => FILLED);
  return (
    !text.includes(FILLED) &&
    /[\p{L}\p{N}]/u.test(text) &&
    !harmless.has(text.toLowerCase().replace(/\W/g, ''))
  );
}

function withoutScheme(value: string): string {
  return value.trim().replace(scheme, '');
}

// Positions stay the same.
function withoutReferences(text: string): string {
  return withSecrets(text, (_name, reference) => filled(reference));
}

function filled(part: string): string {
  return FILLED.repeat(part.length);
}
