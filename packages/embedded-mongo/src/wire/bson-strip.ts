/**
 * Removes top-level elements from the command document inside a wire message, in place. The document is
 * never decoded: its elements are stepped over, and the shorter side of each removed stretch moves.
 */

/** What `stripElements` found and did. */
export interface Stripped {
  /** The message without the elements, its length fields corrected: a view of the same memory. */
  readonly message: Buffer;
  /** Names of the elements that were there, in their order. */
  readonly removed: readonly string[];
}

/** Bytes of the values whose length depends on their type alone. */
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

/** Gives the name of the document's first element: in a command document, the command's name. */
export function firstElementName(buffer: Buffer, documentAt: number): string {
  const nameAt = documentAt + 5;
  return buffer.toString('latin1', nameAt, endOfCString(buffer, nameAt));
}

/**
 * Removes every top-level element named in `names` from the document at `documentAt` of `message`.
 * The memory of `message` is changed; use only the message that is returned.
 * @throws RangeError when the bytes are not a BSON document.
 */
export function stripElements(message: Buffer, documentAt: number, names: ReadonlySet<string>): Stripped {
  const documentBytes = message.readInt32LE(documentAt);
  const documentEnd = documentAt + documentBytes - 1;
  if (documentBytes < 5 || documentEnd >= message.length)
    throw new RangeError('a document longer than its message');

  const removed: string[] = [];
  const cuts: [start: number, end: number][] = [];
  for (let at = documentAt + 4; at < documentEnd;) {
    const nameEnd = endOfCString(message, at + 1);
    const elementEnd = nameEnd + 1 + valueBytes(message, message[at] ?? 0, nameEnd + 1);
    if (elementEnd > documentEnd) throw new RangeError('an element longer than its document');
    const name = message.toString('latin1', at + 1, nameEnd);
    if (names.has(name)) {
      removed.push(name);
      const last = cuts.at(-1);
      if (last?.[1] === at) last[1] = elementEnd;
      else cuts.push([at, elementEnd]);
    }
    at = elementEnd;
  }
  return { message: cuts.length === 0 ? message : closeGaps(message, documentAt, cuts), removed };
}

/** Puts the pieces between the cuts together, moving for each cut whichever side is shorter. */
function closeGaps(
  message: Buffer,
  documentAt: number,
  cuts: readonly (readonly [number, number])[],
): Buffer {
  let start = 0;
  let end = message.length;
  let movedLeftBytes = 0;
  let cutBytes = 0;
  for (const [cutStart, cutEnd] of cuts) {
    const from = cutStart - movedLeftBytes;
    const to = cutEnd - movedLeftBytes;
    const bytes = to - from;
    if (from - start <= end - to) {
      message.copyWithin(start + bytes, start, from);
      start += bytes;
    } else {
      message.copyWithin(from, to, end);
      end -= bytes;
      movedLeftBytes += bytes;
    }
    cutBytes += bytes;
  }
  const documentBytes = message.readInt32LE(start + documentAt) - cutBytes;
  const result = message.subarray(start, end);
  result.writeInt32LE(result.length, 0);
  result.writeInt32LE(documentBytes, documentAt);
  return result;
}

function valueBytes(buffer: Buffer, type: number, at: number): number {
  const fixed = FIXED_VALUE_BYTES[type];
  if (fixed !== undefined) return fixed;
  switch (type) {
    case 0x02: // string
    case 0x0d: // code
    case 0x0e: // symbol
      return 4 + lengthAt(buffer, at);
    case 0x03: // document
    case 0x04: // array
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

function endOfCString(buffer: Buffer, at: number): number {
  let end = at;
  while (end < buffer.length && buffer[end] !== 0) end++;
  if (end >= buffer.length) throw new RangeError('an unterminated BSON name');
  return end;
}
