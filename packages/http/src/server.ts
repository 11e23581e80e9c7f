/** The HTTP server: routes mounted on Express. A request that reaches no route is also answered in the envelope. */
import { ApiError } from '@sluice/contracts';
import express, { type Express, type NextFunction, type Request, type Response } from 'express';
import { randomUUID } from 'node:crypto';
import { STATUS_CODES, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { mountPublicHealth, type Health } from './health.js';
import type { Metrics } from '@sluice/process';
import { failureAnswer } from './answer.js';
import { createAppServer } from './create-app-server.js';
import { API_PAGE, docsPage, tenantSchemaRoute } from './pages/docs-page.js';
import { docsSite } from './pages/docs-site.js';
import { beginExchange } from './exchange.js';
import { mountHooks, type Hook } from './hook.js';
import { mountPages, type PublicPage } from './pages/public-page.js';
import type { Route } from './route.js';
import { secureData } from './pages/secure-headers.js';
import { answerFailures, mountRoutes, nothingHere } from './serve-endpoint.js';
import { interfaceDoor, serveRoute, type Surroundings } from './serve-route.js';
import type { TrustedProxies } from '@sluice/process';
import { createWaitRoom } from './limits/wait-room.js';

/** The parts of an HTTP server. */
export interface HttpServerParts<Deps> extends Surroundings {
  readonly routes: readonly Route<Deps>[];
  readonly deps: Deps;
  /** Addresses outside the interface that vendors call. */
  readonly hooks?: readonly Hook[];
  /** Pages for whoever has their address. */
  readonly pages?: readonly PublicPage[];
  readonly health: Health;
  /** Whether the service has started to work; until then the interface answers 503. If absent, it has. */
  readonly begun?: () => boolean;
  readonly trustedProxies?: TrustedProxies;
  readonly metrics: Metrics;
  /** Describes the routes as an OpenAPI document; called when somebody first asks for it. */
  readonly describe: () => object;
  /** The folder of the documentation site; it may be missing. */
  readonly docs: string;
}

const TRY_AGAIN_SECONDS = 5;

/** Creates the server without listening yet. */
export function createHttpServer<Deps>(parts: HttpServerParts<Deps>): Server {
  const app = createApp(parts);
  // The app requires it instead, so that the error comes in the envelope.
  const server = createAppServer(app, { requireHostHeader: false });
  server.on('clientError', answerUnreadable);
  // An unknown `Expect` header is ignored; Node would answer it outside the envelope.
  server.on('checkExpectation', app);
  return server;
}

function createApp<Deps>(parts: HttpServerParts<Deps>): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.enable('strict routing');
  app.enable('case sensitive routing');
  // Flat parsing: `status[$ne]=x` is merely a parameter of that name.
  app.set('query parser', 'simple');
  app.set('trust proxy', parts.trustedProxies ?? false);

  app.use(beginExchange(parts.log, parts.metrics));
  app.use(secureData);
  app.use(requireHost);
  mountPublicHealth(app, parts.health);
  app.use(['/api', '/hooks', '/post'], requireBegun(parts.begun));
  const surroundings = { ...parts, enterWaitRoom: createWaitRoom() };
  const serve = (route: Route<Deps>) => serveRoute(route, parts.deps, surroundings);
  mountRoutes(app, parts.routes, interfaceDoor(parts), serve);
  mountHooks(app, parts.hooks ?? [], parts.log);
  mountPages(app, parts.pages ?? []);
  app.use(tenantSchemaRoute());
  app.use(docsPage(parts.describe, API_PAGE));
  app.use(docsSite(parts.docs));
  app.use(nothingHere);
  app.use(answerFailures(parts));
  return app;
}

// HTTP/1.1 requires a Host header on every request (RFC 9112).
function requireHost(request: Request, _response: Response, next: NextFunction): void {
  if (request.headers.host !== undefined || request.httpVersion !== '1.1') next();
  else throw new ApiError('VALIDATION_ERROR', { details: ['Host: is required'] });
}

// Keys cannot be looked up until the stores have answered for the first time.
function requireBegun(begun: () => boolean = () => true) {
  return (_request: Request, _response: Response, next: NextFunction): void => {
    if (!begun()) throw new ApiError('SERVICE_UNAVAILABLE', { retryAfterSeconds: TRY_AGAIN_SECONDS });
    next();
  };
}

// Input that is not valid HTTP never becomes a request, nor does what came too slowly.
function answerUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const { status, body, headers = {} } = failureAnswer(unreadable(error.code));
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-Id: ${randomUUID()}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}

function unreadable(code: string | undefined): ApiError {
  // Headers too large to read cannot contain a known key.
  if (code === 'HPE_HEADER_OVERFLOW') return new ApiError('UNAUTHORIZED');
  // This process may have been too slow to read them, so the sender is not told that its lead is wrong.
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new ApiError('SERVICE_UNAVAILABLE', { retryAfterSeconds: TRY_AGAIN_SECONDS });
  return new ApiError('VALIDATION_ERROR', { details: ['request: is not valid HTTP'] });
}
