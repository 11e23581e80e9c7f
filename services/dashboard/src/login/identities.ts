/**
 * The login data that this process knows: the operators, the key that signs sessions, and the ended sessions. It is
 * read from MongoDB every two seconds, so that all dashboards agree. While MongoDB is unavailable, the last data read
 * stays valid; before the first read, only the operator of OPERATOR_PASSWORD exists.
 */
import { repeat } from '@sluice/concurrency';
import { createHash } from 'node:crypto';
import { cachedFor } from '@sluice/concurrency';
import { errorFields, type Logger } from '@sluice/process';
import type { Operator, OperatorRole, Stores } from '@sluice/store';

/** The facts about an operator that a session depends on. */
export type KnownOperator = Pick<Operator, 'name' | 'role' | 'version' | 'via'> &
  Partial<Pick<Operator, 'passwordHash' | 'subject' | 'disabledAt'>>;

/** The current data. */
export interface Known {
  readonly signingKey: Buffer;
  readonly operators: ReadonlyMap<string, KnownOperator>;
  readonly endedSessions: ReadonlySet<string>;
  /** Whether the data was ever read; if not, MongoDB has been unavailable since the start. */
  readonly isRead: boolean;
}

/** The login data of this process. */
export interface IdentityBook {
  readonly known: () => Known;
  /** Reads it now; rejects if MongoDB is unavailable. */
  readonly read: () => Promise<void>;
  /** Reads it unless it was just read; never rejects. */
  readonly readAgain: () => Promise<void>;
  /**
   * Ends a session, in this process at once; resolves once the end is stored for all processes. If MongoDB is
   * unavailable it rejects, and the end is stored as soon as MongoDB answers again.
   */
  readonly endSession: (sessionId: string, expiresAt: number) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** The name of the first administrator if none is given. */
export const USUAL_NAME = 'operator';
const usualRole: OperatorRole = 'administer';
const READ_EVERY_MS = 2_000;
/** Unauthenticated requests cause a read at most this often. */
const READ_AGAIN_MS = 250;
const WITHIN_MS = 5_000;

/** Opens the login data; `emergencyKey` signs sessions until the first read. */
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

  // An operator without a hash logs in with OPERATOR_PASSWORD. The emergency key is derived from that password, so a
  // new password changes the operator's version and ends their sessions.
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
    what: 'reading the operators',
    run: read,
    everyMs: READ_EVERY_MS,
    withinMs: WITHIN_MS,
    firstAfterMs: 0,
    failed: (error) => log.debug('operators not read', errorFields(error)),
  });
  return {
    known: () => known,
    read,
    readAgain: cachedFor(READ_AGAIN_MS, () => read().catch(() => undefined)),
    endSession: async (sessionId, expiresAt) => {
      ended.set(sessionId, expiresAt);
      known = { ...known, endedSessions: new Set([...known.endedSessions, sessionId]) };
      await writeEnd(sessionId, expiresAt);
    },
    close: () => reading.stop(),
  };
}
