/**
 * Finds the session of a request. A session that a proxy or provider began is valid only while that proxy or provider
 * is trusted.
 */
import type { Request } from 'express';
import type { ReadProxy } from './outside/proxy-person.js';
import type { Session, Sessions } from './sessions.js';

/** Resolves with the session of a request, if it has a valid one. */
export type FindSession = (request: Request) => Promise<Session | undefined>;

/** The login ways besides the password. */
export interface TrustedOutside {
  readonly readProxy?: ReadProxy;
  readonly hasProvider: boolean;
}

/**
 * Makes the function that finds sessions. A session that a proxy began is valid only in that proxy's requests, while
 * they name the same person with groups of the same role. So a logout at the proxy, or a login as another person there,
 * ends it here too.
 */
export function sessionFinder(
  sessions: Pick<Sessions, 'find'>,
  { readProxy, hasProvider }: TrustedOutside,
): FindSession {
  return async (request) => {
    const session = await sessions.find(request.headers.cookie, Date.now());
    if (!session || session.operator.via === 'password') return session;
    if (session.operator.via === 'oidc') return hasProvider ? session : undefined;
    const said = readProxy?.(request);
    if (said?.kind !== 'person') return undefined;
    const { name, role } = session.operator;
    return said.person.name === name && said.person.role === role ? session : undefined;
  };
}
