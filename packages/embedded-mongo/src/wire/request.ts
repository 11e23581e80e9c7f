/**
 * Turns a client's message into one that the engine accepts, or into a reply that needs no engine. Messages are changed
 * in place; parts that the engine refuses (session fields, checksums, waiting hellos) are removed.
 */
import { AWAIT_FIELDS, isHello } from './hello.js';
import { adaptCommand } from './adapt-command.js';
import { firstElementName } from './bson-elements.js';
import {
  CHECKSUM_PRESENT,
  commandOffset,
  EXHAUST_ALLOWED,
  flagsOf,
  MORE_TO_COME,
  OP_MSG,
  OP_QUERY,
  opcodeOf,
  requestIdOf,
  setFlags,
} from './message.js';
import { SESSION_FIELDS, sessionReply, transactionRefusal } from './session-commands.js';

/** What to do with a message. */
export type Request =
  | {
      readonly kind: 'forward';
      readonly requestId: number;
      readonly message: Buffer;
      readonly wantsReply: boolean;
      readonly isHello: boolean;
    }
  | {
      readonly kind: 'answered';
      readonly requestId: number;
      readonly body: Buffer;
      readonly wantsReply: boolean;
    };

const CHECKSUM_BYTES = 4;
const HELLO_FIELDS: ReadonlySet<string> = new Set([...SESSION_FIELDS, ...AWAIT_FIELDS]);

/**
 * Decides how to handle `message`, and takes over its memory.
 * @throws RangeError if it is malformed or of a kind that is not served.
 */
export function readRequest(message: Buffer): Request {
  const requestId = requestIdOf(message);
  const opcode = opcodeOf(message);
  // Drivers use the oldest message format only for the first hello of a connection.
  if (opcode === OP_QUERY) return { kind: 'forward', requestId, message, wantsReply: true, isHello: true };
  if (opcode !== OP_MSG) throw new RangeError(`opcode ${opcode} is not served`);

  const flags = flagsOf(message);
  const wantsReply = (flags & MORE_TO_COME) === 0;
  const bare = withoutTransportFlags(message, flags);
  const commandAt = commandOffset(bare);
  const commandName = firstElementName(bare, commandAt);

  const ownReply = sessionReply(commandName);
  if (ownReply !== undefined) return { kind: 'answered', requestId, body: ownReply, wantsReply };

  const hello = isHello(commandName);
  const adapted = adaptCommand(bare, commandAt, hello ? HELLO_FIELDS : SESSION_FIELDS);
  const refusal = transactionRefusal(adapted.removed);
  if (refusal !== undefined) return { kind: 'answered', requestId, body: refusal, wantsReply };
  return { kind: 'forward', requestId, message: adapted.message, wantsReply, isHello: hello };
}

/** Removes the checksum (loopback does not corrupt data) and the permission to stream replies (none are streamed). */
function withoutTransportFlags(message: Buffer, flags: number): Buffer {
  if ((flags & (CHECKSUM_PRESENT | EXHAUST_ALLOWED)) === 0) return message;
  const bare = flags & CHECKSUM_PRESENT ? message.subarray(0, -CHECKSUM_BYTES) : message;
  bare.writeInt32LE(bare.length, 0);
  setFlags(bare, flags & ~(CHECKSUM_PRESENT | EXHAUST_ALLOWED));
  return bare;
}
