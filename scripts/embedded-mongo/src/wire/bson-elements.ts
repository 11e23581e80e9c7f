/** Iterates over the elements of a BSON document inside a larger buffer without decoding their values. */
import { onDemand } from 'bson';

/** One top-level element: type, name and value occupy `[at, end)`, the value alone `[valueAt, end)`. */
export interface BsonElement {
  readonly name: string;
  readonly type: number;
  readonly at: number;
  readonly valueAt: number;
  readonly end: number;
}

/** The types that are looked for or written. */
export const BSON_STRING = 0x02;
export const BSON_DOCUMENT = 0x03;
export const BSON_ARRAY = 0x04;

/** Returns the name of the document's first element, which in a command document is the command's name. */
export function firstElementName(buffer: Buffer, documentAt: number): string {
  const nameAt = documentAt + 5;
  return buffer.toString('latin1', nameAt, endOfCString(buffer, nameAt));
}

/**
 * Lists the top-level elements of the document at `documentAt`, in order.
 * @throws BSONError if the bytes are not a BSON document.
 */
export function listElements(buffer: Buffer, documentAt: number): BsonElement[] {
  return Array.from(
    onDemand.parseToElements(buffer, documentAt),
    ([type, nameAt, nameBytes, valueAt, bytes]) => ({
      name: buffer.toString('latin1', nameAt, nameAt + nameBytes),
      type,
      at: nameAt - 1,
      valueAt,
      end: valueAt + bytes,
    }),
  );
}

/**
 * Returns where the name that starts at `at` ends: the position of its zero byte.
 * @throws RangeError if it does not end.
 */
export function endOfCString(buffer: Buffer, at: number): number {
  const end = buffer.indexOf(0, at);
  if (end < 0) throw new RangeError('an unterminated BSON name');
  return end;
}
