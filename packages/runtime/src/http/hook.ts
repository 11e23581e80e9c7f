/**
 * Hooks: addresses that vendors call in their own words. They are no part of the interface: no key, no envelope; who
 * calls is known by the vendor's signature, over exactly the bytes that came in.
 */
import { ApiError } from '@sluice/contracts';
import express, { type Express, type Request, type Response } from 'express';
import type { Logger } from '../logger.js';
import { exchangeOf } from './exchange.js';

/** A vendor's call as it came in. */
export interface HookCall {
  readonly params: Readonly<Record<string, string>>;
  /** Path and query, as they were asked for. */
  readonly target: string;
  readonly query: URLSearchParams;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly rawBody: string;
  /** Names the request in each line. */
  readonly log: Logger;
}

/** What the vendor hears back, in its own format. */
export interface HookAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

/** An address and its handler; an ApiError that is thrown is answered in the envelope. */
export interface Hook {
  /** E.g. `/hooks/sms/{vendor}/{tenantId}`. */
  readonly path: string;
  readonly handle: (call: HookCall) => Promise<HookAnswer>;
}

const MOST_BODY_BYTES = 64 * 1024;

const readBytes = express.raw({ type: () => true, limit: MOST_BODY_BYTES });

/** Mounts hooks; they answer to POST alone. */
export function mountHooks(app: Express, hooks: readonly Hook[], log: Logger): void {
  for (const { path, handle } of hooks) {
    const mounted = app.route(path.replaceAll(/\{(\w+)\}/g, ':$1'));
    mounted.post(readBytes, async (request: Request, response: Response) => {
      const exchange = exchangeOf(response);
      exchange.route = path;
      const { requestId } = exchange;
      const { status, contentType, body } = await handle(callOf(request, log.child({ requestId })));
      response.writeHead(status, {
        'Content-Type': contentType,
        'Content-Length': Buffer.byteLength(body),
        'Cache-Control': 'no-store',
      });
      response.end(body);
    });
    mounted.all((_request, response) => {
      exchangeOf(response).route = path;
      throw new ApiError('METHOD_NOT_ALLOWED', { allow: ['POST'] });
    });
  }
}

function callOf(request: Request, log: Logger): HookCall {
  const headers = Object.entries(request.headers).map(
    ([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value] as const,
  );
  return {
    params: request.params as Readonly<Record<string, string>>,
    target: request.originalUrl,
    query: new URL(request.originalUrl, 'http://hook').searchParams,
    headers: Object.fromEntries(headers),
    rawBody: Buffer.isBuffer(request.body) ? request.body.toString('utf8') : '',
    log,
  };
}
