/**
 * Query parameters of lists. Lists answer no VALIDATION_ERROR (§7), so nothing here fails: numbers are brought into
 * their range, or are the default when they are none. A filter that nothing can match matches nothing: a caller that narrows a list
 * before changing what is on it must never be given all of it.
 */
import { z } from 'zod';
import { isoInstant } from './iso-instant.js';

const maxIds = 100;
const maxSearchLength = 200;
// No stored identifier is as long, so one that is cut matches no record.
const maxIdLength = 100;

// How OpenAPI calls a list that is one parameter.
const commaSeparatedParam = { param: { style: 'form', explode: false } };

// What null stands for cannot be asked for on purpose.
const withoutNull = {
  override: ({ jsonSchema }: { readonly jsonSchema: { anyOf?: unknown; type?: unknown } }) => {
    if (Array.isArray(jsonSchema.type)) jsonSchema.type = (jsonSchema.type as readonly unknown[])[0];
    const [asked] = (jsonSchema.anyOf ?? []) as readonly object[];
    delete jsonSchema.anyOf;
    Object.assign(jsonSchema, asked);
  },
};

/** A whole number kept between `minimum` and `maximum`; `fallback` when it is malformed or missing. */
export function clampedNumber(range: { minimum: number; maximum: number; fallback: number }) {
  const { minimum, maximum, fallback } = range;
  return z
    .preprocess((sent: unknown) => {
      if (typeof sent !== 'string' || !/^[+-]?\d+$/.test(sent)) return fallback;
      return Math.min(maximum, Math.max(minimum, Number(sent)));
    }, z.int().min(minimum).max(maximum))
    .default(fallback);
}

/** `true` or `false`, any case; null for anything else, which nothing is. */
export const queryFlagSchema = z
  .preprocess((sent: unknown) => {
    if (sent === undefined) return undefined;
    const word = typeof sent === 'string' ? sent.trim().toLowerCase() : '';
    return word === 'true' ? true : word === 'false' ? false : null;
  }, z.boolean().nullable().optional().meta(withoutNull))
  .optional();

// No text that is looked through holds a null character.
const matchesNothing = '\0';

/** Words to look for, at most 200 characters; a longer text matches nothing, and without one everything is found. */
export const searchSchema = z
  .preprocess((sent: unknown) => searched(sent), z.string().max(maxSearchLength).optional())
  .optional();

/** Comma-separated identifiers, at most 100; any of them matches, and of none nothing does. */
export const idListSchema = z
  .preprocess(
    (sent: unknown) => commaSeparated(sent)?.slice(0, maxIds),
    z.array(z.string().max(maxIdLength)).max(maxIds).optional(),
  )
  .optional()
  .meta(commaSeparatedParam);

/** Comma-separated words of a list, any of which matches; an unknown word matches nothing. */
export function wordList<Schema extends z.ZodType<string>>(word: Schema) {
  return z
    .preprocess(
      (sent: unknown) =>
        commaSeparated(sent)
          ?.slice(0, maxIds)
          .flatMap((each) => word.safeParse(each).data ?? []),
      z.array(word).max(maxIds).optional(),
    )
    .optional()
    .meta(commaSeparatedParam);
}

/** One word of a list, any case; null for an unknown one, which nothing is. */
export function knownWord<Schema extends z.ZodType<string>>(word: Schema) {
  return z
    .preprocess((sent: unknown) => {
      if (sent === undefined) return undefined;
      return typeof sent === 'string' ? (word.safeParse(sent.trim().toLowerCase()).data ?? null) : null;
    }, word.nullable().optional().meta(withoutNull))
    .optional();
}

/** Before every lead, and after every lead. */
const outsideOfTime = { start: '9999-12-31T23:59:59.999Z', end: '1970-01-01T00:00:00.000Z' };

/**
 * An instant; a bare date means the first (`start`) or the last (`end`) millisecond of that day in UTC. What is no
 * instant is one on whose side nothing was created.
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
  return text.length > maxSearchLength ? matchesNothing : text.trim() || undefined;
}

// A repeated parameter is one list. An empty one is a list of nothing, and no missing parameter.
function commaSeparated(sent: unknown): string[] | undefined {
  if (sent === undefined) return undefined;
  const texts = [sent].flat().filter((text) => typeof text === 'string');
  return texts
    .join(',')
    .split(',')
    .map((part) => part.trim().slice(0, maxIdLength))
    .filter((part) => part !== '');
}

const isoDate = z.iso.date();

function instantOf(sent: unknown, edge: 'start' | 'end'): string | undefined {
  if (typeof sent !== 'string') return undefined;
  if (isoDate.safeParse(sent).success)
    return `${sent}T${edge === 'start' ? '00:00:00.000' : '23:59:59.999'}Z`;
  // An unescaped `+` of an offset arrives as a space.
  return isoInstant(sent.replace(' ', '+'));
}
