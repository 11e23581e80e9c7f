/** Reading what a vendor answers without believing its shape. */

/** An object whose fields may be anything. */
export type Loose = Readonly<Record<string, unknown>>;

/** The JSON object in a text; an empty one when there is none. */
export function readObject(text: string): Loose {
  try {
    return loose(JSON.parse(text));
  } catch {
    return {};
  }
}

/** The value as an object; an empty one when it is none. */
export function loose(value: unknown): Loose {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Loose) : {};
}

/** The first of a list as an object; an empty one when there is none. */
export function firstOf(value: unknown): Loose {
  return loose(Array.isArray(value) ? value[0] : undefined);
}

/** What a vendor's word stands for; undefined when it is none of `words`. */
export function meaningOf<T>(words: Readonly<Record<string, T>>, value: unknown): T | undefined {
  return typeof value === 'string' && Object.hasOwn(words, value) ? words[value] : undefined;
}

/** A text or number as text; undefined for anything else and for the empty text. */
export function text(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}
