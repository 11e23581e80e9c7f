/** Iterates over the elements of a BSON document inside a larger buffer without decoding their values. */

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

/** Value sizes in bytes, for types of a fixed size. */
const FIXED_VALUE_BYTES: Readonly<Record<number, number>> = {
  0x01: 8, // double
  0x06: 0, // undefined
  0x07: 12, // object id
  0x08: 1, // boolean
  0x09: 8, // date
  0x0a: 0, // null
  0x10: 4, // int32
  0x11: 8, // timestamp
  0x12: 8, // int64
  0x13: 16, // decimal128
  0x7f: 0, // max key
  0xff: 0, // min key
};

/** Returns the name of the document's first element, which in a command document is the command's name. */
export function firstElementName(buffer: Buffer, documentAt: number): string {
  const nameAt = documentAt + 5;
  return buffer.toString('latin1', nameAt, endOfCString(buffer, nameAt));
}

/**
 * Lists the top-level elements of the document at `documentAt`, in order.
 * @throws RangeError if the bytes are not a BSON document.
 */
export function listElements(buffer: Buffer, documentAt: number): BsonElement[] {
  const documentBytes = buffer.readInt32LE(documentAt);
  const documentEnd = documentAt + documentBytes - 1;
  if (documentBytes < 5 || documentEnd >= buffer.length)
    throw new RangeError('a document longer than its message');
  if (buffer[documentEnd] !== 0) throw new RangeError('a document without an end');

  const elements: BsonElement[] = [];
  for (let at = documentAt + 4; at < documentEnd;) {
    const type = buffer[at] ?? 0;
    const nameEnd = endOfCString(buffer, at + 1);
    const valueAt = nameEnd + 1;
    const end = valueAt + valueBytes(buffer, type, valueAt);
    if (end > documentEnd) throw new RangeError('an element longer than its document');
    elements.push({ name: buffer.toString('latin1', at + 1, nameEnd), type, at, valueAt, end });
    at = end;
  }
  return elements;
}

function valueBytes(buffer: Buffer, type: number, at: number): number {
  const fixed = FIXED_VALUE_BYTES[type];
  if (fixed !== undefined) return fixed;
  switch (type) {
    case BSON_STRING:
    case 0x0d: // code
    case 0x0e: // symbol
      return 4 + lengthAt(buffer, at);
    case BSON_DOCUMENT:
    case BSON_ARRAY:
    case 0x0f: // code with scope
      return lengthAt(buffer, at);
    case 0x05: // binary
      return 5 + lengthAt(buffer, at);
    case 0x0b: // regular expression
      return endOfCString(buffer, endOfCString(buffer, at) + 1) + 1 - at;
    case 0x0c: // database pointer
      return 4 + lengthAt(buffer, at) + 12;
    default:
      throw new RangeError(`no BSON type ${type}`);
  }
}

function lengthAt(buffer: Buffer, at: number): number {
  const bytes = buffer.readInt32LE(at);
  if (bytes < 0) throw new RangeError('a negative BSON length');
  return bytes;
}

/**
 * Returns where the name that starts at `at` ends: the position of its zero byte.
 * @throws RangeError if it does not end.
 */
export function endOfCString(buffer: Buffer, at: number): number {
  let end = at;
  while (end < buffer.length && buffer[end] !== 0) end++;
  if (end >= buffer.length) throw new RangeError('an unterminated BSON name');
  return end;
}
