/** Forgotten passwords: a mail with a link that sets a new one. */
import { linkTo } from '@sluice/admin';
import type { Allowance } from '@sluice/http';
import { addressFrom, isAddress, type Accounts } from '@sluice/identity';
import type { AccountMail } from '@sluice/pipeline';
import { errorFields, newId } from '@sluice/process';
import { INSTALLATION, isStoreUnavailable } from '@sluice/store';
import { Router, type Response } from 'express';
import { isSameOrigin } from '../guard/changes.js';
import type { SessionParts } from './begin-session.js';
import { FOREIGN, refusing, sent } from './login-routes.js';

/** The dependencies of these routes. */
export interface ForgottenParts extends Pick<SessionParts, 'log'> {
  readonly accounts: Pick<Accounts, 'isKnown' | 'forgottenToken'>;
  /** How many links an address may ask for. */
  readonly links: Allowance;
  readonly planMail: (mail: AccountMail) => Promise<void>;
  /** With which links begin: the address of a request may be made up by whoever sends it. Without it none is sent. */
  readonly dashboardUrl: string | undefined;
  /** Sends the web app's page. */
  readonly sendPage: (response: Response) => void;
}

/** How many links an address may ask for. */
export const FORGOTTEN_LINKS = { most: 3, seconds: 3600 } as const;

/** `GET` and `POST /password/forgot`. */
export function forgottenRoutes(parts: ForgottenParts): Router {
  const { accounts, log, sendPage } = parts;
  const router = Router();
  router.get('/password/forgot', (_request, response) => sendPage(response));

  router.post('/password/forgot', async (request, response) => {
    const refuse = refusing(parts, request, response, 'forgotten password');
    if (!isSameOrigin(request)) return refuse(403, 'FORBIDDEN', FOREIGN);
    const address = addressFrom(sent(request, 'email'));
    let isKnown: boolean;
    try {
      isKnown = isAddress(address) && (await accounts.isKnown(address));
    } catch (error) {
      if (!isStoreUnavailable(error)) throw error;
      return refuse(
        503,
        'SERVICE_UNAVAILABLE',
        'MongoDB does not answer. No mail can be sent until it does.',
      );
    }
    // What takes longer for a known address follows the answer, which says the same of every address in the same time.
    response.json({ success: true });
    if (!isKnown) return undefined;
    await mailLink(parts, address).catch((error: unknown) =>
      log.warn('no link for a forgotten password was sent', errorFields(error)),
    );
    return undefined;
  });

  return router;
}

async function mailLink(
  { accounts, links, planMail, dashboardUrl, log }: ForgottenParts,
  address: string,
): Promise<void> {
  if (dashboardUrl === undefined) {
    log.warn('no link for a forgotten password was sent: DASHBOARD_URL is not set');
    return;
  }
  if (!(await links.take(address))) return;
  const token = await accounts.forgottenToken(address);
  if (token === undefined) return;
  await planMail({
    mailId: `password_reset.${newId('event')}`,
    place: INSTALLATION,
    to: address,
    mail: 'password_reset',
    link: linkTo('/password/reset', token, dashboardUrl),
  });
}
