/** Logging in and out. */
import { clientAddress, errorFields, type GuessLimiter, type Logger } from '@sluice/runtime';
import type { AuditLog } from '@sluice/store';
import { Router, type Request, type Response } from 'express';
import { isSameOrigin } from '../guard/changes.js';
import type { OperatorPassword } from './password.js';
import type { Sessions } from './sessions.js';

/** There is one account, and it has no name on the login page. */
const ACCOUNT = 'operator';

/** What logging in stands on. */
export interface LoginParts {
  readonly password: OperatorPassword;
  readonly sessions: Sessions;
  readonly guesses: GuessLimiter;
  /** Whether the cookies of a request are to travel over TLS alone. */
  readonly secure: (request: Request) => boolean;
  readonly audit: AuditLog;
  readonly log: Logger;
  /** Sends the page that asks for the password. */
  readonly sendPage: (response: Response) => void;
}

/** `GET` and `POST /login`; the latter answers with the envelope of the API, because a program of ours sends the form. */
export function loginRoutes({
  password,
  sessions,
  guesses,
  secure,
  audit,
  log,
  sendPage,
}: LoginParts): Router {
  const router = Router();

  router.get('/login', (request, response) => {
    if (sessions.of(request.headers.cookie, Date.now())) response.redirect(303, '/');
    else sendPage(response);
  });

  router.post('/login', async (request, response) => {
    const from = clientAddress(request);
    const refuse = (status: number, code: string, message: string): void => {
      log.warn('login refused', { status, from });
      response.status(status).json({ success: false, error: { code, message } });
    };
    if (!isSameOrigin(request))
      return refuse(403, 'FORBIDDEN', 'This did not come from the console’s own page. Try again here.');
    const waitSeconds = await guesses.count(ACCOUNT, from);
    if (waitSeconds !== undefined) {
      response.set('Retry-After', String(waitSeconds));
      return refuse(429, 'RATE_LIMITED', `Too many attempts. Try again in ${waitText(waitSeconds)}.`);
    }
    if (!(await password.matches(passwordOf(request))))
      return refuse(401, 'UNAUTHORIZED', 'This is not the operator password.');
    await guesses.succeeded(ACCOUNT, from);
    await noted(audit, from, log);
    response.set('Set-Cookie', sessions.begin(Date.now(), secure(request))).json({ success: true });
  });

  return router;
}

function waitText(seconds: number): string {
  return seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
}

function passwordOf(request: Request): string {
  const { password } = (request.body ?? {}) as { password?: unknown };
  return typeof password === 'string' ? password : '';
}

// Without MongoDB the operator has to get in all the more.
async function noted(audit: AuditLog, from: string, log: Logger): Promise<void> {
  log.info('login', { from });
  await audit
    .begin({ at: new Date(), who: 'operator', from, what: 'login' })
    .then((entry) => audit.conclude(entry, 'done'))
    .catch((error: unknown) => log.warn('login not audited', errorFields(error)));
}
