/** Links that set a password: an invitation, and a password link. What follows the # of a link reaches no log. */
import type { GuessLimiter } from '@sluice/http';
import { personNamed, type Accounts, type BeforeLink, type LinkOpened } from '@sluice/identity';
import { clientAddress } from '@sluice/process';
import { Router, type Request, type Response } from 'express';
import { isFromOurPage, isSameOrigin } from '../guard/changes.js';
import { NO_SECOND_FACTOR } from '../guard/session.js';
import { ACCEPTED, beginEntry, beginSession, loginFrom, type SessionParts } from './begin-session.js';
import type { FindSession } from './find-session.js';
import { FOREIGN, mayTry, refusing, sent, type Refuse } from './login-routes.js';

/** The dependencies of these routes. */
export interface LinkParts extends SessionParts {
  readonly accounts: Pick<Accounts, 'acceptInvitation' | 'resetPassword' | 'begin'>;
  readonly findSession: FindSession;
  readonly guesses: GuessLimiter;
  /** Mails that the password has changed. */
  readonly planNotice: (to: string) => Promise<void>;
  /** Sends the web app's page. */
  readonly sendPage: (response: Response) => void;
}

// Guesses of links of all kinds count together.
const LINKS = 'link';

/** The pages of links, `POST /invitation/accept` and `POST /password/reset`, answered in the envelope. */
export function linkRoutes(parts: LinkParts): Router {
  const { accounts, findSession, guesses, sendPage, planNotice } = parts;
  const router = Router();
  router.get(['/invitation', '/password/reset'], (_request, response) => sendPage(response));

  router.post('/invitation/accept', async (request, response) => {
    const refuse = refusing(parts, request, response, 'invitation');
    const session = await findSession(request);
    if (session ? !isFromOurPage(request, session) : !isSameOrigin(request))
      return refuse(403, 'FORBIDDEN', FOREIGN);
    if (session?.needsSecondFactor) return refuse(403, 'FORBIDDEN', NO_SECOND_FACTOR);
    const logIn = session
      ? 'This invitation is for another address than yours. Log out first, and open the link again.'
      : 'This address has an account. Log in with it to accept the invitation.';
    const opened = await tried(parts, { what: ACCEPTED, logIn }, request, response, refuse, (before) => {
      const [token, name, password] = ['token', 'name', 'password'].map((field) => sent(request, field));
      return accounts.acceptInvitation(
        { token: token ?? '', name: (name ?? '').slice(0, 200), password: password ?? '' },
        session?.person,
        before,
      );
    });
    if (!opened) return undefined;
    await guesses.succeeded(LINKS, clientAddress(request));
    const { person } = opened;
    // The session has one place more from now on.
    if (session) parts.sessions.forget(person.userId);
    else {
      const begun = await accounts.begin(person, loginFrom(request));
      await beginSession(parts, begun, 'password', request, response);
    }
    response.json({ success: true });
    return undefined;
  });

  router.post('/password/reset', async (request, response) => {
    const refuse = refusing(parts, request, response, 'password reset');
    if (!isSameOrigin(request)) return refuse(403, 'FORBIDDEN', FOREIGN);
    const opened = await tried(parts, { what: 'set a new password' }, request, response, refuse, (before) =>
      accounts.resetPassword(sent(request, 'token'), sent(request, 'password'), before),
    );
    if (!opened) return undefined;
    const { userId, address } = opened.person;
    await guesses.succeeded(LINKS, clientAddress(request));
    parts.sessions.forget(userId);
    await planNotice(address);
    response.json({ success: true });
    return undefined;
  });

  return router;
}

type Done = Extract<LinkOpened, { readonly kind: 'done' }>;

/**
 * Opens a link, and audits `what` it does; undefined once the refusal is answered, with `logIn` if its person must log in
 * first. Every link that does not work is refused in the same words.
 */
async function tried(
  parts: Pick<LinkParts, 'guesses' | 'stores' | 'log'>,
  { what, logIn = '' }: { readonly what: string; readonly logIn?: string },
  request: Request,
  response: Response,
  refuse: Refuse,
  open: (before: BeforeLink) => Promise<LinkOpened>,
): Promise<Done | undefined> {
  if (!(await mayTry(parts.guesses, LINKS, request, response, refuse))) return undefined;
  let end: Awaited<ReturnType<typeof beginEntry>> | undefined;
  // Before anything is written, so that nothing goes without a trace.
  const before: BeforeLink = async ({ address, place }) => {
    end = await beginEntry(parts, { who: personNamed(address), from: clientAddress(request), what, place });
  };
  const opened = await open(before).catch(async (error: unknown) => {
    await end?.('failed');
    throw error;
  });
  await end?.(opened.kind === 'done' ? 'done' : 'refused');
  if (opened.kind === 'done') return opened;
  const problem = {
    not_valid: () => ['token: is not valid'],
    weak: () => [`password: ${opened.kind === 'weak' ? opened.problem : ''}`],
    log_in: () => undefined,
  }[opened.kind]();
  if (problem) refuse(400, 'VALIDATION_ERROR', 'The request is not valid', problem);
  else refuse(409, 'INVALID_STATE', logIn);
  return undefined;
}
