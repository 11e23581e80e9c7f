/**
 * Finds credentials that were written out in a URL or a template. The rules are documented for those who write tenant
 * files; they are few, because a refusal that is wrong is a nuisance, and a missed credential stays as masked as it was.
 */
import { parseHttpUrl, withSecrets } from '@sluice/contracts';
import { FILLED, isKnownForm, isWrittenOut, WRITTEN_OUT } from './credential-value.js';
import { looksRandom } from './looks-random.js';

/** A part of a text, from `start` up to but excluding `end`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Whether the value of a name is a credential. */
export type IsCredential = (name: string, value: string) => boolean;

/** The names of a URL's parts that hold a credential: `path`, or that of a parameter. */
export function credentialsInUrl(url: string): readonly string[] {
  const parsed = parseHttpUrl(withSecrets(url, () => FILLED_IN_URL));
  if (!parsed) return [];
  const value = (text: string) => text.replaceAll(FILLED_IN_URL, FILLED);
  const inQuery = [...parsed.searchParams].filter(
    ([name, each]) => isWrittenOut(name, value(each)) || looksRandom(value(each)),
  );
  const inPath = parsed.pathname.split('/').some((part) => looksRandom(decoded(part)));
  return [...(inPath ? ['path'] : []), ...new Set(inQuery.map(([name]) => name))];
}

// Unlike FILLED, no parser changes it.
const FILLED_IN_URL = '-a.filled.secret-';

/** A path segment without its percent-encoding, if that is valid. */
export function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The credentials written out in a Liquid template for JSON, XML, a form or any text, in their order. */
export function credentialsInTemplate(
  template: string,
  isCredential: IsCredential = (name, value) => isWrittenOut(name, value),
): readonly Span[] {
  const text = withoutLiquid(template);
  const found = [
    ...pairs(text, jsonPair, isCredential),
    ...pairs(text, formPair, isCredential),
    ...pairs(text, attribute, isCredential),
    ...pairs(text, element, isCredential),
    ...pairs(text, cdata, isCredential),
    ...pairs(text, namedJson, isCredential),
    ...pairs(text, namedAttribute, isCredential),
    ...pairs(text, namedElement, isCredential),
    ...pairs(text, valuedJson, isCredential),
    ...pairs(text, valuedAttribute, isCredential),
    ...pairs(template, assigned, isCredential),
    ...pairs(template, captured, isCredential),
    ...spansOf(text, knownForm),
  ];
  return apart(found);
}

/** Whether a template has a credential written out. */
export function hasCredential(template: string): boolean {
  return credentialsInTemplate(template).length > 0;
}

// Each has a group `name` and a group `value`. None can match in more than one way, so that a long text is searched in
// linear time.
const jsonPair =
  /(?<quote>\\?["'])(?<name>[\w.:-]{1,64})\k<quote>[ \t\r\n]*:[ \t\r\n]*(?:\\?["'](?<value>[^"'\\\r\n]*)|(?<bare>-?\d[\d.]{0,30}|\u0002+))/dg;
const formPair = /(?<![\w.-])(?<name>[\w.-]{1,64})=(?<value>[^&\s"'<>]+)/dg;
const attribute =
  /(?<![\w.:-])(?:[\w-]{1,32}:)?(?<name>[\w.-]{1,64})[ \t\r\n]*=[ \t\r\n]*\\?["'](?<value>[^"'<>\\]*)/dg;
const element = /<(?:[\w-]{1,32}:)?(?<name>[\w.-]{1,64})(?:\s[^<>]{0,500})?(?<!\/)>(?<value>[^<]+)<\//dg;
const cdata =
  /<(?:[\w-]{1,32}:)?(?<name>[\w.-]{1,64})(?:\s[^<>]{0,500})?(?<!\/)>\s*<!\[CDATA\[(?<value>[^\]]+)\]\]>/dg;
const namedJson =
  /["'](?:name|key|field|id|code)["']\s*:\s*["'](?<name>[\w.:-]{1,64})["']\s*,\s*["']value["']\s*:\s*["'](?<value>[^"'\\\r\n]*)/dgi;
const namedAttribute =
  /\s(?:name|key|field|id|code)=["'](?<name>[\w.:-]{1,64})["']\s+value=["'](?<value>[^"'<>]*)/dgi;
const valuedJson =
  /["']value["']\s*:\s*["'](?<value>[^"'\\\r\n]*)["']\s*,\s*["'](?:name|key|field|id|code)["']\s*:\s*["'](?<name>[\w.:-]{1,64})["']/dgi;
const valuedAttribute =
  /\svalue=["'](?<value>[^"'<>]*)["']\s+(?:name|key|field|id|code)=["'](?<name>[\w.:-]{1,64})["']/dgi;
const namedElement =
  /<[\w.:-]{1,64}\s+(?:name|key|field|id|code|type)=["'](?<name>[\w.:-]{1,64})["'][^<>]{0,500}(?<!\/)>(?<value>[^<]+)<\//dgi;
const assigned = /\{%-?\s*assign\s+(?<name>\w{1,64})\s*=\s*["'](?<value>[^"'\r\n]*)/dg;
const captured = /\{%-?\s*capture\s+(?<name>\w{1,64})\s*-?%\}(?<value>[^{]*)/dg;
const knownForm = /(?:\b(?:bearer|basic)\s+[\w.~+/=-]{8,}|\beyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]*)/dgi;

function* pairs(text: string, pattern: RegExp, isCredential: IsCredential): Generator<Span> {
  for (const { groups, indices } of text.matchAll(pattern)) {
    const part = groups?.['value'] === undefined ? 'bare' : 'value';
    const [start, end] = indices?.groups?.[part] ?? [0, 0];
    const value = groups?.[part] ?? '';
    if (isCredential(groups?.['name'] ?? '', value)) yield trimmed(text, { start, end });
  }
}

function* spansOf(text: string, pattern: RegExp): Generator<Span> {
  for (const match of text.matchAll(pattern)) {
    if (isKnownForm(match[0])) yield { start: match.index, end: match.index + match[0].length };
  }
}

function trimmed(text: string, { start, end }: Span): Span {
  const value = text.slice(start, end);
  const from = start + (value.length - value.trimStart().length);
  return { start: from, end: Math.max(from, end - (value.length - value.trimEnd().length)) };
}

// What Liquid writes later is filled in; what it only repeats is written out. Positions stay the same.
function withoutLiquid(template: string): string {
  return template.replace(/\{\{[^]*?\}\}|\{%[^]*?%\}/g, (tag) => {
    const stand = /^\{\{-?\s*["']/.test(tag) ? WRITTEN_OUT : FILLED;
    return stand.repeat(tag.length);
  });
}

function apart(spans: readonly Span[]): readonly Span[] {
  const sorted = [...spans].sort((a, b) => a.start - b.start || b.end - a.end);
  const kept: Span[] = [];
  for (const span of sorted) if (span.start >= (kept.at(-1)?.end ?? 0)) kept.push(span);
  return kept;
}
