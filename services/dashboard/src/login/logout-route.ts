/**
 * Logging out: always ends the session in the browser, even while MongoDB is unavailable, and reports what could not be
 * recorded.
 */
import { withDeadline } from '@sluice/concurrency';
import { clientAddress, errorFields, type Logger } from '@sluice/process';
import type { Stores } from '@sluice/store';
import { personNamed, type Session, type Sessions } from '@sluice/identity';
import { Router, type Request } from 'express';
import { isFromOurPage, isSameOrigin } from '../guard/changes.js';
import type { FindSession } from './find-session.js';
import { FOREIGN } from './login-routes.js';

/** The dependencies of logging out. */
export interface LogoutParts {
  readonly findSession: FindSession;
  readonly sessions: Pick<Sessions, 'end' | 'cookieGone'>;
  /** Whether the cookies of a request are limited to TLS. */
  readonly secure: (request: Request) => boolean;
  readonly stores: Pick<Stores, 'audit'>;
  readonly log: Logger;
}

/** A logout waits for MongoDB no longer than this. */
const WRITTEN_WITHIN_MS = 3_000;

/** `POST /logout`; `data.notRecorded` has a sentence for each record that could not be written. */
export function logoutRoute({ findSession, sessions, secure, stores, log }: LogoutParts): Router {
  const router = Router();
  router.post('/logout', async (request, response) => {
    const refuse = (status: number, code: string, message: string) =>
      response.status(status).json({ success: false, error: { code, message } });
    // Without MongoDB, a session that this process has not seen cannot be ended; the browser forgets it all the same.
    const session = await findSession(request).catch(() => undefined);
    // No other site may end a session.
    if (session ? !isFromOurPage(request, session) : !isSameOrigin(request))
      return void refuse(403, 'FORBIDDEN', FOREIGN);
    response.set('Set-Cookie', sessions.cookieGone(secure(request)));
    if (!session) return void refuse(401, 'UNAUTHORIZED', 'Log in first.');
    const notRecorded = await recordEnd(session, clientAddress(request), { sessions, stores, log });
    response.json({ success: true, data: { notRecorded } });
  });
  return router;
}

async function recordEnd(
  session: Session,
  from: string,
  { sessions, stores: { audit }, log }: Pick<LogoutParts, 'sessions' | 'stores' | 'log'>,
): Promise<readonly string[]> {
  const audited = audit
    .begin({ at: new Date(), who: personNamed(session.person.address), via: 'session', from, what: 'logout' })
    .then((entry) => audit.conclude(entry, 'done'));
  const tried = [
    [sessions.end(session), 'Other dashboard processes end the session once MongoDB answers again.'],
    [audited, 'The audit has no entry for this logout.'],
  ] as const;
  const sentences = await Promise.all(
    tried.map(([writing, sentence]) =>
      withDeadline('recording a logout', WRITTEN_WITHIN_MS, writing).then(
        () => [],
        (error: unknown) => {
          log.warn('logout not recorded', errorFields(error));
          return [sentence];
        },
      ),
    ),
  );
  return sentences.flat();
}
