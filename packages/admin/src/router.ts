/** The operations over HTTP, and the document that describes them. */
import { ApiError } from '@sluice/contracts';
import {
  answerFailures,
  beginExchange,
  describeOperations,
  documentRoute,
  exchangeOf,
  mountRoutes,
  nothingHere,
  successAnswer,
  type Arrived,
  type Door,
  type Served,
} from '@sluice/http';
import { isStoreUnavailable } from '@sluice/store';
import { Router, type RequestHandler } from 'express';
import type { Actor, Identification, Identify } from './actor.js';
import type { AdminDeps } from './deps.js';
import { compressed } from './compressed.js';
import { keepAsking } from './keep-asking.js';
import { allow, isAllowed } from './allow.js';
import { noteMembersSeen } from './people/note-seen.js';
import { perform, type PerformedStream } from './perform.js';
import type { AdminRoute } from './route.js';
import { adminRoutes } from './routes.js';
import { sendItems } from './send-items.js';

/** Where the operations are mounted. */
export const ADMIN_PATH = '/admin/v1';

/** A what-if contains a campaign's rules, which are larger than any body of the interface. */
const MAX_BODY_BYTES = 4 * 1024 * 1024;
const ANSWER_WITHIN_MS = 60_000;

/** The operations that a process for tenants serves: none that reaches the installation. */
export const tenantRoutes = adminRoutes.filter(({ endpoint }) => endpoint.scope !== 'installation');

/** The OpenAPI document of these operations, by default of every one. */
export function describeAdminApi(operations: readonly AdminRoute<AdminDeps>[] = adminRoutes): object {
  return describeOperations(operations.map(({ endpoint }) => endpoint));
}

/** The router of these operations, by default of every one, to be mounted at {@link ADMIN_PATH}. Every answer is in the envelope. */
export function createAdminRouter(
  deps: AdminDeps,
  { identify, again }: Identification,
  operations: readonly AdminRoute<AdminDeps>[] = adminRoutes,
  answerWithinMs = ANSWER_WITHIN_MS,
): Router {
  const router = Router({ strict: true, caseSensitive: true });
  router.use(beginExchange(deps.log, deps.metrics));
  router.get(
    '/openapi.json',
    documentRoute(() => describeAdminApi(operations)),
  );
  router.use(identified(identify));
  const noteSeen = noteMembersSeen(deps.stores);
  const door: Door<Actor, AdminRoute<AdminDeps>['endpoint']> = {
    admit: async ({ params }, response, endpoint) => {
      const { adminActor: actor } = response.locals as { adminActor: Actor };
      if (endpoint) {
        allow(actor, endpoint, { params });
        noteSeen(actor, params);
      }
      return actor;
    },
    maxBodyBytes: MAX_BODY_BYTES,
    answerWithinMs,
    reads: deps.reads,
  };
  mountRoutes(router, operations, door, (operation) => serve(operation, deps, again), ADMIN_PATH);
  router.use(nothingHere);
  router.use(answerFailures({ isUnavailable: isStoreUnavailable, log: deps.log }));
  return router;
}

// The caller is identified first, even for an unknown path.
function identified(identify: Identify): RequestHandler {
  return async (request, response, next) => {
    exchangeOf(response).route = ADMIN_PATH;
    const actor = await identify(request, response);
    if (!actor) throw new ApiError('UNAUTHORIZED');
    exchangeOf(response).actor = actor.name;
    Object.assign(response.locals, { adminActor: actor });
    next();
  };
}

function serve(operation: AdminRoute<AdminDeps>, deps: AdminDeps, again: Identification['again']) {
  const { endpoint } = operation;
  return async ({ caller, read, request, response, signal }: Arrived<Actor>): Promise<Served> => {
    const { requestId: id } = exchangeOf(response);
    const call = { ...read(), actor: caller, request: { id, signal } };
    const answer = await perform(operation, call, deps);
    if (!('format' in endpoint)) return compressed(request, successAnswer(endpoint.successStatus, answer));
    const items = answer as PerformedStream;
    if (signal.aborted) return unread(items);
    return async () => {
      const mayGoOn = async () => {
        const now = await again(request);
        return now !== undefined && isAllowed(now, endpoint, call);
      };
      const stop = keepAsking(mayGoOn, () => response.destroy());
      await sendItems(response, endpoint.format, items, signal).finally(stop);
    };
  };
}

// A stream that opened when its caller had gone, or had been told that it took too long, has failed for that caller.
async function unread(items: PerformedStream): Promise<Served> {
  await items.throw(new Error('opened too late')).catch(() => undefined);
  return async () => undefined;
}
