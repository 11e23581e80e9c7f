/** Logging in with the OpenID provider: the redirect to it, and the callback. */
import type { GuessLimiter } from '@sluice/http';
import type { Accounts, Signer } from '@sluice/identity';
import { clientAddress } from '@sluice/process';
import { Router, type Request, type Response } from 'express';
import { html } from '../../pages/html.js';
import { beginSession, loginFrom, type SessionParts } from '../begin-session.js';
import { flowCookie } from './flow-cookie.js';
import { CALLBACK, type OidcProvider, type OidcRefusal } from './oidc.js';

/** The dependencies of these routes. */
export interface OidcParts extends SessionParts {
  readonly accounts: Pick<Accounts, 'logInOutside'>;
  readonly signer: Signer;
  readonly provider: OidcProvider;
  readonly guesses: GuessLimiter;
}

/** Why a person is back at the login page; the web app has a sentence for each reason. */
export type LoginRefusal = OidcRefusal | 'address_taken' | 'disabled' | 'other_browser' | 'too_many';

/** `GET /login/oidc?back=…` redirects to the provider, which sends the browser back to {@link CALLBACK}. */
export function oidcRoutes(parts: OidcParts): Router {
  const { provider, accounts, signer, secure } = parts;
  const cookie = flowCookie(signer);
  const router = Router();

  router.get('/login/oidc', async (request, response) => {
    const begun = await provider.begin();
    if (!begun) return refuse(parts, request, response, 'provider_away');
    const back = pathOf(request.query['back']);
    const kept = cookie.write({ ...begun.flow, back }, Date.now(), secure(request));
    response.append('Set-Cookie', kept).redirect(303, begun.url.href);
  });

  router.get(CALLBACK, async (request, response) => {
    response.append('Set-Cookie', cookie.remove(secure(request)));
    const begun = cookie.read(request.headers.cookie, Date.now());
    if (!begun) return refuse(parts, request, response, 'other_browser');
    const from = clientAddress(request);
    // Each attempt sends requests to the provider.
    if ((await parts.guesses.count('oidc', from)) !== undefined)
      return refuse(parts, request, response, 'too_many');
    const { search } = new URL(request.originalUrl, 'http://dashboard');
    const cameBack = await provider.finish(search, begun);
    if (cameBack.kind === 'refused') return refuse(parts, request, response, cameBack.because);
    const login = await accounts.logInOutside(cameBack.person, loginFrom(request));
    if (login.kind === 'refused') return refuse(parts, request, response, login.because);
    await parts.guesses.succeeded('oidc', from);
    await beginSession(parts, login.begun, 'oidc', request, response);
    sendOn(response, begun.back);
  });

  return router;
}

function refuse({ log }: OidcParts, request: Request, response: Response, because: LoginRefusal): void {
  log.warn('login refused', { via: 'oidc', because, from: clientAddress(request) });
  response.redirect(303, `/login?refused=${because}`);
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
