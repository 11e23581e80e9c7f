/**
 * The dashboard's entry point to the admin API: it requires a valid session, and for a change also the session's token, sent by
 * our own page.
 */
import type { Actor, Identification } from '@sluice/admin';
import { ApiError } from '@sluice/contracts';
import { clientAddress } from '@sluice/process';
import type { Request } from 'express';
import type { FindSession } from '../login/find-session.js';
import type { Session } from '../login/sessions.js';
import { isFromOurPage, reading } from './changes.js';

/** Identifies the operator by the session. A change carries the token in the header `X-XSRF-Token`. */
export function identifyBySession(findSession: FindSession): Identification {
  return {
    identify: async (request) => {
      const session = await findSession(request);
      if (session && !reading.has(request.method) && !isFromOurPage(request, session)) {
        throw new ApiError('FORBIDDEN', { message: 'This request did not come from the dashboard' });
      }
      return session && actorOf(session, request);
    },
    again: async (request) => {
      const session = await findSession(request);
      return session && actorOf(session, request);
    },
  };
}

function actorOf({ operator: { name, role } }: Session, request: Request): Actor {
  return { name, role, via: 'session', from: clientAddress(request) };
}
