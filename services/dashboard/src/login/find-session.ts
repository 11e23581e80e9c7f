/**
 * Finds the session of a request. A session that a proxy or provider began is valid only while that proxy or provider
 * is trusted.
 */
import type { HowToFind, Session, Sessions } from '@sluice/identity';
import type { Request } from 'express';
import type { ReadProxy } from './outside/proxy-person.js';

/**
 * Resolves with the session of a request, if it has a valid one, as it was within the last seconds. Rejects if MongoDB
 * does not answer and this process has not seen the session.
 */
export type FindSession = (request: Request, how?: HowToFind) => Promise<Session | undefined>;

/** The login ways besides the password. */
export interface TrustedOutside {
  readonly readProxy?: ReadProxy | undefined;
  readonly hasProvider: boolean;
  /** Whether this dashboard serves tenants only, where groups say nothing. */
  readonly isForTenants: boolean;
}

/** Finds sessions without roles in the installation: an operator who is a member of a tenant is that member only. */
export function asMembers(findSession: FindSession): FindSession {
  return async (request, how) => {
    const session = await findSession(request, how);
    return session && { ...session, role: undefined };
  };
}

/**
 * Makes the function that finds sessions. A session that a proxy began is valid only in that proxy's requests, while
 * they name the same person, and groups that give the role it has by groups. So a logout at the proxy, or a login as
 * another person there, ends it here too.
 */
export function sessionFinder(
  sessions: Pick<Sessions, 'find'>,
  { readProxy, hasProvider, isForTenants }: TrustedOutside,
): FindSession {
  return async (request, how) => {
    const session = await sessions.find(request.headers.cookie, how);
    if (!session || session.via === 'password') return session;
    if (session.via === 'oidc') return hasProvider ? session : undefined;
    const said = readProxy?.(request);
    if (said?.kind !== 'person') return undefined;
    const { subject, role } = said.person;
    const isSame = isForTenants || !session.isRoleOfGroups || role === session.role;
    return subject === session.subject && isSame ? session : undefined;
  };
}
