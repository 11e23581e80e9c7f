/** The steps of one request through a route: authenticate, admit, read, check for a repeat, handle, answer. */
import { withDeadline } from '@sluice/concurrency';
import { ApiError, type ReadSettings } from '@sluice/contracts';
import type { Request, Response } from 'express';
import { newUlid } from '@sluice/process';
import { errorFields, type Logger } from '@sluice/process';
import { failureAnswer, messageAnswer, send, successAnswer, type Answer } from './answer.js';
import { authenticate, type FindKeyHolder } from './authentication.js';
import { completeProblems } from './complete-problems.js';
import { exchangeOf, type Exchange } from './exchange.js';
import { failureOf } from './failure.js';
import { idempotencyKey, idempotently, type IdempotencyClaims } from './idempotency.js';
import type { LimitRate } from './rate-limit.js';
import { noBody, readInput, sentBody } from './read-request.js';
import { requestIds } from './request-ids.js';
import {
  AlsoAnswer,
  TextAnswer,
  type AnyEndpoint,
  type Route,
  type RouteCall,
  type TenantScope,
} from './route.js';
import type { EnterWaitRoom } from './wait-room.js';

/** What serving a route needs besides the route. */
export interface Surroundings {
  readonly findKeyHolder: FindKeyHolder;
  readonly limitRate: LimitRate;
  /** Whether the service is too busy to accept more work. */
  readonly refusesWork: () => boolean;
  readonly claimsOf: (tenantId: string) => IdempotencyClaims;
  /** Whether an unavailable store caused the error. */
  readonly isUnavailable: (error: unknown) => boolean;
  readonly log: Logger;
  /** What the bodies of requests may hold. */
  readonly reads: ReadSettings;
}

/** When refused work may be sent again. */
const TRY_AGAIN_SECONDS = 5;
/** A request without an answer by then is given up, and its answer asks the caller to retry under the same key. */
const ANSWER_WITHIN_MS = 20_000;

/**
 * Authenticates a request and counts it against the rate limit. Runs first on every path of the interface; an unknown
 * path needs no key.
 */
export async function admit(
  request: Request,
  response: Response,
  surroundings: Surroundings,
): Promise<TenantScope> {
  const tenant = await authenticate(request, surroundings.findKeyHolder);
  exchangeOf(response).tenant = tenant;
  await surroundings.limitRate(tenant, response);
  return tenant;
}

/** Answers requests to `route`. */
export function serveRoute<Deps>(
  route: Route<Deps>,
  deps: Deps,
  surroundings: Surroundings & { readonly enterWaitRoom: EnterWaitRoom },
): (request: Request, response: Response) => Promise<void> {
  const { endpoint, handle } = route;
  return async (request, response) => {
    const exchange = exchangeOf(response);
    exchange.route = endpoint.path;
    const tenant = await admit(request, response, surroundings);
    if (endpoint.createsWork && surroundings.refusesWork()) {
      throw new ApiError('SERVICE_UNAVAILABLE', { retryAfterSeconds: TRY_AGAIN_SECONDS });
    }
    // The body of a GET is not read, because lists answer no VALIDATION_ERROR (§7).
    const body = endpoint.body ? await sentBody(request, response) : noBody;
    const key = idempotencyKey(endpoint, request);

    const perform = async (seed: string): Promise<Answer> => {
      const { requestId } = exchange;
      const call = {
        ...readInput(endpoint, request, body.json, surroundings.reads),
        tenant,
        ids: requestIds(seed),
        request: {
          id: requestId,
          prefers: (types: readonly string[]) => request.accepts([...types]) || undefined,
          get log() {
            return surroundings.log.child({ requestId });
          },
        },
      };
      const handled: unknown = await handle(call as RouteCall<never>, deps);
      exchange.about = idsIn(handled);
      return answerWith(endpoint, handled);
    };

    const work = (seed: string): Promise<Answer> =>
      perform(seed).catch(async (error: unknown) => {
        const sent = Object(body.json) as Readonly<Record<string, unknown>>;
        throw await completeProblems(error, async () => route.referenceProblems?.(sent, tenant, deps) ?? []);
      });

    const answering = (): Promise<Answer> => {
      if (key === undefined) return work(newUlid());
      const { method, path } = request;
      const { tenantId } = tenant;
      const { enterWaitRoom } = surroundings;
      return idempotently(
        { tenantId, key, method, path, body, isGone: () => response.destroyed },
        { claims: surroundings.claimsOf(tenantId), enterWaitRoom },
        newUlid(),
        (seed) => work(seed).catch((error: unknown) => failed(error, exchange.requestId, surroundings)),
      );
    };
    const answer = await withDeadline('a request', ANSWER_WITHIN_MS, answering());
    if (answer.headers?.['Idempotent-Replayed']) exchange.replayed = true;
    send(response, answer);
  };
}

/** The answer to a failure. Details that the caller must not see are logged under the request's id. */
export function failed(
  error: unknown,
  requestId: string,
  { isUnavailable, log }: Pick<Surroundings, 'isUnavailable' | 'log'>,
): Answer {
  const failure = failureOf(error, isUnavailable);
  if (failure.status >= 500) {
    log.error(failure.code, { requestId, ...errorFields(failure.cause ?? failure) });
  }
  return failureAnswer(failure);
}

// Lets the log lead from a request to its lead, and from there through the stages.
function idsIn(handled: unknown): Exchange['about'] {
  const { leadId, submissionId } = Object(handled) as Record<string, unknown>;
  return {
    ...(typeof leadId === 'string' && { leadId }),
    ...(typeof submissionId === 'string' && { submissionId }),
  };
}

function answerWith(endpoint: AnyEndpoint, handled: unknown): Answer {
  if (!endpoint.data) return messageAnswer(endpoint.successStatus, handled as string);
  if (handled instanceof TextAnswer)
    return {
      status: endpoint.successStatus,
      body: handled.text,
      type: `${endpoint.alsoText}; charset=utf-8`,
    };
  if (!(handled instanceof AlsoAnswer)) return successAnswer(endpoint.successStatus, handled);
  if (endpoint.alsoStatus === undefined) {
    throw new ApiError('INTERNAL_ERROR', {
      cause: new Error(`${endpoint.operationId} declares no second status`),
    });
  }
  return successAnswer(endpoint.alsoStatus, handled.data);
}
