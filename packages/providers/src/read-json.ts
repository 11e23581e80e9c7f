/** Reads vendors' answers without trusting their shape. */
import { isObject, readJsonAnswer, WrittenNumber } from '@sluice/contracts';

/** An object whose fields may be anything. */
export type Loose = Readonly<Record<string, unknown>>;

/** The JSON object in a text, or an empty object. */
export function readObject(text: string): Loose {
  return loose(readJsonAnswer(text)?.value);
}

/** The JSON list in a text, each item as an object; undefined if it is none. */
export function readList(text: string): readonly Loose[] | undefined {
  const value: unknown = readJsonAnswer(text)?.value;
  return Array.isArray(value) ? value.map(loose) : undefined;
}

/** The value as an object, or an empty object. */
export function loose(value: unknown): Loose {
  return isObject(value) ? value : {};
}

/** The first item of a list as an object, or an empty object. */
export function firstOf(value: unknown): Loose {
  return loose(Array.isArray(value) ? value[0] : undefined);
}

/** The meaning of a vendor's word; undefined if `words` does not contain it. */
export function meaningOf<T>(words: Readonly<Record<string, T>>, value: unknown): T | undefined {
  return typeof value === 'string' && Object.hasOwn(words, value) ? words[value] : undefined;
}

/** A non-empty text, or a number as it was written; undefined for anything else. */
export function text(value: unknown): string | undefined {
  if (typeof value === 'number' || value instanceof WrittenNumber) return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}
