/** The session of a request. One that a proxy or a provider began is good only as long as they are trusted. */
import type { Request } from 'express';
import type { ReadProxy } from './outside/proxy-person.js';
import type { Session, Sessions } from './sessions.js';

/** Promises the session of a request, if it has a good one. */
export type FindSession = (request: Request) => Promise<Session | undefined>;

/** Who else may log persons in. */
export interface TrustedOutside {
  readonly readProxy?: ReadProxy;
  readonly hasProvider: boolean;
}

/**
 * Finds sessions. One that a proxy began is good in requests of that proxy alone, while it names the same person, with groups
 * of the same role: whom the proxy logs out, or in as another person, is so here too.
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
