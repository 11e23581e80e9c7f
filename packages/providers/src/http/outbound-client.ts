/**
 * The one way out: every call to a buyer, a webhook, an SMS vendor or an ad platform goes through this client.
 * It keeps calls away from private networks, and keeps what they cost in time and memory within bounds.
 */
import type { Dispatcher } from 'undici';
import { failureReason } from './failure-reason.js';
import { createGuardedConnections } from './guarded-connections.js';
import type { FailureReason, OutboundAnswer } from './outbound-answer.js';
import { readBodyStart, type BodyReader } from './read-body.js';
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
  /** Connections to one server at most; default 256. */
  readonly connections?: number;
  /** Begins the span of a call, whose headers go with it; undefined while no trace is made. */
  readonly traceCall?: (method: string, url: URL) => CallTrace | undefined;
}

/** The span of a call. */
export interface CallTrace {
  readonly headers: Readonly<Record<string, string>>;
  end(answer: { readonly status?: number; readonly failure?: string }): void;
}

/** Opens a client with its own connection pools. Redirects are never followed, proxies never used. */
export function createOutboundClient({
  allowedCidrs,
  connections: mostConnections,
  traceCall,
}: OutboundClientOptions): OutboundClient {
  const connections = createGuardedConnections(allowedCidrs, mostConnections);
  return {
    async send(request) {
      const startedAt = performance.now();
      const since = () => Math.round(performance.now() - startedAt);
      const url = callableUrl(request.url);
      if (!url || !headersAreSafe(request.headers))
        return { kind: 'failed', reason: 'invalid_request', mayHaveArrived: false, durationMs: since() };
      const trace = traceCall?.(request.method, url);
      if (!trace) return exchange(connections.dispatcher, url, request, since);
      const headers = { ...request.headers, ...trace.headers };
      const answer = await exchange(connections.dispatcher, url, { ...request, headers }, since);
      trace.end(answer.kind === 'answered' ? { status: answer.status } : { failure: answer.reason });
      return answer;
    },
    close: () => connections.close(),
  };
}

function exchange(
  dispatcher: Dispatcher,
  { origin, pathname, search }: URL,
  { method, headers, body, timeoutMs }: OutboundRequest,
  since: () => number,
): Promise<OutboundAnswer> {
  return new Promise((resolve) => {
    let controller: Dispatcher.DispatchController | undefined;
    let settled = false;
    let answer: BodyReader | undefined;

    const settle = (outcome: OutboundAnswer) => {
      if (settled) return;
      settled = true;
      clearTimeout(deadline);
      resolve(outcome);
    };
    // Once it has begun on a connection, its bytes are on their way to the other side.
    const fail = (reason: FailureReason) =>
      settle({ kind: 'failed', reason, mayHaveArrived: controller !== undefined, durationMs: since() });
    const abandon = () => controller?.abort(new Error('its caller stopped waiting for the answer'));
    const deadline = setTimeout(() => {
      fail('timeout');
      abandon();
    }, timeoutMs);

    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(started) {
        // Its time was over while it waited for a connection: it is not sent.
        if (settled) return started.abort(new Error('its caller stopped waiting for the answer'));
        controller = started;
      },
      onResponseStart(_controller, status, answered) {
        // An announcement of the answer to come (§15.2 of RFC 9110).
        if (status < 200) return;
        answer = readBodyStart(String(answered['content-encoding'] ?? ''));
        answer.start.then(
          (start) => {
            const durationMs = since();
            const outcome = {
              kind: 'answered',
              status,
              headers: flatHeaders(answered),
              ...start,
              durationMs,
            } as const;
            // Its connection is free for the next call only when this turn of the event loop is over.
            if (!start.truncated) return void setImmediate(settle, outcome);
            settle(outcome);
            abandon();
          },
          (error: unknown) => {
            fail(failureReason(error));
            abandon();
          },
        );
      },
      onResponseData: (_controller, chunk) => answer?.push(chunk),
      onResponseEnd: () => answer?.end(),
      onResponseError: (_controller, error) => fail(failureReason(error)),
    };
    try {
      dispatcher.dispatch(
        {
          ...{ origin, path: `${pathname}${search}`, method },
          headers: withDefaults(headers),
          ...(body !== undefined && { body }),
        },
        handler,
      );
    } catch (error) {
      fail(failureReason(error));
    }
  });
}

// Asked for plain bodies, most servers send them; one that compresses all the same is still read within bounds.
const defaultHeaders = { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'Sluice/1.0' };

function withDefaults(headers: Readonly<Record<string, string>>): Record<string, string> {
  const all: Record<string, string> = { ...defaultHeaders };
  for (const [name, value] of Object.entries(headers)) {
    const lowerCase = name.toLowerCase();
    if (lowerCase in defaultHeaders) all[lowerCase] = value;
    else all[name] = value;
  }
  return all;
}

function flatHeaders(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) flat[name] = String(value);
  return flat;
}
