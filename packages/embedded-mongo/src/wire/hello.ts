/**
 * The handshake in the form that drivers need. The engine reports its abilities; this file adds the sessions that the
 * front keeps, and removes the wait that a monitoring driver may ask for.
 */
import { serialize } from 'bson';
import { SESSION_TIMEOUT_MINUTES } from './session-commands.js';

const HELLO_NAMES: ReadonlySet<string> = new Set(['hello', 'isMaster', 'ismaster']);

/**
 * Fields that turn a hello into "answer when something changes". Here nothing ever changes, and no reply carries a
 * `topologyVersion`, so drivers poll instead of streaming and are answered at once.
 */
export const AWAIT_FIELDS: ReadonlySet<string> = new Set(['topologyVersion', 'maxAwaitTimeMS']);

/** Whether the command is a handshake or a monitor's check. */
export function isHello(commandName: string): boolean {
  return HELLO_NAMES.has(commandName);
}

/** Returns the engine's hello reply with sessions announced and the connection numbered. */
export function announceSessions(reply: Buffer, connectionId: number): Buffer {
  return appendElements(
    reply,
    serialize({ logicalSessionTimeoutMinutes: SESSION_TIMEOUT_MINUTES, connectionId, localTime: new Date() }),
  );
}

/** Joins two BSON documents without common names, and without decoding either. */
function appendElements(document: Buffer, extra: Uint8Array): Buffer {
  const joined = Buffer.concat([document.subarray(0, -1), extra.subarray(4)]);
  joined.writeInt32LE(joined.length, 0);
  return joined;
}
