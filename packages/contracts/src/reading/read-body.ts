/**
 * Reads outside input: checks that it can be stored, applies the schema, and reports the problems of both together.
 * Returns a union and never throws.
 */
import type { z } from 'zod';
import { foundIn, maxProblems, problemLines, problemsOf, type Problem } from './problems.js';
import { readUnder, strictestSettings, type ReadSettings } from './read-settings.js';
import { shown, unstorablePlaces, type DocumentBounds } from './unstorable.js';

/** The result of reading: the value as parsed by the schema, or every problem as `path: problem`. */
export type ReadOutcome<Value> =
  | { readonly kind: 'valid'; readonly value: Value }
  | { readonly kind: 'invalid'; readonly problems: string[] };

/**
 * Reads a parsed JSON body under the settings of its process. Every field with a problem is named, whatever the problems
 * of the others are.
 */
export function readBody<Schema extends z.ZodType>(
  schema: Schema,
  body: unknown,
  settings: ReadSettings = strictestSettings,
  bounds: DocumentBounds = {},
): ReadOutcome<z.output<Schema>> {
  const unstorable = unstorablePlaces(body, bounds);
  if (unstorable.length > 0) {
    const found = foundBeside(unstorable, schema, body, settings);
    return { kind: 'invalid', problems: problemLines([...unstorable, ...found].map(shown)) };
  }
  const read = parse(schema, body, settings);
  return read.success
    ? { kind: 'valid', value: read.data }
    : { kind: 'invalid', problems: problemsOf(read.error) };
}

/** What the schema finds beside what cannot be stored, which it is not handed. */
function foundBeside(
  unstorable: readonly Problem[],
  schema: z.ZodType,
  body: unknown,
  settings: ReadSettings,
): readonly Problem[] {
  // The search for what cannot be stored ended early: the body is hostile rather than mistaken.
  if (unstorable.length >= maxProblems) return [];
  const bounded = unstorable.reduce((rest, { path }) => withoutContent(rest, path), body);
  const read = parse(schema, bounded, settings);
  if (read.success) return [];
  return foundIn(read.error).filter((problem) => !unstorable.some(({ path }) => isSaidBy(path, problem)));
}

// A field has one line for one fault: nothing is added about a place that is known to be wrong or about what is inside
// it, nor that a field is of the wrong kind because of what was found inside it.
function isSaidBy(known: readonly string[], { path, wants }: Problem): boolean {
  return startsWith(path, known) || (wants !== undefined && path.length > 0 && startsWith(known, path));
}

function startsWith(path: readonly string[], beginning: readonly string[]): boolean {
  return beginning.every((name, index) => path[index] === name);
}

function parse<Schema extends z.ZodType>(schema: Schema, body: unknown, settings: ReadSettings) {
  try {
    return readUnder(settings, () => schema.safeParse(body));
  } catch {
    return readUnder(settings, () => schema.safeParse(comparable(body)));
  }
}

/**
 * A copy in which the list or object at `path` is null, because it may be too large or too deep for a schema. Other
 * values stay: by them the schema decides what else is required.
 */
function withoutContent(value: unknown, path: readonly string[]): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return typeof value === 'object' ? null : value;
  if (typeof value !== 'object' || value === null) return value;
  return mapped(value, (key, member) => (key === name ? withoutContent(member, rest) : member));
}

// In place of a text or list, the schema library compares the `length` of whatever it finds, and throws for an object
// there whose length has neither a number nor a text as its value.
function comparable(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return mapped(value, (key, member) =>
    key === 'length' && typeof member === 'object' ? null : comparable(member),
  );
}

function mapped(value: object, change: (key: string, member: unknown) => unknown): unknown {
  const entries = Object.entries(value).map(([key, member]) => [key, change(key, member)] as const);
  return Array.isArray(value) ? entries.map(([, member]) => member) : Object.fromEntries(entries);
}
