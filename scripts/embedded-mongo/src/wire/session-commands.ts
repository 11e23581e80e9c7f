/**
 * Commands that the engine cannot execute: session bookkeeping, which ends its process, and transactions, which it does
 * not support. Both are answered here as a standalone MongoDB server would.
 */
import { serialize, UUID } from 'bson';

/** The idle timeout of a session in minutes, as announced to drivers; without it they use no sessions. */
export const SESSION_TIMEOUT_MINUTES = 30;

/** Fields with which drivers tie a command to a session, a cluster's clock or a transaction. */
export const SESSION_FIELDS: ReadonlySet<string> = new Set([
  'lsid',
  '$clusterTime',
  'txnNumber',
  'autocommit',
  'startTransaction',
]);

const TRANSACTION_FIELDS: ReadonlySet<string> = new Set(['txnNumber', 'autocommit', 'startTransaction']);

/** Session commands that there is nothing to do for. */
const WITHOUT_EFFECT: ReadonlySet<string> = new Set([
  'endSessions',
  'refreshSessions',
  'killSessions',
  'killAllSessions',
  'killAllSessionsByPattern',
]);

const TRANSACTION_REFUSED = Buffer.from(
  serialize({
    ok: 0,
    errmsg: 'Transaction numbers are only allowed on a replica set member or mongos',
    code: 20,
    codeName: 'IllegalOperation',
  }),
);

/** Returns the reply to a session command, or undefined if the engine is to answer. */
export function sessionReply(commandName: string): Buffer | undefined {
  if (WITHOUT_EFFECT.has(commandName)) return Buffer.from(serialize({ ok: 1 }));
  if (commandName !== 'startSession') return undefined;
  return Buffer.from(serialize({ id: { id: new UUID() }, timeoutMinutes: SESSION_TIMEOUT_MINUTES, ok: 1 }));
}

/** Returns MongoDB's own refusal if one of the fields makes the command part of a transaction. */
export function transactionRefusal(fields: readonly string[]): Buffer | undefined {
  return fields.some((field) => TRANSACTION_FIELDS.has(field)) ? TRANSACTION_REFUSED : undefined;
}
