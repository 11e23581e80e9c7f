/**
 * Makes `w: "majority"` keep its promise. Of one server the majority is that server, but this engine answers such
 * a write before its journal is written, whatever `j` says, and a crash then loses what was acknowledged; with
 * `w: 1, j: true` it waits. So the first is written over with the second before the engine sees it.
 */
import {
  BSON_BOOLEAN,
  BSON_DOCUMENT,
  BSON_INT32,
  BSON_STRING,
  listElements,
  type BsonElement,
} from './bson-elements.js';
import type { Cut } from './cut-out.js';

const MAJORITY = 'majority';

/** Type, name and value of `j: true`. */
const JOURNALED = Buffer.from([BSON_BOOLEAN, 0x6a, 0x00, 0x01]);

/**
 * Turns a write concern of a majority into one of this server and its journal, in place; an explicit `j: false` stays.
 * @param element the command's `writeConcern`.
 * @returns the bytes that are left over, to be cut out of the command; undefined when nothing was changed.
 */
export function journalMajority(message: Buffer, element: BsonElement): Cut | undefined {
  if (element.type !== BSON_DOCUMENT) return undefined;
  const fields = listElements(message, element.valueAt);
  const w = fields.find(({ name }) => name === 'w');
  if (w?.type !== BSON_STRING || message.toString('latin1', w.valueAt + 4, w.end - 1) !== MAJORITY)
    return undefined;

  // "majority" takes thirteen bytes, the number four, and `j: true` four more where it is missing.
  message[w.at] = BSON_INT32;
  message.writeInt32LE(1, w.valueAt);
  let start = w.valueAt + 4;
  if (!fields.some(({ name }) => name === 'j')) start += JOURNALED.copy(message, start);
  message.writeInt32LE(message.readInt32LE(element.valueAt) - (w.end - start), element.valueAt);
  return { start, end: w.end };
}
