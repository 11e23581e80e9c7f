/**
 * Copies a lead that Sluice itself processed to its end: all its documents, with other ids, values and times. This
 * fills a store with months of data in minutes.
 */
import type { Document } from 'mongodb';

/** The texts that distinguish one lead's documents from another's, e.g. its ids, and when it was accepted. */
export interface Identity {
  readonly texts: readonly string[];
  readonly acceptedMs: number;
}

/** Creates the document of another lead. */
export type Copy = (other: Identity) => Document;

// Undefined stands for a part that is the same in every copy, as most of a document is, and is reused.
type Make<T = unknown> = ((other: Identity) => T) | undefined;

/**
 * Returns a function that copies `document`, which belongs to `original`: each text of the original is replaced,
 * wherever it occurs, with the other lead's text at the same index, and every instant is moved by the difference of the
 * acceptance times.
 */
export function copierOf(document: Document, original: Identity): Copy {
  return (makerOf(document, original) as Copy | undefined) ?? (() => document);
}

function makerOf(value: unknown, original: Identity): Make {
  if (typeof value === 'string') return textMaker(value, original);
  if (value instanceof Date) {
    const afterMs = value.getTime() - original.acceptedMs;
    return ({ acceptedMs }) => new Date(acceptedMs + afterMs);
  }
  if (Array.isArray(value)) {
    const makers = value.map((one) => makerOf(one, original));
    if (makers.every((make) => make === undefined)) return undefined;
    return (other) => value.map((one: unknown, n) => makers[n]?.(other) ?? one);
  }
  return isPlain(value) ? documentMaker(value, original) : undefined;
}

function documentMaker(document: Document, original: Identity): Make<Document> {
  const changing = Object.entries(document).flatMap(([field, value]) => {
    const make = makerOf(value, original);
    return make ? [[field, make] as const] : [];
  });
  if (changing.length === 0) return undefined;
  return (other) => {
    // Fields keep the order in which they were written.
    const copy = { ...document };
    for (const [field, make] of changing) copy[field] = make(other);
    return copy;
  };
}

function textMaker(text: string, { texts }: Pick<Identity, 'texts'>): Make<string> {
  const found = texts.findIndex((one) => text.includes(one));
  if (found < 0) return undefined;
  const parts = text.split(texts[found] as string);
  const makers = parts.map((part) => textMaker(part, { texts }));
  return (other) => parts.map((part, n) => makers[n]?.(other) ?? part).join(other.texts[found]);
}

function isPlain(value: unknown): value is Document {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
