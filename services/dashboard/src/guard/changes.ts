/**
 * Guards changes made through the console: each must come from our own page with the session's token, and is audited
 * before it is made.
 */
import { roleAllows } from '@sluice/contracts';
import { clientAddress, errorFields, type Logger } from '@sluice/runtime';
import type { AuditLog } from '@sluice/store';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { equal, type Session } from '../login/sessions.js';
import { sessionOf } from './session.js';

/** Methods that change nothing. */
export const reading: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Whether one of our own pages sent the request, according to the browser. Other clients send no such header. */
export function isSameOrigin({ headers }: Request): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  if (headers.origin === undefined) return true;
  return URL.canParse(headers.origin) && new URL(headers.origin).host === headers.host;
}

/** Whether one of our own pages sent the request, with the token of its session. */
export function isFromOurPage(request: Request, { csrfToken }: Session): boolean {
  return isSameOrigin(request) && equal(tokenOf(request), csrfToken);
}

/** Lets only changes from our own pages through, and writes an audit entry for each. */
export function guardChanges(audit: AuditLog, log: Logger): RequestHandler {
  return async (request: Request, response: Response, next: NextFunction) => {
    if (reading.has(request.method)) return next();
    const session = sessionOf(response);
    const what = `${request.method} ${request.path}`;
    if (!isFromOurPage(request, session)) {
      log.warn('change refused', { what, because: 'not from our own page' });
      response
        .status(403)
        .type('text/plain')
        .send('This request did not come from the console. Reload the page and try again.');
      return;
    }
    const { name, role } = session.operator;
    if (!roleAllows(role, 'operate')) {
      log.warn('change refused', { what, name, because: `the role is ${role}` });
      response
        .status(403)
        .type('text/plain')
        .send(`This requires the operate role; ${name} has the ${role} role.`);
      return;
    }
    const from = clientAddress(request);
    // A change that cannot be audited is not made: the error ends the request here.
    const entry = await audit.begin({
      at: new Date(),
      who: name,
      via: 'session',
      from,
      what,
    });
    response.once('finish', () => {
      const outcome = response.statusCode < 400 ? 'done' : 'refused';
      log.info('change', { what, outcome });
      audit
        .conclude(entry, outcome)
        .catch((error: unknown) => log.warn('audit not concluded', errorFields(error)));
    });
    next();
  };
}

// The board copies the token from its cookie into this header.
function tokenOf({ headers }: Request): string {
  const header = headers['x-xsrf-token'];
  return typeof header === 'string' ? header : '';
}
