/** Logging in with a password. */
import type { GuessLimiter } from '@sluice/http';
import { addressFrom, isAddress, type Accounts, type Begun } from '@sluice/identity';
import { clientAddress } from '@sluice/process';
import { isStoreUnavailable } from '@sluice/store';
import { Router, type Request, type RequestHandler, type Response } from 'express';
import { isSameOrigin } from '../guard/changes.js';
import { beginSession, loginFrom, type SessionParts } from './begin-session.js';
import { challengeCookie } from './challenge-cookie.js';
import type { FindSession } from './find-session.js';
import type { SendSession } from './session-route.js';

/** The dependencies of logging in. */
export interface LoginParts extends SessionParts {
  readonly accounts: Pick<Accounts, 'isKnown' | 'logIn'>;
  readonly findSession: FindSession;
  readonly sendSession: SendSession;
  readonly guesses: GuessLimiter;
  /** Sends the web app's page. */
  readonly sendPage: (response: Response) => void;
}

/** Answers a refusal in the API's envelope. */
export type Refuse = (status: number, code: string, message: string, details?: readonly string[]) => void;

/** Answers a refusal, and logs why and where from, without what was sent. */
export function refusing(
  { log }: Pick<SessionParts, 'log'>,
  request: Request,
  response: Response,
  what: string,
): Refuse {
  return (status, code, message, details) => {
    log.warn(`${what} refused`, { status, from: clientAddress(request) });
    response.status(status).json({ success: false, error: { code, message, ...(details && { details }) } });
  };
}

/** Counts an attempt at `account`; false once it is answered as one too many. */
export async function mayTry(
  guesses: Pick<GuessLimiter, 'count'>,
  account: string,
  request: Request,
  response: Response,
  refuse: Refuse,
): Promise<boolean> {
  const waitSeconds = await guesses.count(account, clientAddress(request));
  if (waitSeconds === undefined) return true;
  response.set('Retry-After', String(waitSeconds));
  refuse(429, 'RATE_LIMITED', `Too many attempts. Try again in ${waitText(waitSeconds)}.`);
  return false;
}

export const FOREIGN = 'This request did not come from the dashboard. Reload the page and try again.';

/** `GET` and `POST /login`, which answers the session, or that it needs a code of the second factor. */
export function loginRoutes(parts: LoginParts): Router {
  const { accounts, findSession, guesses, sendPage } = parts;
  const router = Router();

  router.get('/login', async (request, response) => {
    if (await findSession(request).catch(() => undefined)) response.redirect(303, '/');
    else sendPage(response);
  });

  const logIn = stepOfLogin(parts, 'login', async (request, response, refuse) => {
    const attempt = { address: addressFrom(sent(request, 'email')), password: sent(request, 'password') };
    // All unknown addresses count as one account, or each made-up one would get its own allowance of guesses.
    const isKnown = isAddress(attempt.address) && (await accounts.isKnown(attempt.address));
    const account = isKnown ? attempt.address : 'unknown';
    if (!(await mayTry(guesses, account, request, response, refuse))) return undefined;
    const begun = await accounts.logIn(attempt, loginFrom(request));
    if (!begun) return refuse(401, 'UNAUTHORIZED', 'Wrong address or password.');
    await guesses.succeeded(account, clientAddress(request));
    if (!('challenge' in begun)) return begun;
    response.append('Set-Cookie', challengeCookie(begun.challenge, parts.secure(request)));
    response.json({ success: true, data: { secondFactor: true } });
    return undefined;
  });
  router.post('/login', logIn);

  return router;
}

/**
 * A request of our own page that logs a person in, and is then answered with the session; `prove` answers itself where
 * nobody is logged in.
 */
export function stepOfLogin(
  parts: SessionParts & { readonly sendSession: SendSession },
  what: string,
  prove: (request: Request, response: Response, refuse: Refuse) => Promise<Begun | void>,
): RequestHandler {
  return async (request, response) => {
    const refuse = refusing(parts, request, response, what);
    if (!isSameOrigin(request)) return refuse(403, 'FORBIDDEN', FOREIGN);
    try {
      const begun = await prove(request, response, refuse);
      if (!begun) return undefined;
      await beginSession(parts, begun, 'password', request, response);
      await parts.sendSession(request, response);
    } catch (error) {
      if (!isStoreUnavailable(error)) throw error;
      refuse(503, 'SERVICE_UNAVAILABLE', 'MongoDB does not answer. Nobody can log in until it does.');
    }
    return undefined;
  };
}

/** A text in the body of a request; empty if there is none. */
export function sent({ body }: Request, field: string): string {
  const value = (body as Readonly<Record<string, unknown>> | undefined)?.[field];
  return typeof value === 'string' ? value : '';
}

function waitText(seconds: number): string {
  return seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
}
