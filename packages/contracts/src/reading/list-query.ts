/**
 * Query parameters of lists. Lists answer no VALIDATION_ERROR (§7), so nothing here fails: numbers are clamped to their
 * range, or replaced by the default if malformed. An invalid filter value matches nothing, because a caller that
 * filters a list before changing its items must never get the whole list.
 */
import { z } from 'zod';
import { maxSubIdLength } from '../records/lead-source.js';
import { characterCount } from '../formats/bounds.js';
import { isoInstant } from '../formats/iso-instant.js';

const isoDate = z.iso.date();
// More than the first line of a request has room for, so that no filter is ever cut short.
const maxIds = 10_000;
const maxSearchLength = 200;
// Every stored identifier is shorter, so a truncated one matches no record.
const maxIdLength = 100;

// OpenAPI's description of a list in a single parameter.
const commaSeparatedParam = { param: { style: 'form', explode: false } };

// A caller cannot request the values that null stands for.
const withoutNull = {
  override: ({ jsonSchema }: { readonly jsonSchema: { anyOf?: unknown; type?: unknown } }) => {
    if (Array.isArray(jsonSchema.type)) jsonSchema.type = (jsonSchema.type as readonly unknown[])[0];
    const [asked] = (jsonSchema.anyOf ?? []) as readonly object[];
    delete jsonSchema.anyOf;
    Object.assign(jsonSchema, asked);
  },
};

/**
 * The parameters of a list by their plain names: `x[]` and `x[0]`, as some programs write lists, are `x`. Otherwise they
 * would be unknown, and the whole list be answered.
 */
export function listParameters(sent: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const named = new Map<string, unknown[]>();
  for (const [name, value] of Object.entries(sent)) {
    const plain = /^([^[\]]+)\[\d*\]$/.exec(name)?.[1] ?? name;
    named.set(plain, [...(named.get(plain) ?? []), ...[value].flat()]);
  }
  return Object.fromEntries(
    [...named].map(([name, values]) => [name, values.length === 1 ? values[0] : values]),
  );
}

/** A whole number clamped to `minimum` and `maximum`; `fallback` if it is malformed or missing. */
export function clampedNumber(range: { minimum: number; maximum: number; fallback: number }) {
  const { minimum, maximum, fallback } = range;
  return z
    .preprocess((sent: unknown) => {
      if (typeof sent !== 'string' || !/^[+-]?\d+$/.test(sent)) return fallback;
      return Math.min(maximum, Math.max(minimum, Number(sent)));
    }, z.int().min(minimum).max(maximum))
    .default(fallback);
}

/** `true` or `false`, ignoring case; null, which matches nothing, for any other value. */
export const queryFlagSchema = z
  .preprocess((sent: unknown) => {
    if (sent === undefined) return undefined;
    const word = typeof sent === 'string' ? sent.trim().toLowerCase() : '';
    return word === 'true' ? true : word === 'false' ? false : null;
  }, z.boolean().nullable().optional().meta(withoutNull))
  .optional();

// No searchable text contains a null character.
const matchesNothing = '\0';

/** Words to search for, at most 200 characters. A longer text matches nothing; without one, everything matches. */
export const searchSchema = z
  .preprocess((sent: unknown) => searched(sent), z.string().max(maxSearchLength).optional())
  .optional();

/** Comma-separated identifiers, any of which matches; an empty list matches nothing. */
export const idListSchema = z
  .preprocess(
    (sent: unknown) => commaSeparated(sent),
    z.array(z.string().max(maxIdLength)).max(maxIds).optional(),
  )
  .optional()
  .meta(commaSeparatedParam);

/** Comma-separated known words, any of which matches; an unknown word matches nothing. */
export function wordList<Schema extends z.ZodType<string>>(word: Schema) {
  return z
    .preprocess(
      (sent: unknown) => commaSeparated(sent)?.flatMap((each) => word.safeParse(each).data ?? []),
      z.array(word).max(maxIds).optional(),
    )
    .optional()
    .meta(commaSeparatedParam);
}

/** One known word, ignoring case; null, which matches nothing, for an unknown one. */
export function knownWord<Schema extends z.ZodType<string>>(word: Schema) {
  return z
    .preprocess((sent: unknown) => {
      if (sent === undefined) return undefined;
      return typeof sent === 'string' ? (word.safeParse(sent.trim().toLowerCase()).data ?? null) : null;
    }, word.nullable().optional().meta(withoutNull))
    .optional();
}

/** One identifier; what is none matches nothing. */
export const exactId = exactText(maxIdLength);
/** One sub id, as it is stored. */
export const exactSubId = exactText(maxSubIdLength);

function exactText(maxLength: number) {
  return z
    .preprocess((sent: unknown) => {
      if (sent === undefined) return undefined;
      const text = typeof sent === 'string' ? sent.trim() : '';
      return text !== '' && characterCount(text) <= maxLength ? text : matchesNothing;
    }, z.string().max(maxLength).optional())
    .optional();
}

/** A day, `YYYY-MM-DD`, or an instant in UTC; null, which matches nothing, for anything else. */
export const dayOrInstant = z
  .preprocess((sent: unknown) => {
    if (sent === undefined) return undefined;
    if (typeof sent !== 'string') return null;
    return isoDate.safeParse(sent).success ? sent : (instantOf(sent, 'start') ?? null);
  }, z.string().max(64).nullable().optional().meta(withoutNull))
  .optional();

/** Instants outside the creation times of all leads. */
const outsideOfTime = { start: '9999-12-31T23:59:59.999Z', end: '1970-01-01T00:00:00.000Z' };

/**
 * An instant; a bare date means the first (`start`) or the last (`end`) millisecond of that day in UTC. Anything else
 * becomes an instant that excludes every lead.
 */
export function instantAt(edge: 'start' | 'end') {
  return z
    .preprocess(
      (sent: unknown) => (sent === undefined ? undefined : (instantOf(sent, edge) ?? outsideOfTime[edge])),
      z.string().max(64).optional(),
    )
    .optional();
}

function searched(sent: unknown): string | undefined {
  const text = [sent]
    .flat()
    .filter((one) => typeof one === 'string')
    .join(' ');
  // Escapes that are not UTF-8 arrive as this character; without it, the rest would be another search.
  if (text.length > maxSearchLength || text.includes('\ufffd')) return matchesNothing;
  return text.trim() || undefined;
}

// A repeated parameter forms one list. An empty parameter is an empty list, not a missing parameter.
function commaSeparated(sent: unknown): string[] | undefined {
  if (sent === undefined) return undefined;
  const texts = [sent].flat().filter((text) => typeof text === 'string');
  const parts = texts
    .join(',')
    .split(',')
    .map((part) => part.trim().slice(0, maxIdLength))
    .filter((part) => part !== '');
  return [...new Set(parts)].slice(0, maxIds);
}

function instantOf(sent: unknown, edge: 'start' | 'end'): string | undefined {
  if (typeof sent !== 'string') return undefined;
  if (isoDate.safeParse(sent).success)
    return `${sent}T${edge === 'start' ? '00:00:00.000' : '23:59:59.999'}Z`;
  // An unescaped `+` of an offset arrives as a space.
  return isoInstant(sent.replace(' ', '+'));
}
