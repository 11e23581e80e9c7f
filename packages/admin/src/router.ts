/** The admin API over HTTP: one router, mounted by each entry point with its own way to identify callers. */
import { withDeadline } from '@sluice/concurrency';
import { ApiError, type AdminEndpoint, type AdminStream } from '@sluice/contracts';
import { ADMIN_PATH, bodyReader, exchangeOf, failed, noBody, send, successAnswer } from '@sluice/http';
import { isStoreUnavailable } from '@sluice/store';
import { Router, type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import { randomUUID } from 'node:crypto';
import type { Actor, Identification, Identify } from './actor.js';
import type { AdminDeps } from './deps.js';
import { keepAsking } from './keep-asking.js';
import { allow, isAllowed, openStream, perform, type CallIn } from './perform.js';
import { readCall } from './read-call.js';
import type { AdminRoute, AdminStreamRoute } from './route.js';
import { adminRoutes, adminStreamRoutes } from './routes.js';
import { sendItems } from './send-items.js';

/** A what-if contains a campaign's rules, which are larger than any body of the interface. */
const MAX_BODY_BYTES = 4 * 1024 * 1024;
const ANSWER_WITHIN_MS = 60_000;

const sentBody = bodyReader(MAX_BODY_BYTES);

/** The operations of one path, by method. */
type Mounted = AdminRoute<AdminDeps> | AdminStreamRoute<AdminDeps>;

/** The router of every operation, to be mounted at {@link ADMIN_PATH}. Every answer is in the envelope. */
export function createAdminRouter(
  deps: AdminDeps,
  { identify, again }: Identification,
  operations: readonly Mounted[] = [...adminRoutes, ...adminStreamRoutes],
): Router {
  const router = Router({ strict: true, caseSensitive: true });
  router.use(beginCall(identify));
  for (const path of new Set(operations.map((each) => declared(each).path))) {
    const mounted = router.route(path.slice(ADMIN_PATH.length).replaceAll(/\{(\w+)\}/g, ':$1'));
    const here = operations.filter((each) => declared(each).path === path);
    for (const operation of here) {
      const method = declared(operation).method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete';
      mounted[method](serve(operation, deps, again));
    }
    mounted.all(() => {
      throw new ApiError('METHOD_NOT_ALLOWED', { allow: here.map((each) => declared(each).method) });
    });
  }
  router.use(() => {
    throw new ApiError('NOT_FOUND');
  });
  // Express recognises an error handler by its four parameters.
  router.use((error: unknown, _request: Request, response: Response, _next: NextFunction) => {
    if (response.headersSent) return void response.destroy();
    const { requestId } = exchangeOf(response);
    send(response, failed(error, requestId, { isUnavailable: isStoreUnavailable, log: deps.log }));
  });
  return router;
}

function declared(operation: Mounted): AdminEndpoint | AdminStream {
  return 'endpoint' in operation ? operation.endpoint : operation.stream;
}

// The caller is identified first, even for an unknown path.
function beginCall(identify: Identify): RequestHandler {
  return async (request, response, next) => {
    const known = response.locals as { requestId?: string };
    const requestId = (known.requestId ??= randomUUID());
    response.setHeader('X-Request-Id', requestId);
    exchangeOf(response).route = ADMIN_PATH;
    const actor = await identify(request, response);
    if (!actor) throw new ApiError('UNAUTHORIZED');
    exchangeOf(response).actor = actor.name;
    Object.assign(response.locals, { adminActor: actor });
    next();
  };
}

function serve(operation: Mounted, deps: AdminDeps, again: Identification['again']): RequestHandler {
  const endpoint = declared(operation);
  return async (request, response) => {
    exchangeOf(response).route = endpoint.path;
    const { adminActor: actor } = response.locals as { adminActor: Actor };
    // A caller without the role learns nothing about other problems of the call.
    allow(actor, endpoint);
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const { json: body } = endpoint.body ? await sentBody(request, response) : noBody;
    const { params, query } = request;
    const call: CallIn = {
      ...readCall(endpoint, { params, query, body }, deps.reads),
      actor,
      request: { id: exchangeOf(response).requestId, signal: gone.signal },
    };
    if ('endpoint' in operation) {
      const data = await withDeadline('a request', ANSWER_WITHIN_MS, perform(operation, call, deps));
      send(response, successAnswer(operation.endpoint.successStatus, data));
    } else {
      const items = await openStream(operation, call, deps);
      const mayGoOn = async () => {
        const now = await again(request);
        return now !== undefined && isAllowed(now, endpoint, call.body);
      };
      const stop = keepAsking(mayGoOn, () => response.destroy());
      await sendItems(response, operation.stream.format, items, gone.signal).finally(stop);
    }
  };
}
