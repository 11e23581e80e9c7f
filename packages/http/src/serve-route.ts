/** The interface's own part of serving a request: a tenant's key, a repeat under an Idempotency-Key, the handler. */
import { bodyHash } from './requests/body-hash.js';
import { ApiError, type ReadSettings } from '@sluice/contracts';
import { newUlid } from '@sluice/process';
import type { Response } from 'express';
import { messageAnswer, successAnswer, type Answer } from './answer.js';
import { authenticate, type FindKeyHolder } from './requests/authentication.js';
import { completeProblems } from './requests/complete-problems.js';
import { exchangeOf, type Exchange } from './exchange.js';
import { idempotencyKey, idempotently, type IdempotencyClaims } from './requests/idempotency.js';
import { preferredWaitSeconds } from './requests/prefer-wait.js';
import type { LimitRate } from './limits/rate-limit.js';
import { maxBodyBytes } from './requests/read-request.js';
import { refuseForeign } from './requests/refuse-supplier.js';
import { requestIds } from './requests/request-ids.js';
import {
  AlsoAnswer,
  TextAnswer,
  type AnyEndpoint,
  type Route,
  type RouteCall,
  type TenantScope,
} from './route.js';
import { failed, type Arrived, type Door, type FailureFacts, type Served } from './serve-endpoint.js';
import type { EnterWaitRoom } from './limits/wait-room.js';

/** What serving a route needs besides the route. */
export interface Surroundings extends FailureFacts {
  readonly findKeyHolder: FindKeyHolder;
  readonly limitRate: LimitRate;
  /** Whether the service is too busy to accept more work. */
  readonly refusesWork: () => boolean;
  readonly claimsOf: (tenantId: string) => IdempotencyClaims;
  /** What the bodies of requests may hold. */
  readonly reads: ReadSettings;
  readonly answerLater: AnswerLater;
}

/** An accepted request whose caller prefers to wait for the outcome. */
export interface AskedToWait {
  readonly tenant: TenantScope;
  /** What was answered without waiting: `data` of the envelope, and the whole. */
  readonly data: Readonly<Record<string, unknown>>;
  readonly answer: Answer;
  readonly seconds: number;
}

/** Sees to it that a request of an endpoint that `waits` is answered, at the latest once its seconds are over. */
export type AnswerLater = (asked: AskedToWait, response: Response) => void;

/** When refused work may be sent again. */
const TRY_AGAIN_SECONDS = 5;
/** A request without an answer by then is given up, and its answer asks the caller to retry under the same key. */
const ANSWER_WITHIN_MS = 20_000;

/** The way into the interface: a tenant's key. */
export function interfaceDoor(surroundings: Surroundings): Door<TenantScope, AnyEndpoint> {
  return {
    admit: async (request, response, endpoint) => {
      const tenant = await authenticate(request, surroundings.findKeyHolder);
      exchangeOf(response).tenant = tenant;
      await surroundings.limitRate(tenant, response);
      refuseForeign(request, tenant, endpoint);
      if (endpoint?.createsWork && surroundings.refusesWork()) {
        throw new ApiError('SERVICE_UNAVAILABLE', { retryAfterSeconds: TRY_AGAIN_SECONDS });
      }
      return tenant;
    },
    maxBodyBytes,
    answerWithinMs: ANSWER_WITHIN_MS,
    reads: surroundings.reads,
  };
}

/** Answers requests to `route`: checks for a repeat, handles, and completes the problems of a refused body. */
export function serveRoute<Deps>(
  route: Route<Deps>,
  deps: Deps,
  surroundings: Surroundings & { readonly enterWaitRoom: EnterWaitRoom },
): (arrived: Arrived<TenantScope>) => Promise<Served> {
  const answered = answerRoute(route, deps, surroundings);
  const { answerLater } = surroundings;
  return async (arrived) => {
    const seconds = route.endpoint.waits && preferredWaitSeconds(arrived.request.headers['prefer']);
    const answer = await answered(arrived);
    return seconds === undefined || answer.status >= 400
      ? answer
      : waiting(answerLater, { tenant: arrived.caller, data: dataOf(answer), answer, seconds });
  };
}

// Apart, so that what waits holds no body.
function waiting(answerLater: AnswerLater, asked: AskedToWait): Served {
  return (response) => answerLater(asked, response);
}

function dataOf({ body }: Answer): AskedToWait['data'] {
  return (JSON.parse(body) as { readonly data: AskedToWait['data'] }).data;
}

function answerRoute<Deps>(
  route: Route<Deps>,
  deps: Deps,
  surroundings: Parameters<typeof serveRoute>[2],
): (arrived: Arrived<TenantScope>) => Promise<Answer> {
  const { endpoint, handle } = route;
  return async ({ caller: tenant, body, read, request, response }) => {
    const exchange = exchangeOf(response);
    const sent = Object(body.json) as Readonly<Record<string, unknown>>;
    if (tenant.supplier && route.forbids?.(sent, tenant.supplier)) throw new ApiError('FORBIDDEN');
    const key = idempotencyKey(endpoint, request);

    const perform = async (seed: string): Promise<Answer> => {
      const { requestId } = exchange;
      const call = {
        ...read(),
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
      const same = await route.sameAs?.(call as RouteCall<never>, deps);
      if (!same) return performAs(call);
      return once(
        { key: bodyHash(same.of), json: same.of, forMs: same.forMs },
        (own) => performAs({ ...call, ids: requestIds(own) }),
        seed,
      );
    };

    const performAs = async (call: object): Promise<Answer> => {
      const handled: unknown = await handle(call as RouteCall<never>, deps);
      exchange.about = idsIn(handled);
      return answerWith(endpoint, handled);
    };

    const { method, path } = request;
    const { tenantId, supplier } = tenant;
    const once = (
      { key: of, json, forMs }: { readonly key: string; readonly json: unknown; readonly forMs?: number },
      doIt: (seed: string) => Promise<Answer>,
      seed: string,
    ): Promise<Answer> =>
      idempotently(
        {
          ...{ tenantId, supplier, key: of, method, path, forMs },
          body: { ...body, json },
          isGone: () => response.destroyed,
        },
        { claims: surroundings.claimsOf(tenantId), enterWaitRoom: surroundings.enterWaitRoom },
        seed,
        (own) => doIt(own).catch((error: unknown) => failed(error, exchange.requestId, surroundings)),
      );

    const work = (seed: string): Promise<Answer> =>
      perform(seed).catch(async (error: unknown) => {
        throw await completeProblems(error, async () => route.referenceProblems?.(sent, tenant, deps) ?? []);
      });

    const answer =
      key === undefined ? await work(newUlid()) : await once({ key, json: body.json }, work, newUlid());
    if (answer.headers?.['Idempotent-Replayed']) exchange.replayed = true;
    return answer;
  };
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
