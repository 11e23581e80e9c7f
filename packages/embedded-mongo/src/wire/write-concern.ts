/**
 * Makes `w: "majority"` durable. On a single server the majority is that server, but this engine acknowledges such a
 * write before journaling it, whatever `j` says, so a crash loses acknowledged writes. With `w: 1, j: true` it waits
 * for the journal, so the first is replaced with the second before the engine sees it.
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
 * Replaces a majority write concern with one of this server and its journal, in place; an explicit `j: false` is kept.
 * @param element the command's `writeConcern`.
 * @returns the unused bytes, to be cut out of the command; undefined if nothing was changed.
 */
export function journalMajority(message: Buffer, element: BsonElement): Cut | undefined {
  if (element.type !== BSON_DOCUMENT) return undefined;
  const fields = listElements(message, element.valueAt);
  const w = fields.find(({ name }) => name === 'w');
  if (w?.type !== BSON_STRING || message.toString('latin1', w.valueAt + 4, w.end - 1) !== MAJORITY)
    return undefined;

  // "majority" takes thirteen bytes, the number four, and `j: true` four more if it is missing.
  message[w.at] = BSON_INT32;
  message.writeInt32LE(1, w.valueAt);
  let start = w.valueAt + 4;
  if (!fields.some(({ name }) => name === 'j')) start += JOURNALED.copy(message, start);
  message.writeInt32LE(message.readInt32LE(element.valueAt) - (w.end - start), element.valueAt);
  return { start, end: w.end };
}
