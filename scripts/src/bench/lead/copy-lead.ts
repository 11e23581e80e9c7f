/** Copies documents of a lead that Sluice itself processed, with other ids, values and times. */
import type { Document } from 'mongodb';
import type { Identity } from './identity.js';

// Undefined stands for a part that is the same in every copy, as most of a document is, and is reused.
type Make<T> = ((other: Identity) => T) | undefined;

/**
 * Returns a function that copies `document`, which belongs to `original`: each text of the original is replaced,
 * wherever it occurs, with the other lead's text at the same index, and every instant is moved by the difference of the
 * acceptance times.
 */
export function copierOf<T extends Document>(document: T, original: Identity): (other: Identity) => T {
  return (makerOf(document, original) as Make<T>) ?? (() => document);
}

function makerOf(value: unknown, original: Identity): Make<unknown> {
  if (typeof value === 'string') return textMaker(value, original.texts);
  if (value instanceof Date)
    return ({ acceptedMs }) => new Date(value.getTime() - original.acceptedMs + acceptedMs);
  if (typeof value !== 'object' || value === null) return undefined;
  if (!Array.isArray(value) && value.constructor !== Object) return undefined;
  const makers = Object.entries(value).flatMap(([field, part]) => {
    const make = makerOf(part, original);
    return make ? [[field, make] as const] : [];
  });
  if (makers.length === 0) return undefined;
  return (other) => {
    // Fields keep the order in which they were written.
    const made = makers.map(([field, make]) => [field, make(other)] as const);
    const same: object = Array.isArray(value) ? [...(value as unknown[])] : { ...value };
    return Object.assign(same, Object.fromEntries(made));
  };
}

function textMaker(text: string, texts: readonly string[]): Make<string> {
  const found = texts.findIndex((one) => text.includes(one));
  if (found < 0) return undefined;
  const parts = text.split(texts[found] as string);
  const makers = parts.map((part) => textMaker(part, texts));
  return (other) => parts.map((part, n) => makers[n]?.(other) ?? part).join(other.texts[found]);
}
