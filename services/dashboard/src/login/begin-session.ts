/**
 * Begins the session of an authenticated operator, however the operator logged in: sets the cookie and audits the
 * login.
 */
import { clientAddress, errorFields, type Logger } from '@sluice/process';
import type { Stores } from '@sluice/store';
import type { Request, Response } from 'express';
import type { KnownOperator } from './identities.js';
import type { Sessions } from './sessions.js';

/** The dependencies of beginning a session. */
export interface SessionParts {
  readonly sessions: Pick<Sessions, 'begin'>;
  /** Whether the cookies of a request are limited to TLS. */
  readonly secure: (request: Request) => boolean;
  readonly stores: Pick<Stores, 'audit' | 'operators' | 'clock'>;
  readonly log: Logger;
}

/** Sets the cookie of a new session of `operator`. */
export async function beginSession(
  { sessions, secure, stores, log }: SessionParts,
  operator: KnownOperator,
  request: Request,
  response: Response,
): Promise<void> {
  await noteLogin(stores, operator, clientAddress(request), log);
  response.append('Set-Cookie', sessions.begin(operator, Date.now(), secure(request)));
}

/**
 * Writes the login to the audit. It never rejects, because an operator needs to get in most of all when MongoDB is
 * unavailable.
 */
async function noteLogin(
  { audit, operators, clock }: SessionParts['stores'],
  { name, via }: Pick<KnownOperator, 'name' | 'via'>,
  from: string,
  log: Logger,
): Promise<void> {
  log.info('login', { from, name, via });
  await audit
    .begin({ at: new Date(), who: name, from, what: via === 'password' ? 'login' : `login by ${via}` })
    .then((entry) => audit.conclude(entry, 'done'))
    .then(() => operators.noteLogin(name, clock.now()))
    .catch((error: unknown) => log.warn('login not audited', errorFields(error)));
}
