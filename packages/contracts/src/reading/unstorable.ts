/**
 * What no body may contain, at any depth: keys with a special meaning in JavaScript or MongoDB, values that cannot be
 * stored unchanged, and sizes beyond any limit. Checked before any schema, and before anything is written.
 */
import { maxEntries, maxKeyLength, maxTextLength } from '../formats/bounds.js';
import { maxProblems, problemLines, type Problem } from './problems.js';

/** The maximum nesting of a body; the body itself is the first level. */
export const maxBodyDepth = 20;

/** The size limits of a document; omitted ones are those of a request body. */
export interface DocumentBounds {
  /** The maximum number of items of a list. */
  readonly maxItems?: number;
  /** The maximum number of characters of a text. */
  readonly maxText?: number;
  /** A field of the document that is not looked into, because whoever takes it reads it as a document of its own. */
  readonly except?: string;
}

/**
 * Returns a `path: problem` line for each key that is refused ({@link keyProblem}), each value that is not plain JSON
 * or cannot be stored, and each text, list, object or nesting beyond its limit. Checks parsed JSON before any schema
 * does.
 */
export function unstorableProblems(body: unknown, bounds: DocumentBounds = {}): string[] {
  return problemLines(unstorablePlaces(body, bounds).map(shown));
}

/** The same with the place of each problem, at most {@link maxProblems}. */
export function unstorablePlaces(
  body: unknown,
  { maxItems = maxEntries, maxText = maxTextLength, except }: DocumentBounds = {},
): Problem[] {
  const problems: Problem[] = [];
  const isLeftOut = except !== undefined && typeof body === 'object' && body !== null && except in body;
  visit(isLeftOut ? { ...body, [except]: null } : body, [], problems, { maxItems, maxText });
  return problems;
}

/** Whether a value nests deeper than a body may: whoever walks through it on a stack must not begin. */
export function isTooDeep(value: unknown, levels = maxBodyDepth): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((each) => isTooDeep(each, levels - 1));
}

/** A problem with the long keys of its path cut short, as it is shown. */
export function shown({ path, ...problem }: Problem): Problem {
  return {
    path: path.map((name) => (name.length > maxKeyLength ? `${name.slice(0, maxKeyLength)}…` : name)),
    ...problem,
  };
}

/** Returns why a text cannot be the key of a stored value; undefined if it can. */
export function keyProblem(key: string): string | undefined {
  if (key.length > maxKeyLength) return `is a key of more than ${maxKeyLength} characters`;
  const refused = key.startsWith('$') || key.includes('\0') || meaningful.has(key) || halfCharacter.test(key);
  return refused ? 'is not an allowed key' : undefined;
}

// The driver treats an object with `_bsontype` as a type of its own; the other names are inherited by every object.
const meaningful = new Set(['__proto__', 'constructor', 'prototype', '_bsontype']);

// A surrogate without its other half has no encoding in UTF-8.
const halfCharacter = /\p{Surrogate}/u;

type Bounds = Required<Pick<DocumentBounds, 'maxItems' | 'maxText'>>;

function visit(value: unknown, path: string[], problems: Problem[], bounds: Bounds): void {
  if (problems.length >= maxProblems) return;
  const problem = valueProblem(value, bounds);
  if (problem !== undefined) problems.push({ path: [...path], text: problem });
  else if (typeof value === 'object' && value !== null) visitMembers(value, path, problems, bounds);
}

function visitMembers(value: object, path: string[], problems: Problem[], bounds: Bounds): void {
  if (path.length >= maxBodyDepth) {
    problems.push({ path: [...path], text: `is nested deeper than ${maxBodyDepth} levels` });
    return;
  }
  const isArray = Array.isArray(value);
  for (const [key, member] of Object.entries(value)) {
    if (problems.length >= maxProblems) return;
    path.push(key);
    const problem = isArray ? undefined : keyProblem(key);
    if (problem !== undefined) problems.push({ path: [...path], text: problem });
    visit(member, path, problems, bounds);
    path.pop();
  }
}

function valueProblem(value: unknown, { maxItems, maxText }: Bounds): string | undefined {
  switch (typeof value) {
    case 'string':
      if (value.length > maxText) return `must have at most ${maxText} characters`;
      if (value.includes('\0')) return 'holds a NUL character';
      return halfCharacter.test(value) ? 'holds half of a character' : undefined;
    case 'number':
      return numberProblem(value);
    case 'boolean':
    case 'undefined':
      return undefined;
    case 'object':
      return value === null ? undefined : objectProblem(value, maxItems);
    default:
      return 'is not plain data';
  }
}

// JSON can contain a number that no double can hold: it is then parsed as infinite, or as another number.
function numberProblem(value: number): string | undefined {
  if (!Number.isFinite(value)) return 'is not a number that can be stored';
  if (!Number.isInteger(value) || Number.isSafeInteger(value)) return undefined;
  return 'is a whole number beyond 2^53, which would be rounded; send it as text';
}

function objectProblem(value: object, maxItems: number): string | undefined {
  if (Array.isArray(value))
    return value.length > maxItems ? `must have at most ${maxItems} items` : undefined;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== null && prototype !== Object.prototype) return 'is not plain data';
  return Object.keys(value).length > maxEntries ? `must have at most ${maxEntries} entries` : undefined;
}
