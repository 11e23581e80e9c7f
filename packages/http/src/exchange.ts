/**
 * One request and its answer, as the log and the metrics record it: an id, a route, a tenant, a duration. Never a path
 * with ids in it, a query or a body, which may hold personal data.
 */
import { randomUUID } from 'node:crypto';
import type { NextFunction, Request, Response } from 'express';
import type { Logger } from '@sluice/process';
import type { Metrics } from '@sluice/process';
import { activeTracer } from '@sluice/process';
import type { TenantScope } from './route.js';
import { clientAddress } from '@sluice/process';

/** What is known about an exchange while it lasts. */
export interface Exchange {
  readonly requestId: string;
  readonly startedAt: number;
  /** The declared path; absent when no route matched. */
  route?: string;
  tenant?: TenantScope;
  /** The lead and the submission that the answer concerns. */
  about?: { readonly leadId?: string; readonly submissionId?: string } | undefined;
  /** The caller of the admin API. */
  actor?: string;
  replayed?: true;
  /** How long it waited for an outcome, as its caller preferred. */
  waitedMs?: number;
}

/** The exchange that a response belongs to. */
export function exchangeOf(response: Response): Exchange {
  return response.locals as Exchange;
}

// Echoed into a header and the log, so it must be plain.
const plainId = /^[\x21-\x7e]{1,128}$/;

/** Starts every exchange: assigns its id, and logs and counts it when it ends. */
export function beginExchange(log: Logger, metrics: Metrics) {
  return (request: Request, response: Response, next: NextFunction): void => {
    const sent = request.headers['x-request-id'];
    const requestId = typeof sent === 'string' && plainId.test(sent) ? sent : randomUUID();
    const exchange: Exchange = Object.assign(response.locals, { requestId, startedAt: performance.now() });
    response.setHeader('X-Request-Id', requestId);
    const trace = activeTracer()?.request(request.method, request.headers, requestId);
    response.once('close', () => {
      const { waitedMs = 0 } = exchange;
      const durationMs = performance.now() - exchange.startedAt - waitedMs;
      const route = exchange.route ?? 'none';
      const { statusCode: status } = response;
      metrics.httpRequests.inc({ route, status });
      metrics.httpSeconds.observe({ route }, durationMs / 1000);
      const fields = {
        requestId,
        method: request.method,
        route,
        status,
        durationMs: Math.round(durationMs * 10) / 10,
        waitedMs: waitedMs > 0 ? Math.round(waitedMs) : undefined,
        tenantId: exchange.tenant?.tenantId,
        key: exchange.tenant?.prefix,
        ...exchange.about,
        actor: exchange.actor,
        // A caller without a key is identified only by its address.
        from: status === 401 ? clientAddress(request) : undefined,
        replayed: exchange.replayed ? true : undefined,
        aborted: !response.writableFinished ? true : undefined,
      };
      if (!trace) return log.info('request', fields);
      trace.run(() => log.info('request', fields));
      trace.end(fields);
    });
    if (trace) trace.run(next);
    else next();
  };
}
