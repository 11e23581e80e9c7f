/**
 * Who may be here, as this process knows it: the operators, the key that signs sessions and the sessions that ended. Read
 * from MongoDB every two seconds, so that all consoles agree; while it is away, what was read last holds, and before
 * anything was ever read, the operator of OPERATOR_PASSWORD alone.
 */
import { repeat } from '@sluice/batching';
import { createHash } from 'node:crypto';
import { errorFields, keptFor, type Logger } from '@sluice/runtime';
import type { Operator, OperatorRole, Stores } from '@sluice/store';

/** What of an operator a session depends on. */
export type KnownOperator = Pick<Operator, 'name' | 'role' | 'version' | 'via'> &
  Partial<Pick<Operator, 'passwordHash' | 'subject' | 'disabledAt'>>;

/** What is known now. */
export interface Known {
  readonly signingKey: Buffer;
  readonly operators: ReadonlyMap<string, KnownOperator>;
  readonly endedSessions: ReadonlySet<string>;
  /** Whether it was ever read; otherwise MongoDB has been away since the start. */
  readonly isRead: boolean;
}

/** The book of this process. */
export interface IdentityBook {
  readonly known: () => Known;
  /** Reads it now; rejects while MongoDB is away. */
  readonly read: () => Promise<void>;
  /** Reads it unless it was read in this very moment; never rejects. */
  readonly readAgain: () => Promise<void>;
  /**
   * Notes that a session ended, here at once; resolves when it is written down for all. While MongoDB is away it rejects, and
   * is written down as soon as MongoDB answers again.
   */
  readonly endSession: (sessionId: string, expiresAt: number) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** The name of the first administrator who gives none. */
export const USUAL_NAME = 'operator';
const usualRole: OperatorRole = 'administer';
const READ_EVERY_MS = 2_000;
/** Strangers make us read no more often than this. */
const READ_AGAIN_MS = 250;
const WITHIN_MS = 5_000;

/** Opens the book; `emergencyKey` signs while nothing was ever read. */
export function openIdentities(
  { operators, clock }: Pick<Stores, 'operators' | 'clock'>,
  emergencyKey: Buffer,
  log: Logger,
): IdentityBook {
  const ended = new Map<string, number>();
  const unwritten = new Map<string, number>();
  const usual: KnownOperator = { name: USUAL_NAME, role: usualRole, version: 'emergency', via: 'password' };
  let known: Known = {
    signingKey: emergencyKey,
    operators: new Map([[USUAL_NAME, usual]]),
    endedSessions: new Set(),
    isRead: false,
  };

  // An operator without a hash logs in with OPERATOR_PASSWORD, which the key follows from: another password is another version.
  const passwordVersion = createHash('sha256').update(emergencyKey).digest('base64url').slice(0, 12);
  const withPassword = (operator: KnownOperator): KnownOperator =>
    operator.via === 'password' && operator.passwordHash === undefined
      ? { ...operator, version: `${operator.version}-${passwordVersion}` }
      : operator;

  async function writeEnd(sessionId: string, expiresAt: number): Promise<void> {
    unwritten.set(sessionId, expiresAt);
    await operators.endSession(sessionId, new Date(expiresAt));
    unwritten.delete(sessionId);
  }

  async function read(): Promise<void> {
    const now = clock.now();
    await Promise.all([...unwritten].map(([sessionId, expiresAt]) => writeEnd(sessionId, expiresAt)));
    const identities = await operators.identities(now);
    for (const [id, expiresAt] of ended) if (expiresAt <= now.getTime()) ended.delete(id);
    known = {
      ...identities,
      operators: new Map([...identities.operators].map(([name, one]) => [name, withPassword(one)])),
      endedSessions: new Set([...identities.endedSessions, ...ended.keys()]),
      isRead: true,
    };
  }

  const reading = repeat({
    what: 'reading who may be here',
    run: read,
    everyMs: READ_EVERY_MS,
    withinMs: WITHIN_MS,
    firstAfterMs: 0,
    failed: (error) => log.debug('operators not read', errorFields(error)),
  });
  return {
    known: () => known,
    read,
    readAgain: keptFor(READ_AGAIN_MS, () => read().catch(() => undefined)),
    endSession: async (sessionId, expiresAt) => {
      ended.set(sessionId, expiresAt);
      known = { ...known, endedSessions: new Set([...known.endedSessions, sessionId]) };
      await writeEnd(sessionId, expiresAt);
    },
    close: () => reading.stop(),
  };
}
