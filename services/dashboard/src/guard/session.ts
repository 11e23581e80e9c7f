/** Requires a session: people without one are sent to the login page, programs get 401. */
import type { NextFunction, Request, Response } from 'express';
import type { FindSession } from '../login/find-session.js';

/** Lets only requests with a valid session through. An API key has no effect here. */
export function requireSession(findSession: FindSession) {
  return async (request: Request, response: Response, next: NextFunction): Promise<void> => {
    // Whoever was not seen here before MongoDB went away is nobody.
    if (await findSession(request).catch(() => undefined)) next();
    else if (request.method === 'GET' && wantsPage(request)) {
      response.redirect(303, loginPath(request.originalUrl));
    } else {
      response
        .status(401)
        .json({ success: false, error: { code: 'UNAUTHORIZED', message: 'Log in first.' } });
    }
  };
}

/**
 * Leaves out a router that is for operators only, before anything of it is read: for a person without a role in the
 * installation there is nothing at its addresses.
 */
export function operatorsOnly(findSession: FindSession) {
  return async (request: Request, _response: Response, next: NextFunction): Promise<void> => {
    const session = await findSession(request).catch(() => undefined);
    if (session?.role === undefined) next('router');
    else next();
  };
}

export const NO_SECOND_FACTOR = 'Set up a second factor first.';

/** Shows whoever has to set up a second factor the page for that in place of any other, and refuses the rest. */
export function requireSecondFactor(findSession: FindSession, sendPage: (response: Response) => void) {
  return async (request: Request, response: Response, next: NextFunction): Promise<void> => {
    const session = await findSession(request).catch(() => undefined);
    if (session?.needsSecondFactor !== true) next();
    else if (request.method === 'GET' && wantsPage(request)) sendPage(response);
    else {
      const error = { code: 'FORBIDDEN', message: NO_SECOND_FACTOR };
      response.status(403).json({ success: false, error });
    }
  };
}

/** Whether the client is a person's browser rather than a program. */
export function wantsPage(request: Request): boolean {
  return request.accepts(['json', 'html']) === 'html';
}

// After the login the web app shows the requested page, which must be an address of this dashboard.
function loginPath(wanted: string): string {
  return wanted === '/' ? '/login' : `/login?${new URLSearchParams({ back: wanted }).toString()}`;
}
