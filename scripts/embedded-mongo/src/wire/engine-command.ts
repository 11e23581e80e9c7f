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
 * @throws RangeError or BSONError if the command is not a BSON document with a `$db`, or a sequence is malformed.
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

/**
 * Returns a document sequence as the BSON array element of the same name.
 * @throws RangeError if the sequence is malformed
 */
function toArrayElement(message: Buffer, { nameAt, documentsAt, end }: DocumentSequence): Buffer {
  const length = Buffer.alloc(LENGTH_BYTES);
  const name = message.subarray(nameAt, documentsAt);
  const parts = [Buffer.from([BSON_ARRAY]), name, length];
  for (let at = documentsAt, index = 0; at < end; index++) {
    const next = at + (at + LENGTH_BYTES <= end ? message.readInt32LE(at) : 0);
    if (next < at + LENGTH_BYTES + 1 || next > end) throw new RangeError('a malformed document sequence');
    parts.push(Buffer.from([BSON_DOCUMENT]), Buffer.from(`${index}\0`, 'latin1'), message.subarray(at, next));
    at = next;
  }
  parts.push(END);
  const element = Buffer.concat(parts);
  element.writeInt32LE(element.length - 1 - name.length, 1 + name.length);
  return element;
}
