/**
 * How every declared endpoint is mounted and served, those of the interface and those of the admin API: who may call it,
 * its body, the deadline of its answer, and the envelope around it.
 */
import { withDeadline } from '@sluice/concurrency';
import { ApiError, type ReadSettings } from '@sluice/contracts';
import { errorFields, type Logger } from '@sluice/process';
import type { IRouter, NextFunction, Request, Response } from 'express';
import { failureAnswer, send, type Answer } from './answer.js';
import { exchangeOf } from './exchange.js';
import { failureOf } from './failure.js';
import {
  bodyReader,
  noBody,
  readInput,
  type Declared,
  type SentBody,
  type SentInput,
} from './requests/read-request.js';

/** A way into the service, with the limits of the requests that come by it. */
export interface Door<Caller, Endpoint extends Declared> {
  /**
   * Returns the caller, or throws unless it may call this endpoint (UNAUTHORIZED, FORBIDDEN, RATE_LIMITED,
   * SERVICE_UNAVAILABLE). Without an endpoint the method is one that the path does not have.
   */
  readonly admit: (request: Request, response: Response, endpoint?: Endpoint) => Promise<Caller>;
  readonly maxBodyBytes: number;
  readonly answerWithinMs: number;
  /** What the bodies of requests may hold. */
  readonly reads: ReadSettings;
}

/** A request of an admitted caller, whose body has arrived. */
export interface Arrived<Caller> {
  readonly caller: Caller;
  readonly body: SentBody;
  /** Reads its input. @throws ApiError NOT_FOUND, VALIDATION_ERROR */
  readonly read: () => SentInput;
  readonly request: Request;
  readonly response: Response;
  /** Aborted when the caller has gone, or has been told that the answer took too long. */
  readonly signal: AbortSignal;
}

/** An answer, or a function that sees to one that has no end in sight or comes later. */
export type Served = Answer | ((response: Response) => Promise<void> | void);

/** Mounts `routes` on a router that is itself at `below`; any other method of their paths is METHOD_NOT_ALLOWED. */
export function mountRoutes<Caller, Endpoint extends Declared, R extends { readonly endpoint: Endpoint }>(
  router: IRouter,
  routes: readonly R[],
  door: Door<Caller, Endpoint>,
  serve: (route: R) => (arrived: Arrived<Caller>) => Promise<Served>,
  below = '',
): void {
  const paths = [...new Set(routes.map(({ endpoint }) => endpoint.path))];
  const mountedAt = (path: string) => router.route(path.slice(below.length).replaceAll(/\{(\w+)\}/g, ':$1'));
  for (const path of paths) {
    const mounted = mountedAt(path);
    for (const route of routes.filter(({ endpoint }) => endpoint.path === path)) {
      const method = route.endpoint.method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete';
      mounted[method](serveEndpoint(route.endpoint, door, serve(route)));
    }
  }
  // After all others: a word of one path may be an id in another that has the method.
  for (const path of paths) {
    const allow = routes
      .filter(({ endpoint }) => endpoint.path === path)
      .map(({ endpoint }) => endpoint.method);
    mountedAt(path).all(async (request, response) => {
      exchangeOf(response).route = path;
      await door.admit(request, response);
      throw new ApiError('METHOD_NOT_ALLOWED', { allow });
    });
  }
}

function serveEndpoint<Caller, Endpoint extends Declared>(
  endpoint: Endpoint,
  { admit, maxBodyBytes, answerWithinMs, reads }: Door<Caller, Endpoint>,
  serve: (arrived: Arrived<Caller>) => Promise<Served>,
): (request: Request, response: Response) => Promise<void> {
  const sentBody = bodyReader(maxBodyBytes);
  return async (request, response) => {
    exchangeOf(response).route = endpoint.path;
    // A caller who is not admitted learns nothing about other problems of the request.
    const caller = await admit(request, response, endpoint);
    // The body of a GET is not read, because lists answer no VALIDATION_ERROR (§7).
    const body = endpoint.body ? await sentBody(request, response) : noBody;
    const read = inputReader(endpoint, request, body, reads);
    const over = new AbortController();
    const missed = () => over.abort();
    response.once('close', missed);
    const serving = serve({ caller, body, read, request, response, signal: over.signal });
    const served = await withDeadline('a request', answerWithinMs, serving, { missed });
    if (typeof served === 'function') await served(response);
    else send(response, served);
  };
}

// Apart, so that what outlives the body, such as a listener of the response, does not hold it.
function inputReader(endpoint: Declared, { params, query }: Request, body: SentBody, reads: ReadSettings) {
  return () => readInput(endpoint, { params, query, body: body.json }, reads);
}

/** What an answer to a failure depends on. */
export interface FailureFacts {
  /** Whether an unavailable store caused the error. */
  readonly isUnavailable: (error: unknown) => boolean;
  readonly log: Logger;
}

/** The answer to a failure. Details that the caller must not see are logged under the request's id. */
export function failed(error: unknown, requestId: string, { isUnavailable, log }: FailureFacts): Answer {
  const failure = failureOf(error, isUnavailable);
  if (failure.status >= 500) {
    log.error(failure.code, { requestId, ...errorFields(failure.cause ?? failure) });
  }
  return failureAnswer(failure);
}

/** Answers whatever a router or an app throws, in the envelope; an answer that has begun is broken off. */
export function answerFailures(facts: FailureFacts) {
  // Express recognises an error handler by its four parameters.
  return (error: unknown, _request: Request, response: Response, _next: NextFunction): void => {
    if (response.headersSent) response.destroy();
    else send(response, failed(error, exchangeOf(response).requestId, facts));
  };
}

/** Answers a request that no route has taken. */
export function nothingHere(): never {
  throw new ApiError('NOT_FOUND');
}
