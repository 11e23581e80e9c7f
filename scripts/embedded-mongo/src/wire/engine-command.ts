/**
 * Builds the command that the engine executes from the sections of a client's message. A wire message may carry the
 * documents of an insert, or a command's other arrays, next to the command; the engine takes them as its fields.
 */
import type { EngineCommand } from '../engine-library.js';
import { BSON_ARRAY, BSON_DOCUMENT, BSON_STRING, listElements } from './bson-elements.js';
import type { DocumentSequence, Sections } from './message.js';
import { journalMajority } from './write-concern.js';

/** The result of `toEngineCommand`. */
export interface ConvertedCommand {
  readonly command: EngineCommand;
  /** The names of the fields left out, in order. */
  readonly removed: readonly string[];
}

const LENGTH_BYTES = 4;
const END = Buffer.from([0]);

/**
 * Converts a message, leaving out the named top-level fields and correcting the write concern.
 * @throws RangeError if the command is not a BSON document with a `$db`, or a sequence is malformed.
 */
export function toEngineCommand(
  message: Buffer,
  sections: Sections,
  unwanted: ReadonlySet<string>,
): ConvertedCommand {
  const removed: string[] = [];
  const length = Buffer.alloc(LENGTH_BYTES);
  const parts: Buffer[] = [length];
  let database: string | undefined;
  for (const { name, type, at, valueAt, end } of listElements(message, sections.commandAt)) {
    if (name === '$db' && type === BSON_STRING) {
      database = message.toString('utf8', valueAt + LENGTH_BYTES, end - 1);
    } else if (unwanted.has(name)) {
      removed.push(name);
    } else {
      const journaled =
        name === 'writeConcern' && type === BSON_DOCUMENT
          ? journalMajority(message.subarray(valueAt, end))
          : undefined;
      parts.push(journaled ?? message.subarray(at, end));
    }
  }
  if (database === undefined) throw new RangeError('a command without a database');
  for (const sequence of sections.sequences) parts.push(toArrayElement(message, sequence));
  parts.push(END);
  const document = Buffer.concat(parts);
  document.writeInt32LE(document.length, 0);
  return { command: { database, document }, removed };
}

/** Returns a document sequence as the BSON array element of the same name. */
function toArrayElement(message: Buffer, { nameAt, documentsAt, end }: DocumentSequence): Buffer {
  const documents = documentBounds(message, documentsAt, end);
  const nameBytes = documentsAt - nameAt;
  let bytes = 1 + nameBytes + LENGTH_BYTES + 1;
  for (const [index, { start, end: next }] of documents.entries()) {
    bytes += 1 + String(index).length + 1 + (next - start);
  }

  const element = Buffer.allocUnsafe(bytes);
  let at = element.writeUInt8(BSON_ARRAY, 0);
  at += message.copy(element, at, nameAt, documentsAt);
  at = element.writeInt32LE(bytes - 1 - nameBytes, at);
  for (const [index, { start, end: next }] of documents.entries()) {
    at = element.writeUInt8(BSON_DOCUMENT, at);
    at += element.write(`${index}\0`, at, 'latin1');
    at += message.copy(element, at, start, next);
  }
  element.writeUInt8(0, at);
  return element;
}

function documentBounds(message: Buffer, from: number, end: number): { start: number; end: number }[] {
  const bounds: { start: number; end: number }[] = [];
  for (let start = from; start < end;) {
    const next = start + (start + LENGTH_BYTES <= end ? message.readInt32LE(start) : 0);
    if (next < start + LENGTH_BYTES + 1 || next > end) throw new RangeError('a malformed document sequence');
    bounds.push({ start, end: next });
    start = next;
  }
  return bounds;
}
