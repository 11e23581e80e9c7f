/** Whose session a request has, and what this person may use where: pages offer what it says, and keep no table of rights. */
import { compressed, membersRights, operatorsRights } from '@sluice/admin';
import type { Membership } from '@sluice/contracts';
import { send, successAnswer } from '@sluice/http';
import { personNamed, type Session } from '@sluice/identity';
import { isStoreUnavailable, type Stores } from '@sluice/store';
import { Router, type Request, type Response } from 'express';
import type { FindSession } from './find-session.js';

/** The dependencies of telling whose session it is. */
interface SessionRouteParts {
  readonly findSession: FindSession;
  readonly stores: Pick<Stores, 'tenants'>;
  /** The gateway's public address, if it is known. */
  readonly gatewayUrl: string | undefined;
}

/** Answers a request with its session, which it may just have begun; `data` is null without one, which is no failure. */
export type SendSession = (request: Request, response: Response) => Promise<void>;

/** Makes what `GET /session` and every login with a password answer. */
export function sessionSender({ findSession, stores, gatewayUrl }: SessionRouteParts): SendSession {
  return async (request, response) => {
    const session = await findSession(request).catch(unlessAway);
    const data = session ? { ...(await shown(session, stores)), gatewayUrl } : null;
    const answer = compressed(request, successAnswer(200, data));
    if (typeof answer === 'function') await answer(response);
    else send(response, answer);
  };
}

/** `GET /session`. */
export function sessionRoute(sendSession: SendSession): Router {
  return Router().get('/session', sendSession);
}

async function shown(session: Session, { tenants }: Pick<Stores, 'tenants'>) {
  const { person, role, memberships, via, needsSecondFactor, csrfToken, expiresAt } = session;
  return {
    name: person.name,
    who: personNamed(person.address),
    personId: person.userId,
    role: role ?? null,
    operations: operatorsRights(session),
    memberships: await Promise.all(memberships.map((member) => placeOf(member, tenants))),
    via,
    needsSecondFactor,
    csrfToken,
    expiresAt: new Date(expiresAt).toISOString(),
  };
}

async function placeOf(member: Membership, tenants: Stores['tenants']) {
  // While MongoDB is away, a tenant that this process has not seen is called by its id.
  const tenant = await tenants.cached(member.tenantId).catch(unlessAway);
  return {
    ...member,
    name: tenant?.name ?? member.tenantId,
    timezone: tenant?.settings.timezone ?? 'UTC',
    operations: membersRights(member),
  };
}

function unlessAway(error: unknown): undefined {
  if (!isStoreUnavailable(error)) throw error;
  return undefined;
}
