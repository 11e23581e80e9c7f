/**
 * Hooks: addresses that vendors call in their own format. They are not part of the interface and have no API key and no
 * envelope. The caller is authenticated by the vendor's signature over the exact bytes received, so a body is held before
 * it is known whose it is: what stands before it is looked at first, and what is held together is bounded.
 */
import { ApiError } from '@sluice/contracts';
import express, { type Express, type NextFunction, type Request, type Response } from 'express';
import { clientAddress, type Logger } from '@sluice/process';
import { addressKey } from './limits/address-key.js';
import { exchangeOf } from './exchange.js';
import { createWaitRoom } from './limits/wait-room.js';

/** What stands before the body of a vendor's call. */
export interface HookHead {
  /** Where the call comes from. */
  readonly address: string;
  readonly params: Readonly<Record<string, string>>;
  /** Path and query as requested. */
  readonly target: string;
  readonly query: URLSearchParams;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Adds the request id to each line. */
  readonly log: Logger;
}

/** A vendor's call as received. */
export interface HookCall extends HookHead {
  /** Exactly the bytes received, which vendors sign. */
  readonly rawBody: Buffer;
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
  /** The answer to a call that is refused by what stands before its body, which is then not read. */
  readonly refuse: (head: HookHead) => Promise<HookAnswer | undefined>;
  readonly handle: (call: HookCall) => Promise<HookAnswer>;
}

const MOST_BODY_BYTES = 64 * 1024;
/** What calls hold that are being read and judged: of one address three of the longest, or thousands of usual length. */
const ROOM_BYTES = 64 * 1024 * 1024;
const ROOM_OF_ONE_ADDRESS_BYTES = ROOM_BYTES / 4;
const TRY_AGAIN_SECONDS = 1;

/** Mounts hooks, which accept only POST. */
export function mountHooks(app: Express, hooks: readonly Hook[], log: Logger): void {
  const enterRoom = createWaitRoom(ROOM_BYTES, ROOM_OF_ONE_ADDRESS_BYTES);
  for (const { path, handle, refuse, mostBodyBytes = MOST_BODY_BYTES } of hooks) {
    const headOfThis = (request: Request, response: Response): HookHead =>
      headOf(request, log.child({ requestId: exchangeOf(response).requestId }));
    const admit = async (request: Request, response: Response, next: NextFunction) => {
      exchangeOf(response).route = path;
      const head = headOfThis(request, response);
      const refused = await refuse(head);
      if (refused) return answer(response, refused);
      const leave = enterRoom(addressKey(head.address), bytesToHold(request, mostBodyBytes));
      if (!leave) throw new ApiError('SERVICE_UNAVAILABLE', { retryAfterSeconds: TRY_AGAIN_SECONDS });
      if (response.destroyed) return leave();
      response.once('close', leave);
      next();
    };
    const readBytes = express.raw({ type: () => true, limit: mostBodyBytes });
    const mounted = app.route(path.replaceAll(/\{(\w+)\}/g, ':$1'));
    mounted.post(admit, readBytes, async (request: Request, response: Response) => {
      const rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      answer(response, await handle({ ...headOfThis(request, response), rawBody }));
    });
    mounted.all((_request, response) => {
      exchangeOf(response).route = path;
      throw new ApiError('METHOD_NOT_ALLOWED', { allow: ['POST'] });
    });
  }
}

function answer(response: Response, { status, contentType, body }: HookAnswer): void {
  response.writeHead(status, {
    'Content-Type': contentType,
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
  });
  response.end(body);
}

// The most that the body may turn out to have: only a length that is declared of an uncompressed body is known before.
function bytesToHold({ headers }: Request, mostBodyBytes: number): number {
  const { 'content-length': length, 'content-encoding': coding = 'identity' } = headers;
  if (length === undefined || coding !== 'identity') return mostBodyBytes;
  return Math.min(Number(length), mostBodyBytes);
}

function headOf(request: Request, log: Logger): HookHead {
  const headers = Object.entries(request.headers).map(
    ([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value] as const,
  );
  return {
    address: clientAddress(request),
    params: request.params as Readonly<Record<string, string>>,
    target: request.originalUrl,
    query: new URL(request.originalUrl, 'http://hook').searchParams,
    headers: Object.fromEntries(headers),
    log,
  };
}
