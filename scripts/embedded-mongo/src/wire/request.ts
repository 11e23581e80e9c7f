/** Turns a client's message into a command that the engine executes, or into a reply that needs no engine. */
import type { EngineCommand } from '../engine-library.js';
import { firstElementName } from './bson-elements.js';
import { toEngineCommand } from './engine-command.js';
import { isHello } from './hello.js';
import { headerOf, OP_MSG, OP_QUERY, queryOffset, sectionsOf, wantsReply } from './message.js';
import type { ReplyAddress } from './message.js';
import { SESSION_FIELDS, sessionReply, transactionRefusal } from './session-commands.js';

/** Who waits for a reply; undefined if nobody does. */
interface Addressed {
  readonly replyTo: ReplyAddress | undefined;
}

/** What to do with a message. */
export type Request =
  | (Addressed & { readonly kind: 'execute'; readonly command: EngineCommand })
  | (Addressed & { readonly kind: 'hello' })
  | (Addressed & { readonly kind: 'answered'; readonly body: Buffer });

/**
 * Decides how to handle `message`. What it returns is independent of the message's memory.
 * @throws RangeError or BSONError if it is malformed or of a kind that is not served.
 */
export function readRequest(message: Buffer): Request {
  const { requestId, opcode } = headerOf(message);
  if (opcode === OP_QUERY) {
    // As on a MongoDB server, the oldest message format is served only for the first hello of a connection.
    const name = firstElementName(message, queryOffset(message));
    if (!isHello(name)) throw new RangeError(`${name} is not served in the oldest message format`);
    return { kind: 'hello', replyTo: { requestId, legacy: true } };
  }
  if (opcode !== OP_MSG) throw new RangeError(`opcode ${opcode} is not served`);

  const replyTo = wantsReply(message) ? { requestId, legacy: false } : undefined;
  const sections = sectionsOf(message);
  const commandName = firstElementName(message, sections.commandAt);
  if (isHello(commandName)) return { kind: 'hello', replyTo };
  const ownReply = sessionReply(commandName);
  if (ownReply !== undefined) return { kind: 'answered', replyTo, body: ownReply };

  const { command, removed } = toEngineCommand(message, sections, SESSION_FIELDS);
  const refusal = transactionRefusal(removed);
  if (refusal !== undefined) return { kind: 'answered', replyTo, body: refusal };
  return { kind: 'execute', replyTo, command };
}
