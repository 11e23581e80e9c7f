/** Reads a request: its bytes up to the limit, then path, query and body by the endpoint's schemas. */
import {
  ApiError,
  listParameters,
  problemsOf,
  readBody,
  type DocumentBounds,
  type ReadSettings,
} from '@sluice/contracts';
import express, { type Request, type RequestHandler, type Response } from 'express';
import { z } from 'zod';
import { bodyText, refuseOtherCharset } from './body-text.js';

/** What a declaration says to whoever serves it. */
export interface Declared {
  readonly method: string;
  /** With parameters in braces. */
  readonly path: string;
  readonly params?: z.ZodObject | undefined;
  readonly query?: z.ZodObject | undefined;
  readonly body?: z.ZodType | undefined;
  /** Of the body, where they are not those of any body. */
  readonly bounds?: DocumentBounds | undefined;
}

/** The largest body of the interface that is read: 256 kB. */
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
  const bytes = request.body;
  // A request that waits for its answer would hold it.
  request.body = undefined;
  return bytes;
}

function hasBody({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** The input of a call, from the wire or from a command's options. */
export interface SentInput {
  readonly params: unknown;
  readonly query: unknown;
  /** Already parsed from JSON. */
  readonly body: unknown;
}

/**
 * Validates path, query and body as the endpoint declares them, under `settings`. A caller in process may pass `bounds`
 * other than those of a request's body.
 * @throws ApiError VALIDATION_ERROR with every problem; NOT_FOUND for a path that contains no valid identifier
 */
export function readInput(
  { params, query, body, bounds: declared }: Declared,
  sent: SentInput,
  settings: ReadSettings,
  bounds: DocumentBounds = {},
): SentInput {
  const path = params?.safeParse(sent.params);
  // A value that is not a valid identifier matches no record.
  if (path && !path.success) throw new ApiError('NOT_FOUND');
  const asked = query?.safeParse(queryFor(query, sent.query ?? {}));
  const read = body && readBody(body, sent.body, settings, { ...declared, ...bounds });
  const details = [
    ...(asked?.error ? problemsOf(asked.error, 'query') : []),
    ...(read?.kind === 'invalid' ? read.problems : []),
  ];
  if (details.length > 0) throw new ApiError('VALIDATION_ERROR', { details });
  return { params: path?.data, query: asked?.data, body: read?.kind === 'valid' ? read.value : undefined };
}

// The queries of the interface's lists never fail (§7). All others do, also for a parameter that is unknown.
function queryFor(query: z.ZodObject, sent: unknown): unknown {
  const refusesUnknown = query.def.catchall instanceof z.ZodNever;
  return refusesUnknown ? sent : listParameters(sent as Request['query']);
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ApiError('VALIDATION_ERROR', { details: ['body: is not valid JSON'] });
  }
}
