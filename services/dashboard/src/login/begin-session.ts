/** Beginning a session of an operator who proved to be one, whichever way: the cookie, and the login in the audit. */
import { clientAddress, errorFields, type Logger } from '@sluice/runtime';
import type { Stores } from '@sluice/store';
import type { Request, Response } from 'express';
import type { KnownOperator } from './identities.js';
import type { Sessions } from './sessions.js';

/** What beginning a session stands on. */
export interface SessionParts {
  readonly sessions: Pick<Sessions, 'begin'>;
  /** Whether the cookies of a request are to travel over TLS alone. */
  readonly secure: (request: Request) => boolean;
  readonly stores: Pick<Stores, 'audit' | 'operators' | 'clock'>;
  readonly log: Logger;
}

/** Gives the answer the cookie of a session of `operator`. */
export async function beginSession(
  { sessions, secure, stores, log }: SessionParts,
  operator: KnownOperator,
  request: Request,
  response: Response,
): Promise<void> {
  await noteLogin(stores, operator, clientAddress(request), log);
  response.append('Set-Cookie', sessions.begin(operator, Date.now(), secure(request)));
}

/** Notes a login in the audit. Without MongoDB the operator has to get in all the more, so that nothing here rejects. */
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
