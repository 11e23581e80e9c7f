/** Nothing without a login: people are sent to the login page, programs are told 401. */
import type { NextFunction, Request, Response } from 'express';
import type { Session, Sessions } from '../login/sessions.js';

/** The session of a request that was let through. */
export function sessionOf(response: Response): Session {
  return (response.locals as { session: Session }).session;
}

/** Lets only requests of a running session through. An API key opens nothing here. */
export function requireSession(sessions: Sessions) {
  return (request: Request, response: Response, next: NextFunction): void => {
    const session = sessions.of(request.headers.cookie, Date.now());
    if (session) {
      Object.assign(response.locals, { session });
      next();
    } else if (request.method === 'GET' && request.accepts(['json', 'html']) === 'html') {
      response.redirect(303, '/login');
    } else {
      response.status(401).type('text/plain').send('Log in first.');
    }
  };
}
