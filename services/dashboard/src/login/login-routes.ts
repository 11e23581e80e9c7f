/** Logging in with a password. */
import type { GuessLimiter } from '@sluice/http';
import { clientAddress } from '@sluice/process';
import { operatorName } from '@sluice/store';
import { Router, type Request, type Response } from 'express';
import { isSameOrigin } from '../guard/changes.js';
import { beginSession, type SessionParts } from './begin-session.js';
import type { FindSession } from './find-session.js';
import { recognise, type Attempt, type Recognition } from './recognise.js';

/** The dependencies of logging in. */
export interface LoginParts extends Recognition, SessionParts {
  readonly findSession: FindSession;
  readonly guesses: GuessLimiter;
  /** Sends the login page. */
  readonly sendPage: (response: Response) => void;
}

/**
 * `GET` and `POST /login`. The latter answers with the API's envelope, because the web app sends the form by
 * script.
 */
export function loginRoutes(parts: LoginParts): Router {
  const { findSession, guesses, stores, log, sendPage } = parts;
  const router = Router();

  router.get('/login', async (request, response) => {
    if (await findSession(request)) response.redirect(303, '/');
    else sendPage(response);
  });

  router.post('/login', async (request, response) => {
    const from = clientAddress(request);
    const refuse = (status: number, code: string, message: string): void => {
      log.warn('login refused', { status, from });
      response.status(status).json({ success: false, error: { code, message } });
    };
    if (!isSameOrigin(request))
      return refuse(403, 'FORBIDDEN', 'This request did not come from the dashboard. Log in here.');
    const attempt = attemptOf(request);
    const account = accountOf(parts, attempt);
    const waitSeconds = await guesses.count(account, from);
    if (waitSeconds !== undefined) {
      response.set('Retry-After', String(waitSeconds));
      return refuse(429, 'RATE_LIMITED', `Too many attempts. Try again in ${waitText(waitSeconds)}.`);
    }
    const operator = await recognise(parts, attempt, stores.clock.now());
    if (!operator) return refuse(401, 'UNAUTHORIZED', 'Wrong name or password.');
    await guesses.succeeded(account, from);
    await beginSession(parts, operator, request, response);
    response.json({ success: true });
  });

  return router;
}

// All unknown names count as one account, or each made-up name would get its own allowance of guesses.
function accountOf({ identities }: Recognition, { name }: Attempt): string {
  const typed = operatorName(name);
  return identities.known().operators.has(typed) ? typed : 'operator';
}

function waitText(seconds: number): string {
  return seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
}

function attemptOf(request: Request): Attempt {
  const { username, password } = (request.body ?? {}) as { username?: unknown; password?: unknown };
  const text = (value: unknown): string => (typeof value === 'string' ? value : '');
  return { name: text(username), password: text(password) };
}
