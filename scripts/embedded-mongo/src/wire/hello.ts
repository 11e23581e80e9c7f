/**
 * The handshake in the form that drivers need. What the engine reports about its abilities does not change, so it is
 * asked once, and every hello is answered from that: with sessions, which the front keeps, and at once, even if a
 * monitoring driver asks to wait for a change. No reply carries a `topologyVersion`, so drivers poll instead.
 */
import { serialize } from 'bson';
import { adminCommand } from '../admin-command.js';
import type { NativeEngine } from '../native-engine.js';
import { SESSION_TIMEOUT_MINUTES } from './session-commands.js';

/**
 * The largest message that is announced, in bytes. The engine takes a command of 33.6 MB as one document, in which each
 * document of a sequence needs a few bytes more than in the message.
 */
const MAX_ANNOUNCED_BYTES = 32_000_000;

const HELLO_NAMES: ReadonlySet<string> = new Set(['hello', 'isMaster', 'ismaster']);

/** Returns the reply to a hello of the connection with this number, a BSON document. */
export type HelloReply = (connectionId: number) => Buffer;

/** Whether the command is a handshake or a monitor's check. */
export function isHello(commandName: string): boolean {
  return HELLO_NAMES.has(commandName);
}

/**
 * Asks the engine for its abilities.
 * @throws Error if it does not report them.
 */
export async function prepareHello(engine: NativeEngine): Promise<HelloReply> {
  const { topologyVersion: _, ...abilities } = await adminCommand(engine, { hello: 1 });
  return (connectionId) =>
    Buffer.from(
      serialize({
        ...abilities,
        maxMessageSizeBytes: MAX_ANNOUNCED_BYTES,
        // Older drivers ask by this name, and are told that they may use the new one.
        ismaster: true,
        helloOk: true,
        logicalSessionTimeoutMinutes: SESSION_TIMEOUT_MINUTES,
        connectionId,
        localTime: new Date(),
      }),
    );
}
