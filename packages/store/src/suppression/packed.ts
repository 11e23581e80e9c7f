/**
 * Entries of suppression lists as they are stored: all that begin with the same two bytes are one document, packed. An
 * entry is the first 16 bytes of an HMAC under the list's own key, so that the same number has nothing in common in two
 * lists, and nobody without the key finds out whose it is.
 */
import { groupBy } from '@sluice/concurrency';
import { createHmac } from 'node:crypto';
import { Binary } from 'mongodb';

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
  return createHmac('sha256', key).update(form).digest().subarray(0, BYTES);
}

/** The last part of the key of the document that has an entry. */
export function prefixOf(entry: Buffer): string {
  return entry.toString('hex', 0, 2);
}

function bytesOf(packed: Binary | undefined): Buffer {
  return packed
    ? Buffer.from(packed.buffer.buffer, packed.buffer.byteOffset, packed.length())
    : Buffer.alloc(0);
}

/** The entries of a document. */
export function unpacked(packed: Binary | undefined): readonly Buffer[] {
  const bytes = bytesOf(packed);
  return Array.from({ length: bytes.length / BYTES }, (_, n) => bytes.subarray(n * BYTES, (n + 1) * BYTES));
}

export function packed(entries: readonly Buffer[]): Binary {
  return new Binary(Buffer.concat(entries));
}

export function holds(packed: Binary | undefined, entry: Buffer): boolean {
  const bytes = bytesOf(packed);
  for (let at = bytes.indexOf(entry); at >= 0; at = bytes.indexOf(entry, at + 1))
    if (at % BYTES === 0) return true;
  return false;
}

/** Entries by their prefixes, each once. */
export function byPrefix(entries: readonly Buffer[]): ReadonlyMap<string, readonly Buffer[]> {
  return groupBy(distinct(entries), prefixOf);
}

/** The entries without the second of two equal ones. */
export function distinct(entries: Iterable<Buffer>): readonly Buffer[] {
  return [...new Map([...entries].map((entry) => [entry.toString('latin1'), entry])).values()];
}
