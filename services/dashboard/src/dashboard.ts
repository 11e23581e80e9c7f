/** The dashboard as an Express application: its routes and the guards in front of them. */
import {
  ADMIN_PATH,
  createAdminRouter,
  createCallerLimiter,
  describeAdminApi,
  identifyByKey,
  tenantRoutes,
} from '@sluice/admin';
import { errors, type ErrorCode, type ReadSettings } from '@sluice/contracts';
import {
  createAllowance,
  createGuessLimiter,
  docsPage,
  mountPublicHealth,
  tenantSchemaRoute,
  type Health,
} from '@sluice/http';
import type { Identity } from '@sluice/identity';
import { planAccountMail, planNotice, type AccountMail } from '@sluice/pipeline';
import { errorFields, type Logger, type Metrics, type TrustedProxies } from '@sluice/process';
import type { Producer } from '@sluice/queue';
import type { Reports } from '@sluice/reports';
import { isStoreUnavailable, type SealingKey, type Stores } from '@sluice/store';
import express, { type Express, type NextFunction, type Request, type Response } from 'express';
import { createBoard } from './board.js';
import { identifyBySession, identifyOperator } from './guard/identify-operator.js';
import { secureHeaders } from './guard/secure-headers.js';
import { operatorsOnly, requireSecondFactor, requireSession, wantsPage } from './guard/session.js';
import { loginRoutes } from './login/login-routes.js';
import { secondFactorRoute } from './login/second-factor-route.js';
import { sessionRoute, sessionSender } from './login/session-route.js';
import { logoutRoute } from './login/logout-route.js';
import { forgottenRoutes, FORGOTTEN_LINKS } from './login/forgotten-routes.js';
import { linkRoutes } from './login/link-routes.js';
import { asMembers, sessionFinder } from './login/find-session.js';
import { openOidcProvider } from './login/outside/oidc.js';
import { oidcRoutes } from './login/outside/oidc-routes.js';
import type { OutsideSettings } from './login/outside/outside-config.js';
import { readProxyOf } from './login/outside/proxy-person.js';
import { proxyRoutes, wayRoutes } from './login/outside/proxy-routes.js';
import type { Redis } from './redis.js';
import { webApp } from './web-app/serve-web.js';

/** The parts that the dashboard is built from. */
export interface DashboardParts {
  readonly stores: Stores;
  readonly reports: Reports;
  readonly redis: Redis;
  readonly producer: Producer;
  readonly metrics: Metrics;
  readonly identity: Identity;
  /**
   * Serves people and keys of tenants only: nothing of the installation, in which nobody has a role here. Such a dashboard
   * may be published, so it limits how much each person may call. Default false.
   */
  readonly forTenants?: boolean;
  /** What the bodies of operations and tenant files may hold. */
  readonly reads: ReadSettings;
  /** Encrypt vendors' credentials. */
  readonly encryptionKeys: readonly SealingKey[];
  /** Whether tenants without a mail server of their own have the installation's; absent: they have none. */
  readonly hasMailServer?: boolean;
  /** Login ways besides the password; default none. */
  readonly outside?: OutsideSettings;
  /**
   * The gateway's public address, if it is known: pages say that leads are sent there, and link to its reference; links
   * to posting instructions begin with it, and are not made without it.
   */
  readonly publicUrl?: string | undefined;
  /** The dashboard's own public address, if it is known. */
  readonly dashboardUrl?: string | undefined;
  /** That of the dashboard for the people of tenants, if there is one of their own. */
  readonly portalUrl?: string | undefined;
  /** Whether cookies are always limited to TLS, even if a request did not arrive over it. */
  readonly secureCookies: boolean;
  /** Without them, the address of a request is that of its connection. */
  readonly trustedProxies?: TrustedProxies;
  readonly health: Health;
  /** Whether the stores have answered once, so that operations may be called; if absent, they have. */
  readonly begun?: () => boolean;
  readonly log: Logger;
}

/** The application and a function that closes it. */
export interface Dashboard {
  readonly app: Express;
  readonly close: () => Promise<void>;
}

const BOARD = '/board';

export function createDashboard(parts: DashboardParts): Dashboard {
  const { stores, reports, redis, producer, metrics, encryptionKeys, hasMailServer, publicUrl } = parts;
  const { log, reads } = parts;
  const {
    identity,
    dashboardUrl,
    portalUrl,
    secureCookies,
    trustedProxies = false,
    health,
    outside = {},
    forTenants = false,
    begun = () => true,
  } = parts;
  const { accounts, sessions, signer } = identity;
  const provider = outside.oidc && openOidcProvider(outside.oidc, log);
  const readProxy = outside.proxy && readProxyOf(outside.proxy);
  const findAnySession = sessionFinder(sessions, {
    hasProvider: provider !== undefined,
    readProxy,
    isForTenants: forTenants,
  });
  const findSession = forTenants ? asMembers(findAnySession) : findAnySession;
  const operations = forTenants ? tenantRoutes : undefined;
  const limitPeople = forTenants ? createCallerLimiter(redis, 'logged-in people') : undefined;
  const guesses = createGuessLimiter(redis, 'dashboard');
  const secure = ({ secure: overTls }: Request) => secureCookies || overTls;
  const board = forTenants ? undefined : createBoard(BOARD, redis);
  const web = webApp();
  const app = express();
  app.disable('x-powered-by');
  app.set('query parser', 'simple');
  app.set('trust proxy', trustedProxies);
  mountPublicHealth(app, health);
  // A collector that scrapes the wrong port gets 404 instead of the login page.
  app.get(
    '/metrics',
    (_request, response) => void response.status(404).type('text/plain').send('Not found.'),
  );
  // Before the headers of pages, which the page that loads a file brings, and which outweigh a small file.
  app.use('/assets', web.assets);
  app.use(secureHeaders(BOARD));
  app.use(
    ADMIN_PATH,
    createAdminRouter(
      {
        ...{ stores, reports, redis, producer, metrics, accounts, log, reads },
        ...{ encryptionKeys, hasMailServer, publicUrl, dashboardUrl, portalUrl },
        ownAccounts: { ...identity, guesses },
      },
      identifyOperator(
        identifyByKey({ stores, redis, forTenants }),
        identifyBySession(findSession, limitPeople),
        begun,
      ),
      operations,
    ),
  );
  app.use(express.json({ limit: '8kb' }));
  const sendSession = sessionSender({ findSession, stores, gatewayUrl: publicUrl });
  const login = { accounts, sessions, signer, secure, stores, log };
  app.use(
    loginRoutes({
      ...login,
      findSession,
      sendSession,
      guesses,
      sendPage: web.sendPage,
    }),
  );
  app.use(sessionRoute(sendSession));
  const mailDeps = { stores, producer, log, encryptionKeys };
  const planMail = (mail: AccountMail) => planAccountMail(mailDeps, mail);
  const planChanged = (to: string) => planNotice(mailDeps, to, 'password_changed');
  const links = createAllowance(redis, 'forgotten-passwords', FORGOTTEN_LINKS);
  app.use(forgottenRoutes({ accounts, links, planMail, dashboardUrl, log, sendPage: web.sendPage }));
  app.use(linkRoutes({ ...login, findSession, guesses, planNotice: planChanged, sendPage: web.sendPage }));
  app.use(secondFactorRoute({ ...login, sendSession, guesses, secondFactors: identity.secondFactors }));
  const outsideLogin = { ...login, isForTenants: forTenants };
  if (provider) app.use(oidcRoutes({ ...outsideLogin, findSession, provider, guesses }));
  if (readProxy) app.use(proxyRoutes({ ...outsideLogin, readProxy }));
  app.use(wayRoutes(provider?.name, readProxy));
  app.use(logoutRoute({ findSession, sessions, secure, stores, log }));

  app.use(tenantSchemaRoute());
  app.use(requireSession(findSession));
  app.use(requireSecondFactor(findSession, web.sendPage));
  const ofOperators = express.Router();
  if (!forTenants) ofOperators.use(operatorsOnly(findSession));
  if (board) ofOperators.use(BOARD, board.router);
  ofOperators.use(docsPage(() => describeAdminApi(operations), '/docs'));
  app.use(ofOperators);
  app.use((request, response) => {
    if (request.method === 'GET' && wantsPage(request)) web.sendPage(response);
    else
      response
        .status(404)
        .json({ success: false, error: { code: 'NOT_FOUND', message: 'There is nothing at this address.' } });
  });
  app.use(failed(log));
  const close = async () => void (await Promise.all([identity.close(), board?.close()]));
  return { app, close };
}

function failed(log: Logger) {
  // Express recognises an error handler by its four parameters.
  return (error: unknown, request: Request, response: Response, _next: NextFunction): void => {
    if (response.headersSent) return void response.destroy();
    const { status } = error as { status?: unknown };
    const refuse = (as: number, code: ErrorCode, sentence: string) => {
      response.status(as);
      // The dashboard's own page never fails here, so a person who opened another address gets one sentence.
      if (wantsPage(request)) response.type('text/plain').send(sentence);
      else response.json({ success: false, error: { code, message: sentence } });
    };
    if (typeof status === 'number' && status < 500) {
      const code = status === errors.PAYLOAD_TOO_LARGE.status ? 'PAYLOAD_TOO_LARGE' : 'VALIDATION_ERROR';
      return refuse(status, code, 'The request cannot be read.');
    }
    log.error('page failed', errorFields(error));
    if (isStoreUnavailable(error)) refuse(503, 'SERVICE_UNAVAILABLE', 'MongoDB does not answer.');
    else refuse(500, 'INTERNAL_ERROR', 'Internal error; see the log.');
  };
}
