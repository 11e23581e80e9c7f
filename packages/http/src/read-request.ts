/** Reads a request: its bytes up to the limit, then path, query and body by the endpoint's schemas. */
import { ApiError, listParameters, problemsOf, readBody, type ReadSettings } from '@sluice/contracts';
import express, { type Request, type RequestHandler, type Response } from 'express';
import { z } from 'zod';
import { bodyText, refuseOtherCharset } from './body-text.js';
import type { AnyEndpoint, RouteCall } from './route.js';

/** The largest body that is read: 256 kB. */
export const maxBodyBytes = 256 * 1024;

/** A body as it was sent. */
export interface SentBody {
  readonly bytes: Buffer;
  /** What the bytes say; an empty object for a request without a body. */
  readonly json: unknown;
}

/** The body of a request that has none. */
export const noBody: SentBody = { bytes: Buffer.alloc(0), json: {} };

/**
 * Returns a reader of JSON bodies of at most `limitBytes`.
 * @throws ApiError UNSUPPORTED_MEDIA_TYPE, VALIDATION_ERROR for what is not JSON in UTF-8, and whatever the body parser
 *   throws (too large, cut short, not inflatable)
 */
export function bodyReader(limitBytes: number): (request: Request, response: Response) => Promise<SentBody> {
  const readJsonBytes = express.raw({ type: 'application/json', limit: limitBytes });
  return async (request, response) => {
    const bytes = await readBytes(readJsonBytes, request, response);
    return bytes.length === 0 ? noBody : { bytes, json: parsedJson(bodyText(bytes)) };
  };
}

/** Reads the body of a request of the interface. */
export const sentBody = bodyReader(maxBodyBytes);

async function readBytes(
  readJsonBytes: RequestHandler,
  request: Request,
  response: Response,
): Promise<Buffer> {
  if (!hasBody(request)) return noBody.bytes;
  if (!request.is('application/json')) throw new ApiError('UNSUPPORTED_MEDIA_TYPE');
  refuseOtherCharset(request.headers['content-type']);
  await new Promise<void>((resolve, reject) => {
    void readJsonBytes(request, response, (error?: unknown) =>
      error ? reject(error instanceof Error ? error : new Error('unreadable body')) : resolve(),
    );
  });
  // The parser skips a request whose sender has already disconnected. If its body were taken as empty, it would be
  // stored as such under its Idempotency-Key, and a repeat of the request would be refused for a different body.
  if (!Buffer.isBuffer(request.body))
    throw new ApiError('VALIDATION_ERROR', { details: ['body: was cut short'] });
  return request.body;
}

function hasBody({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** The parts of a request that a handler receives. */
export type ReadInput = Pick<RouteCall<AnyEndpoint>, 'params' | 'query' | 'body'>;

/**
 * Reads path, query and body as the endpoint declares them, and the body under `settings`.
 * @throws ApiError VALIDATION_ERROR with every problem of the body
 */
export function readInput(
  { params, query, body }: AnyEndpoint,
  request: Request,
  json: unknown,
  settings: ReadSettings,
): ReadInput {
  const input = {
    // A value that is not a valid identifier matches no record.
    params: params && readParams(params.safeParse(request.params)),
    query: query && readQuery(query, request.query),
    body: undefined as unknown,
  };
  if (body) {
    const read = readBody(body, json, settings);
    if (read.kind === 'invalid') throw new ApiError('VALIDATION_ERROR', { details: read.problems });
    input.body = read.value;
  }
  return input as ReadInput;
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ApiError('VALIDATION_ERROR', { details: ['body: is not valid JSON'] });
  }
}

type Read =
  | { readonly success: true; readonly data: unknown }
  | { readonly success: false; readonly error: z.ZodError };

function readParams(read: Read): unknown {
  if (read.success) return read.data;
  throw new ApiError('NOT_FOUND');
}

// The queries of lists never fail (§7). Those of reports do, also for a parameter that is unknown.
function readQuery(query: z.ZodObject, sent: Request['query']): unknown {
  const refusesUnknown = query.def.catchall instanceof z.ZodNever;
  const read: Read = query.safeParse(refusesUnknown ? sent : listParameters(sent));
  if (read.success) return read.data;
  throw new ApiError('VALIDATION_ERROR', { details: problemsOf(read.error, 'query') });
}
