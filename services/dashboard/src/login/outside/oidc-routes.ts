/** Logging in with the OpenID provider, and connecting it with an account: the way to it, and the callback. */
import type { GuessLimiter } from '@sluice/http';
import {
  personNamed,
  type Accounts,
  type OutsidePerson,
  type Session,
  type Sessions,
  type Signer,
} from '@sluice/identity';
import { clientAddress } from '@sluice/process';
import { Router, type Request, type Response } from 'express';
import { html } from '../../pages/html.js';
import { isFromOurPage } from '../../guard/changes.js';
import { beginSession, loginFrom, noteDone, type SessionParts } from '../begin-session.js';
import type { FindSession } from '../find-session.js';
import { FOREIGN, refusing, sent } from '../login-routes.js';
import { flowCookie, type Begun } from './flow-cookie.js';
import { CALLBACK, type OidcProvider, type OidcRefusal } from './oidc.js';

/** The dependencies of these routes. */
export interface OidcParts extends SessionParts {
  readonly accounts: Pick<Accounts, 'logInOutside' | 'connect'>;
  readonly sessions: Pick<Sessions, 'cookieOf' | 'forget' | 'find'>;
  readonly findSession: FindSession;
  readonly signer: Signer;
  readonly provider: OidcProvider;
  readonly guesses: GuessLimiter;
  /** Whether this dashboard serves tenants only. */
  readonly isForTenants: boolean;
}

/** Why a person is back at the login page; the web app has a sentence for each reason. */
export type LoginRefusal =
  | OidcRefusal
  | 'address_taken'
  | 'disabled'
  | 'no_role'
  | 'other_browser'
  | 'too_many'
  /** The session that wanted to connect the provider is over. */
  | 'session_over'
  /** The person at the provider is connected with another account. */
  | 'other_account';

/**
 * `GET /login/oidc?back=…` redirects to the provider, which sends the browser back to {@link CALLBACK}. In a session begun
 * with a password, `POST /login/oidc/connect {back}` answers the address of the provider to go to, and the callback then
 * lets the account's person log in with the provider too.
 */
export function oidcRoutes(parts: OidcParts): Router {
  const { provider, accounts, signer, secure, findSession, isForTenants } = parts;
  const cookie = flowCookie(signer);
  const router = Router();

  router.get('/login/oidc', async (request, response) => {
    const begun = await provider.begin();
    if (!begun) return refuse(parts, request, response, 'provider_away');
    const back = pathOf(request.query['back']);
    const kept = cookie.write({ ...begun.flow, back }, Date.now(), secure(request));
    response.append('Set-Cookie', kept).redirect(303, begun.url.href);
  });

  router.post('/login/oidc/connect', async (request, response) => {
    const answer = refusing(parts, request, response, 'connecting a provider');
    const session = await findSession(request, { patient: true });
    if (!session) return answer(401, 'UNAUTHORIZED', 'Log in first.');
    if (!isFromOurPage(request, session)) return answer(403, 'FORBIDDEN', FOREIGN);
    if (!mayConnect(session))
      return answer(409, 'INVALID_STATE', 'Log in with your password to connect the provider.');
    const begun = await provider.begin();
    if (!begun) return answer(503, 'SERVICE_UNAVAILABLE', 'The login provider does not answer.');
    const flow = { ...begun.flow, back: pathOf(sent(request, 'back')), connect: session.token };
    response.append('Set-Cookie', cookie.write(flow, Date.now(), secure(request)));
    response.json({ success: true, data: { url: begun.url.href } });
  });

  router.get(CALLBACK, async (request, response) => {
    response.append('Set-Cookie', cookie.remove(secure(request)));
    const begun = cookie.read(request.headers.cookie, Date.now());
    if (!begun) return refuse(parts, request, response, 'other_browser');
    const refused = (because: LoginRefusal) => refuse(parts, request, response, because, begun);
    const from = clientAddress(request);
    // Each attempt sends requests to the provider.
    if ((await parts.guesses.count('oidc', from)) !== undefined) return refused('too_many');
    const { search } = new URL(request.originalUrl, 'http://dashboard');
    const cameBack = await provider.finish(search, begun);
    if (cameBack.kind === 'refused') return refused(cameBack.because);
    if (begun.connect !== undefined) {
      const because = await connect(parts, begun.connect, cameBack.person, request);
      if (because) return refused(because);
      await parts.guesses.succeeded('oidc', from);
      return sendOn(response, begun.back);
    }
    const login = await accounts.logInOutside(cameBack.person, loginFrom(request), { isForTenants });
    if (login.kind === 'refused') return refused(login.because);
    await parts.guesses.succeeded('oidc', from);
    await beginSession(parts, login.begun, 'oidc', request, response);
    sendOn(response, begun.back);
  });

  return router;
}

// A password that is not enough here must not make the provider a way around the code that is still to be set up.
function mayConnect({ via, isOld, needsSecondFactor }: Session): boolean {
  return via === 'password' && !isOld && !needsSecondFactor;
}

/** Connects the provider with the account of a session; returns why not. */
async function connect(
  { accounts, sessions, provider, stores, log }: OidcParts,
  token: string,
  person: OutsidePerson,
  request: Request,
): Promise<LoginRefusal | undefined> {
  // The browser does not send the cookie of its session with a redirect from another site. The cookie of the flow is of
  // the same browser and signed, and names the session, which has to be there still.
  const session = await sessions.find(sessions.cookieOf(token, false), { anew: true });
  if (!session || !mayConnect(session)) return 'session_over';
  if (!(await accounts.connect(session.person, person))) return 'other_account';
  const who = personNamed(session.person.address);
  await noteDone(stores, { who, from: clientAddress(request), what: `connected ${provider.name}` }, log);
  return undefined;
}

/** Back to the login page; a person who is logged in goes back to the page that wanted to connect the provider. */
function refuse(
  { log }: OidcParts,
  request: Request,
  response: Response,
  because: LoginRefusal,
  begun?: Begun,
): void {
  log.warn('login refused', { via: 'oidc', because, from: clientAddress(request) });
  const isThere = begun?.connect !== undefined && because !== 'session_over';
  if (isThere) sendOn(response, `${begun.back}${begun.back.includes('?') ? '&' : '?'}refused=${because}`);
  else response.redirect(303, `/login?refused=${because}`);
}

// A redirect would count as the provider's, and browsers send strict cookies only with navigation that begins on our
// own page.
function sendOn(response: Response, path: string): void {
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="refresh" content="0; url=${path}" />
        <link rel="icon" href="data:," />
        <title>Logged in · Sluice</title>
      </head>
      <body>
        <p><a href="${path}">Continue</a></p>
      </body>
    </html>`;
  response.type('html').send(String(page));
}

/**
 * A path of this dashboard, whatever was requested: parsing it as a browser would shows whether it points to another
 * server.
 */
function pathOf(back: unknown): string {
  const ours = 'http://dashboard.invalid';
  if (typeof back !== 'string' || !URL.canParse(back, ours)) return '/';
  const { origin, pathname, search } = new URL(back, ours);
  // "/.//host" leaves a path that begins with two slashes, which would again be another server.
  return origin === ours ? pathname.replace(/^\/+/, '/') + search : '/';
}
