/**
 * Hooks: addresses that vendors call in their own format. They are not part of the interface and have no API key and no
 * envelope. The caller is authenticated by the vendor's signature over the exact bytes received.
 */
import { ApiError } from '@sluice/contracts';
import express, { type Express, type Request, type Response } from 'express';
import type { Logger } from '@sluice/process';
import { exchangeOf } from './exchange.js';

/** A vendor's call as received. */
export interface HookCall {
  readonly params: Readonly<Record<string, string>>;
  /** Path and query as requested. */
  readonly target: string;
  readonly query: URLSearchParams;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Exactly the bytes received, which vendors sign. */
  readonly rawBody: Buffer;
  /** Adds the request id to each line. */
  readonly log: Logger;
}

/** The response to the vendor, in the vendor's own format. */
export interface HookAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

/** An address and its handler. An ApiError that the handler throws is answered in the envelope. */
export interface Hook {
  /** E.g. `/hooks/sms/{vendor}/{tenantId}`. */
  readonly path: string;
  /** The largest body that it takes; default 64 kB. */
  readonly mostBodyBytes?: number;
  readonly handle: (call: HookCall) => Promise<HookAnswer>;
}

const MOST_BODY_BYTES = 64 * 1024;

/** Mounts hooks, which accept only POST. */
export function mountHooks(app: Express, hooks: readonly Hook[], log: Logger): void {
  for (const { path, handle, mostBodyBytes = MOST_BODY_BYTES } of hooks) {
    const readBytes = express.raw({ type: () => true, limit: mostBodyBytes });
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
    rawBody: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
    log,
  };
}
