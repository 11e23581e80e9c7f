/** Logging in as the person whom a trusted proxy names, and the list of login ways. */
import type { Accounts } from '@sluice/identity';
import { clientAddress } from '@sluice/process';
import { Router } from 'express';
import { isSameOrigin } from '../../guard/changes.js';
import { beginSession, loginFrom, type SessionParts } from '../begin-session.js';
import type { ReadProxy } from './proxy-person.js';

/** The dependencies of these routes. */
export interface ProxyParts extends SessionParts {
  readonly accounts: Pick<Accounts, 'logInOutside'>;
  readonly readProxy: ReadProxy;
  /** Whether this dashboard serves tenants only. */
  readonly isForTenants: boolean;
}

const refusals = {
  address_taken: (name: string) =>
    `Another person already has an account with the address of ${name}. Log in with its password.`,
  no_role: (name: string) =>
    `The proxy identified you as ${name}, who may not log in: none of the person’s groups has a role here, and no invitation is open.`,
  disabled: (name: string) => `An administrator has disabled the access of ${name}.`,
};

/** `POST /login/proxy`, answered in the envelope. */
export function proxyRoutes(parts: ProxyParts): Router {
  const { isForTenants } = parts;
  const router = Router();
  router.post('/login/proxy', async (request, response) => {
    const refuse = (status: number, code: string, message: string): void => {
      parts.log.warn('login refused', { via: 'proxy', status, message, from: clientAddress(request) });
      response.status(status).json({ success: false, error: { code, message } });
    };
    if (!isSameOrigin(request))
      return refuse(403, 'FORBIDDEN', 'This request did not come from the dashboard. Log in here.');
    const said = parts.readProxy(request);
    if (said.kind === 'nothing') return refuse(401, 'UNAUTHORIZED', 'No trusted proxy identified you.');
    if (said.kind === 'refused')
      return refuse(
        403,
        'FORBIDDEN',
        `The proxy identified you as ${said.name}, who may not log in: ${said.because}.`,
      );
    const login = await parts.accounts.logInOutside(said.person, loginFrom(request), { isForTenants });
    if (login.kind === 'refused') return refuse(403, 'FORBIDDEN', refusals[login.because](said.person.name));
    await beginSession(parts, login.begun, 'proxy', request, response);
    response.json({ success: true });
  });
  return router;
}

/** `GET /login/ways`: the login ways that the login page offers besides the password. */
export function wayRoutes(providerName: string | undefined, readProxy: ReadProxy | undefined): Router {
  const router = Router();
  router.get('/login/ways', (request, response) => {
    const said = readProxy?.(request);
    const proxy =
      said?.kind === 'person' ? said.person.name : said?.kind === 'refused' ? said.name : undefined;
    response.json({ success: true, data: { oidc: providerName ?? null, proxy: proxy ?? null } });
  });
  return router;
}
