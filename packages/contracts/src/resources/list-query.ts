/**
 * Query parameters of lists. Lists answer no VALIDATION_ERROR (§7), so nothing here fails: what is malformed
 * counts as not given, numbers are brought into their range, and of a repeated parameter nothing is taken.
 */
import { z } from 'zod';
import { isoInstant } from './iso-instant.js';

const maxIds = 100;
const maxSearchLength = 200;
// No stored identifier is as long, so one that is cut is still nobody's.
const maxIdLength = 100;

// How OpenAPI calls a list that is one parameter.
const commaSeparatedParam = { param: { style: 'form', explode: false } };

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

/** `true` or `false`; anything else counts as not given. */
export const queryFlagSchema = z
  .preprocess(
    (sent: unknown) => (sent === 'true' ? true : sent === 'false' ? false : undefined),
    z.boolean().optional(),
  )
  .optional();

// No text that is looked through holds a null character.
const matchesNothing = '\0';

/** Words to look for, at most 200 characters; a longer text matches nothing. */
export const searchSchema = z
  .preprocess(
    (sent: unknown) => (typeof sent === 'string' ? searched(sent) : undefined),
    z.string().max(maxSearchLength).optional(),
  )
  .optional();

/** Comma-separated identifiers, at most 100. */
export const idListSchema = z
  .preprocess(
    (sent: unknown) => commaSeparated(sent),
    z.array(z.string().max(maxIdLength)).max(maxIds).optional(),
  )
  .optional()
  .meta(commaSeparatedParam);

/** Comma-separated words of a list; unknown words are left out. */
export function wordList<Schema extends z.ZodType<string>>(word: Schema) {
  return z
    .preprocess((sent: unknown) => {
      const known = commaSeparated(sent)?.flatMap((each) => word.safeParse(each).data ?? []);
      return known?.length ? known : undefined;
    }, z.array(word).max(maxIds).optional())
    .optional()
    .meta(commaSeparatedParam);
}

/** One word of a list; an unknown word counts as not given. */
export function knownWord<Schema extends z.ZodType<string>>(word: Schema) {
  return z.preprocess((sent: unknown) => word.safeParse(sent).data, word.optional()).optional();
}

/** An instant; a bare date means the first (`start`) or the last (`end`) millisecond of that day in UTC. */
export function instantAt(edge: 'start' | 'end') {
  return z.preprocess((sent: unknown) => instantOf(sent, edge), z.string().max(64).optional()).optional();
}

function searched(text: string): string | undefined {
  return text.length > maxSearchLength ? matchesNothing : text.trim() || undefined;
}

function commaSeparated(sent: unknown): string[] | undefined {
  if (typeof sent !== 'string') return undefined;
  const parts = sent
    .split(',')
    .map((part) => part.trim().slice(0, maxIdLength))
    .filter((part) => part !== '');
  return parts.length > 0 ? parts.slice(0, maxIds) : undefined;
}

const isoDate = z.iso.date();

function instantOf(sent: unknown, edge: 'start' | 'end'): string | undefined {
  if (typeof sent !== 'string') return undefined;
  if (isoDate.safeParse(sent).success)
    return `${sent}T${edge === 'start' ? '00:00:00.000' : '23:59:59.999'}Z`;
  // An unescaped `+` of an offset arrives as a space.
  return isoInstant(sent.replace(' ', '+'));
}
