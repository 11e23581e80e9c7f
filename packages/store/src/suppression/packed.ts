/**
 * Entries of suppression lists as they are stored: all that begin with the same two bytes are one document, packed. An
 * entry is the first 16 bytes of an HMAC under the list's own key, so that the same number has nothing in common in two
 * lists, and nobody without the key finds out whose it is.
 */
import { createHmac } from 'node:crypto';
import type { Binary } from 'mongodb';

/** The documents of a list version under `T/<list>.<version>.<first four hex>`. */
export interface EntriesDocument {
  readonly _id: string;
  readonly tenantId: string;
  /** Entries one behind the other. */
  readonly packed?: Binary;
  readonly n?: number;
  /** Who wrote it last, so that of two writers at once one sees the other. */
  readonly by?: string;
}

const BYTES = 16;

/** The entry of a value in the list's form. */
export function entryOf(key: Buffer, form: string): Buffer {
  return entriesOf(key, [form]);
}

/** The entries of many values, one behind the other, as all entries below are. */
export function entriesOf(key: Buffer, forms: readonly string[]): Buffer {
  const entries = Buffer.allocUnsafe(forms.length * BYTES);
  for (const [n, form] of forms.entries()) {
    // As text, which takes two thirds of the time of a buffer.
    const digest = createHmac('sha256', key).update(form).digest('binary');
    entries.write(digest, n * BYTES, BYTES, 'latin1');
  }
  return entries;
}

/** How many entries these are. */
export function countOf(entries: Buffer): number {
  return entries.length / BYTES;
}

/** The last part of the key of the document that has an entry. */
export function prefixOf(entry: Buffer): string {
  return entry.toString('hex', 0, 2);
}

/** The entries of a document. */
export function bytesOf(packed: Binary | undefined): Buffer {
  return packed
    ? Buffer.from(packed.buffer.buffer, packed.buffer.byteOffset, packed.length())
    : Buffer.alloc(0);
}

export function holds(packed: Binary | undefined, entry: Buffer): boolean {
  const bytes = bytesOf(packed);
  for (let at = bytes.indexOf(entry); at >= 0; at = bytes.indexOf(entry, at + 1))
    if (at % BYTES === 0) return true;
  return false;
}

/**
 * Entries by a number that their first two bytes give. They are copied rather than kept one by one, because a million
 * buffers of sixteen bytes take ten times their room.
 */
export function grouped(entries: Buffer, groupOf: (firstTwo: number) => number): ReadonlyMap<number, Buffer> {
  const places = new Map<number, number[]>();
  for (let at = 0; at < entries.length; at += BYTES) {
    const group = groupOf(entries.readUInt16BE(at));
    const known = places.get(group);
    if (known) known.push(at);
    else places.set(group, [at]);
  }
  return new Map([...places].map(([group, those]) => [group, copied(entries, those)]));
}

/** The first of every two equal entries of both, those of `entries` before the others. */
export function merged(entries: Buffer, others: Buffer): Buffer {
  const all = entries.length === 0 ? others : Buffer.concat([entries, others]);
  const known = new Set<string>();
  return copied(
    all,
    placesIn(all).filter((at) => known.size < known.add(textAt(all, at)).size),
  );
}

/** The entries that are not among `others`. */
export function without(entries: Buffer, others: Buffer): Buffer {
  const gone = new Set(placesIn(others).map((at) => textAt(others, at)));
  return copied(
    entries,
    placesIn(entries).filter((at) => !gone.has(textAt(entries, at))),
  );
}

function placesIn(entries: Buffer): readonly number[] {
  return Array.from({ length: countOf(entries) }, (_, n) => n * BYTES);
}

function textAt(entries: Buffer, at: number): string {
  return entries.toString('latin1', at, at + BYTES);
}

function copied(entries: Buffer, places: readonly number[]): Buffer {
  const some = Buffer.allocUnsafe(places.length * BYTES);
  for (const [n, at] of places.entries()) entries.copy(some, n * BYTES, at, at + BYTES);
  return some;
}
