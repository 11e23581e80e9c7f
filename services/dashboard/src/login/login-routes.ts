/** Logging in and out. */
import { errorFields, type Logger } from '@sluice/runtime';
import type { AuditLog } from '@sluice/store';
import { Router, type Request } from 'express';
import { isSameOrigin } from '../guard/changes.js';
import { loginPage } from '../pages/login-page.js';
import { createLoginAttempts } from './attempts.js';
import type { OperatorPassword } from './password.js';
import type { Sessions } from './sessions.js';

/** What logging in stands on. */
export interface LoginParts {
  readonly password: OperatorPassword;
  readonly sessions: Sessions;
  readonly audit: AuditLog;
  readonly log: Logger;
}

/** `GET` and `POST /login`. */
export function loginRoutes({ password, sessions, audit, log }: LoginParts): Router {
  const attempts = createLoginAttempts();
  const router = Router();

  router.get('/login', (request, response) => {
    if (sessions.of(request.headers.cookie, Date.now())) response.redirect(303, '/');
    else response.type('html').send(String(loginPage()));
  });

  router.post('/login', async (request, response) => {
    const from = request.socket.remoteAddress ?? 'unknown';
    const refuse = (status: number, problem: string): void => {
      log.warn('login refused', { status, from });
      response
        .status(status)
        .type('html')
        .send(String(loginPage(problem)));
    };
    if (!isSameOrigin(request))
      return refuse(403, 'This did not come from the console’s own page. Try again here.');
    const waitSeconds = attempts.count(from, Date.now());
    if (waitSeconds !== undefined) {
      response.set('Retry-After', String(waitSeconds));
      return refuse(429, `Too many attempts. Try again in ${Math.ceil(waitSeconds / 60)} minutes.`);
    }
    if (!(await password.matches(passwordOf(request))))
      return refuse(401, 'This is not the operator password.');
    attempts.succeeded(from);
    await noted(audit, from, log);
    response.set('Set-Cookie', sessions.begin(Date.now())).redirect(303, '/');
  });

  return router;
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
