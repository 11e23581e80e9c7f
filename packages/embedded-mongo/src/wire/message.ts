/**
 * The frame of every MongoDB wire message: opcodes, flag bits, the position of the command in an OP_MSG, and the
 * assembly of a reply. This file does not interpret commands.
 */

/** Length, request id, response id and opcode: four 32-bit little-endian integers. */
export const HEADER_BYTES = 16;

/** The largest message that a MongoDB server accepts, in bytes. */
export const MAX_MESSAGE_BYTES = 48_000_000;

const OP_REPLY = 1;
export const OP_QUERY = 2004;
export const OP_MSG = 2013;

/** Flag bits of an OP_MSG. */
export const CHECKSUM_PRESENT = 1;
export const MORE_TO_COME = 1 << 1;
export const EXHAUST_ALLOWED = 1 << 16;

const FLAGS_AT = HEADER_BYTES;
const SECTIONS_AT = FLAGS_AT + 4;
const OP_MSG_REPLY_HEAD = SECTIONS_AT + 1;
const OP_REPLY_HEAD = 36;

/** The request that a reply belongs to, and the reply's message format. */
export interface ReplyAddress {
  readonly requestId: number;
  readonly legacy: boolean;
}

/** Returns the message's id, which its reply must carry. */
export function requestIdOf(message: Buffer): number {
  return message.readInt32LE(4);
}

/** Returns the message's opcode. */
export function opcodeOf(message: Buffer): number {
  return message.readInt32LE(12);
}

/** Returns the flag bits of an OP_MSG. */
export function flagsOf(message: Buffer): number {
  return message.readUInt32LE(FLAGS_AT);
}

/** Sets the flag bits of an OP_MSG. */
export function setFlags(message: Buffer, flags: number): void {
  message.writeUInt32LE(flags, FLAGS_AT);
}

/**
 * Finds the command document of an OP_MSG whose checksum, if any, was already removed. Drivers put the command first;
 * the protocol also allows it after document sequences.
 * @throws RangeError if no section contains a command.
 */
export function commandOffset(message: Buffer): number {
  let at = SECTIONS_AT;
  while (at + 5 <= message.length) {
    if (message[at] === 0) return at + 1;
    const sectionBytes = message.readInt32LE(at + 1);
    if (sectionBytes < 4) break;
    at += 1 + sectionBytes;
  }
  throw new RangeError('an OP_MSG without a command');
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
