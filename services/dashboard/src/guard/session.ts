/** Nothing without a login: people are sent to the login page, programs are told 401. */
import type { NextFunction, Request, Response } from 'express';
import type { FindSession } from '../login/find-session.js';
import type { Session } from '../login/sessions.js';

/** The session of a request that was let through. */
export function sessionOf(response: Response): Session {
  return (response.locals as { session: Session }).session;
}

/** Lets only requests of a running session through. An API key opens nothing here. */
export function requireSession(findSession: FindSession) {
  return async (request: Request, response: Response, next: NextFunction): Promise<void> => {
    const session = await findSession(request);
    if (session) {
      Object.assign(response.locals, { session });
      next();
    } else if (request.method === 'GET' && wantsPage(request)) {
      response.redirect(303, loginPath(request.originalUrl));
    } else {
      response
        .status(401)
        .json({ success: false, error: { code: 'UNAUTHORIZED', message: 'Log in first.' } });
    }
  };
}

/** Whether a person looks at the answer, and not a program. */
export function wantsPage(request: Request): boolean {
  return request.accepts(['json', 'html']) === 'html';
}

// The web console leads back after the login, and only to an address of this console.
function loginPath(wanted: string): string {
  return wanted === '/' ? '/login' : `/login?${new URLSearchParams({ back: wanted }).toString()}`;
}
