/**
 * Copies of a lead that Sluice itself has brought to its end: what it wrote of one person, with other ids, values and times.
 * So a store can be filled with what it would hold after months, in minutes.
 */
import type { Document } from 'mongodb';

/** The texts by which one lead's documents differ from another's, e.g. its ids, and when it was accepted. */
export interface Identity {
  readonly texts: readonly string[];
  readonly acceptedMs: number;
}

/** Makes the document of another lead. */
export type Copy = (other: Identity) => Document;

// Undefined stands for what is the same in every copy, which is most of a document and need not be made anew.
type Make<T = unknown> = ((other: Identity) => T) | undefined;

/**
 * Answers what makes copies of `document`, which belongs to `original`: each of its texts becomes the other's of the same
 * place, wherever it occurs, and every instant moves as far as the acceptance did.
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
    // Fields keep their order, as they do in what is written.
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
