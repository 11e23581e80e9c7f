/**
 * Who calls an operation: the holder of an admin key, or the person of a session. A change by a session also needs the
 * session's token, sent by our own page; a key is sent by no page, so it needs none.
 */
import type { Actor, Identification, LimitCaller } from '@sluice/admin';
import { ApiError } from '@sluice/contracts';
import { personNamed, type Session } from '@sluice/identity';
import { clientAddress } from '@sluice/process';
import type { Request } from 'express';
import type { FindSession } from '../login/find-session.js';
import { isFromOurPage, reading } from './changes.js';

const TRY_AGAIN_SECONDS = 5;

/**
 * Identifies by the key where one is sent, valid or not, and otherwise by the session. Nobody can be looked up until the
 * stores have answered for the first time (SERVICE_UNAVAILABLE).
 */
export function identifyOperator(
  byKey: Identification,
  bySession: Identification,
  begun: () => boolean,
): Identification {
  const way = (request: Request) => (request.headers['x-admin-key'] === undefined ? bySession : byKey);
  return {
    identify: async (request, response) => {
      if (!begun()) throw unavailable();
      return way(request).identify(request, response);
    },
    again: (request) => way(request).again(request),
  };
}

/**
 * Identifies the person by the session. A change carries the token in the header `X-XSRF-Token`. `limit`, if there is one,
 * counts the calls of each person.
 */
export function identifyBySession(findSession: FindSession, limit?: LimitCaller): Identification {
  return {
    identify: async (request, response) => {
      const isChange = !reading.has(request.method);
      const session = await findSession(request, { patient: isChange });
      if (session && isChange && !isFromOurPage(request, session)) {
        throw new ApiError('FORBIDDEN', { message: 'This request did not come from the dashboard' });
      }
      // What was read before MongoDB went away is good for reading only.
      if (session?.isOld && isChange) throw unavailable();
      if (session) await limit?.(session.person.userId, response);
      return session && actorOf(session, request);
    },
    again: async (request) => {
      const session = await findSession(request, { anew: true });
      return session && actorOf(session, request);
    },
  };
}

function unavailable(): ApiError {
  return new ApiError('SERVICE_UNAVAILABLE', { retryAfterSeconds: TRY_AGAIN_SECONDS });
}

function actorOf(of: Session, request: Request): Actor {
  const { person, role, memberships, id, needsSecondFactor } = of;
  return {
    ...{ name: personNamed(person.address), personId: person.userId, role, memberships },
    ...{ via: 'session', from: clientAddress(request), session: { id, needsSecondFactor } },
  };
}
