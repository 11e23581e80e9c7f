/**
 * The frame of every MongoDB wire message: opcodes, flag bits, the sections of an OP_MSG, and the assembly of a reply.
 * This file does not interpret commands.
 */
import { endOfCString } from './bson-elements.js';

/** Length, request id, response id and opcode: four 32-bit little-endian integers. */
export const HEADER_BYTES = 16;

/** The largest message that a MongoDB server accepts, in bytes. */
export const MAX_MESSAGE_BYTES = 48_000_000;

const OP_REPLY = 1;
export const OP_QUERY = 2004;
export const OP_MSG = 2013;

/** Flag bits of an OP_MSG. */
const CHECKSUM_PRESENT = 1;
const CHECKSUM_BYTES = 4;
const MORE_TO_COME = 1 << 1;
/** A receiver must know every flag among these bits. */
const REQUIRED_FLAGS = 0xffff;

const FLAGS_AT = HEADER_BYTES;
const SECTIONS_AT = FLAGS_AT + 4;
const OP_MSG_REPLY_HEAD = SECTIONS_AT + 1;
const OP_REPLY_HEAD = 36;

/** The request that a reply belongs to, and the reply's message format. */
export interface ReplyAddress {
  readonly requestId: number;
  readonly legacy: boolean;
}

/** Returns the message's id, which its reply must carry, and its opcode. */
export function headerOf(message: Buffer): { readonly requestId: number; readonly opcode: number } {
  return { requestId: message.readInt32LE(4), opcode: message.readInt32LE(12) };
}

/** Whether the sender of an OP_MSG waits for a reply. */
export function wantsReply(message: Buffer): boolean {
  return (message.readUInt32LE(FLAGS_AT) & MORE_TO_COME) === 0;
}

/** Documents next to the command: the name in `[nameAt, documentsAt)`, the documents up to `end`. */
export interface DocumentSequence {
  readonly nameAt: number;
  readonly documentsAt: number;
  readonly end: number;
}

/** The positions of an OP_MSG's parts. */
export interface Sections {
  readonly commandAt: number;
  readonly sequences: readonly DocumentSequence[];
}

/**
 * Finds the command document and the document sequences of an OP_MSG, which may come in any order. A checksum at its
 * end is not verified: loopback does not corrupt data.
 * @throws RangeError if there is no command, or a section is malformed.
 */
export function sectionsOf(message: Buffer): Sections {
  const flags = message.readUInt32LE(FLAGS_AT);
  if (flags & REQUIRED_FLAGS & ~(CHECKSUM_PRESENT | MORE_TO_COME)) throw new RangeError('an unknown flag');
  const end = message.length - (flags & CHECKSUM_PRESENT ? CHECKSUM_BYTES : 0);
  const sequences: DocumentSequence[] = [];
  let commandAt: number | undefined;
  for (let at = SECTIONS_AT; at < end;) {
    const kind = message[at++];
    const sectionEnd = at + (at + 4 <= end ? message.readInt32LE(at) : 0);
    if (sectionEnd <= at + 4 || sectionEnd > end) throw new RangeError('a malformed section');
    if (kind === 0 && commandAt === undefined) {
      commandAt = at;
    } else if (kind === 1) {
      const documentsAt = endOfCString(message, at + 4) + 1;
      if (documentsAt > sectionEnd) throw new RangeError('a malformed document sequence');
      sequences.push({ nameAt: at + 4, documentsAt, end: sectionEnd });
    } else {
      throw new RangeError(`a section too many, of kind ${kind}`);
    }
    at = sectionEnd;
  }
  if (commandAt === undefined) throw new RangeError('an OP_MSG without a command');
  return { commandAt, sequences };
}

/**
 * Finds the command document of an OP_QUERY, behind flags, the collection's name and two numbers.
 * @throws RangeError if the message is too short.
 */
export function queryOffset(message: Buffer): number {
  const commandAt = endOfCString(message, FLAGS_AT + 4) + 1 + 8;
  if (commandAt + 5 > message.length) throw new RangeError('an OP_QUERY without a command');
  return commandAt;
}

/** Returns the frame that precedes `body` on the wire; together they form one reply. */
export function replyHead(address: ReplyAddress, replyId: number, bodyBytes: number): Buffer {
  const headBytes = address.legacy ? OP_REPLY_HEAD : OP_MSG_REPLY_HEAD;
  const head = Buffer.alloc(headBytes);
  head.writeInt32LE(headBytes + bodyBytes, 0);
  head.writeInt32LE(replyId, 4);
  head.writeInt32LE(address.requestId, 8);
  head.writeInt32LE(address.legacy ? OP_REPLY : OP_MSG, 12);
  // Flags, cursor id and first index of an OP_REPLY stay zero; it always returns one document.
  if (address.legacy) head.writeInt32LE(1, OP_REPLY_HEAD - 4);
  return head;
}
