/** The second step of a login: a code of the authenticator app, or a recovery code. */
import { tryCode, type GuessLimiter } from '@sluice/http';
import { cookieNamed, personNamed, type Accounts, type SecondFactors } from '@sluice/identity';
import { clientAddress } from '@sluice/process';
import { Router } from 'express';
import { loginFrom, noteDone, type SessionParts } from './begin-session.js';
import { CHALLENGE_COOKIE, challengeCookie } from './challenge-cookie.js';
import { sent, stepOfLogin } from './login-routes.js';
import type { SendSession } from './session-route.js';

/** The dependencies of the second step. */
export interface SecondFactorParts extends SessionParts {
  readonly accounts: Pick<Accounts, 'answerChallenge'>;
  readonly secondFactors: Pick<SecondFactors, 'use'>;
  readonly guesses: GuessLimiter;
  readonly sendSession: SendSession;
}

/** `POST /login/second-factor`, which answers the session. Whatever is wrong is refused in the same words, so that nothing can be learnt by trying. */
export function secondFactorRoute(parts: SecondFactorParts): Router {
  const { accounts, secondFactors, guesses, stores, secure, log } = parts;
  const router = Router();
  const prove = stepOfLogin(parts, 'second factor', async (request, response, refuse) => {
    const challenge = cookieNamed(CHALLENGE_COOKIE, request.headers.cookie) ?? '';
    const begun = await accounts.answerChallenge(challenge, loginFrom(request), async (person) => {
      const use = () => secondFactors.use(person.userId, sent(request, 'code'));
      const { given } = await tryCode(guesses, person.userId, use);
      const facts = { who: personNamed(person.address), from: clientAddress(request) };
      if (given === 'recovery code') await noteDone(stores, { ...facts, what: 'used a recovery code' }, log);
      return given !== undefined;
    });
    if (!begun) return refuse(401, 'UNAUTHORIZED', WRONG);
    response.append('Set-Cookie', challengeCookie('', secure(request)));
    return begun;
  });
  router.post('/login/second-factor', prove);
  return router;
}

const WRONG =
  'This code is not valid, or there were too many. Wait for the next one, or log in with your password again.';
