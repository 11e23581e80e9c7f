/**
 * The one way out: every call to a buyer, a webhook, an SMS vendor or an ad platform goes through this client.
 * It keeps calls away from private networks, and keeps what they cost in time and memory within bounds.
 */
import { request as requestHttp } from 'node:http';
import type { ClientRequest, IncomingMessage, RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { AxiosHeaders, getAdapter } from 'axios';
import type { AxiosResponse } from 'axios';
import { failureReason } from './failure-reason.js';
import type { RequestPhase } from './failure-reason.js';
import { createGuardedAgents } from './guarded-agents.js';
import type { Answered, FailureReason, OutboundAnswer } from './outbound-answer.js';
import { readBodyStart } from './read-body.js';
import { callableUrl, headersAreSafe } from './refuse-request.js';

/** One call, ready to be sent. */
export interface OutboundRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The whole time from here to the last byte read: resolving, waiting for a socket and a slow answer included. */
  readonly timeoutMs: number;
}

/** Sends calls to the outside world. */
export interface OutboundClient {
  /** Sends one request and says how it ended. Never rejects and never takes longer than its time. */
  send(request: OutboundRequest): Promise<OutboundAnswer>;
  /** Closes the idle connections and breaks off the calls in flight. */
  close(): void;
}

/** Settings of a client. */
export interface OutboundClientOptions {
  /** Ranges such as `127.0.0.0/8` that may be called although they are not public; for development. */
  readonly allowedCidrs: readonly string[];
}

/** Opens a client with its own connection pools. Redirects are never followed, proxies never used. */
export function createOutboundClient({ allowedCidrs }: OutboundClientOptions): OutboundClient {
  const agents = createGuardedAgents(allowedCidrs);
  // The adapter alone: what axios puts around it (merged defaults, interceptors, transforms) would cost more than the
  // call, and there is nothing here for it to do.
  const adapter = getAdapter('http');
  const settings = {
    httpAgent: agents.http,
    httpsAgent: agents.https,
    proxy: false,
    maxRedirects: 0,
    responseType: 'stream',
    validateStatus: null,
  } as const;
  const carry: Carry = ({ url, method, headers, body }, transport) =>
    adapter({
      ...settings,
      url,
      method,
      headers: new AxiosHeaders({ ...defaultHeaders, ...headers }),
      data: body,
      transport,
    }) as Promise<AxiosResponse<Readable>>;
  return {
    send(request) {
      const startedAt = performance.now();
      const since = () => Math.round(performance.now() - startedAt);
      const sendable = callableUrl(request.url) !== undefined && headersAreSafe(request.headers);
      return sendable
        ? exchange(carry, request, since)
        : Promise.resolve({
            kind: 'failed',
            reason: 'invalid_request',
            mayHaveArrived: false,
            durationMs: since(),
          });
    },
    close: () => agents.close(),
  };
}

// Asked for plain bodies, most servers send them; one that compresses all the same is still read within bounds.
const defaultHeaders = { Accept: '*/*', 'Accept-Encoding': 'identity', 'User-Agent': 'Sluice/1.0' };

type Carry = (request: OutboundRequest, transport: WatchedTransport) => Promise<AxiosResponse<Readable>>;

function exchange(carry: Carry, request: OutboundRequest, since: () => number): Promise<OutboundAnswer> {
  return new Promise((resolve) => {
    const transport = watchedTransport();
    let settled = false;
    const settle = (answer: OutboundAnswer) => {
      if (settled) return;
      settled = true;
      clearTimeout(deadline);
      resolve(answer);
    };
    const fail = (reason: FailureReason) =>
      settle({ kind: 'failed', reason, mayHaveArrived: transport.phase() === 'open', durationMs: since() });
    const deadline = setTimeout(() => {
      fail('timeout');
      transport.abandon();
    }, request.timeoutMs);
    read(carry(request, transport)).then(
      (answer) => settle({ kind: 'answered', ...answer, durationMs: since() }),
      (error: unknown) => fail(failureReason(error, transport.phase())),
    );
  });
}

async function read(
  answer: Promise<AxiosResponse<Readable>>,
): Promise<Omit<Answered, 'kind' | 'durationMs'>> {
  const { status, headers, data } = await answer;
  const body = await readBodyStart(data);
  return { status, headers: flatHeaders(headers), ...body };
}

function flatHeaders(headers: object): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) flat[name] = String(value);
  return flat;
}

/** A transport for one request that knows how far the request has come. */
interface WatchedTransport {
  request(options: RequestOptions, onAnswer: (answer: IncomingMessage) => void): ClientRequest;
  phase(): RequestPhase;
  abandon(): void;
}

// Sockets over which bytes can travel: connected, and through the handshake where there is one.
const openSockets = new WeakSet<Socket>();

function watchedTransport(): WatchedTransport {
  let inFlight: ClientRequest | undefined;
  let phase: RequestPhase = 'waiting';
  return {
    request(options, onAnswer) {
      const secure = options.protocol === 'https:';
      const request = (secure ? requestHttps : requestHttp)(options, onAnswer);
      request.once('socket', (socket) => {
        if (openSockets.has(socket)) {
          phase = 'open';
          return;
        }
        if (secure) socket.once('connect', () => (phase = 'handshake'));
        socket.once(secure ? 'secureConnect' : 'connect', () => {
          openSockets.add(socket);
          phase = 'open';
        });
      });
      inFlight = request;
      return request;
    },
    phase: () => phase,
    abandon: () => inFlight?.destroy(),
  };
}
