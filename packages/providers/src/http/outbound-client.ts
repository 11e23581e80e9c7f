/**
 * The only way out: every call to a buyer, a webhook, an SMS vendor or an ad platform goes through this client. It
 * keeps calls away from private networks, and bounds their time and memory.
 */
import type { Dispatcher } from 'undici';
import { createAxios, sendThrough, type SentRequest } from './axios-instance.js';
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
  /** The time from now to the last byte read, including name resolution, the wait for a socket and a slow answer. */
  readonly timeoutMs: number;
}

/** Sends calls to receivers outside Sluice. */
export interface OutboundClient {
  /**
   * Sends one request and returns how it ended. Never rejects and never takes longer than its timeout: a body that is
   * not complete by then is cut there.
   */
  send(request: OutboundRequest): Promise<OutboundAnswer>;
  /** Closes the idle connections and aborts the calls in flight. */
  close(): void;
}

/** Settings of a client. */
export interface OutboundClientOptions {
  /** Ranges such as `127.0.0.0/8` that may be called although they are not public; for development. */
  readonly allowedCidrs: readonly string[];
  /** The maximum number of connections to one server; default 256. */
  readonly connections?: number;
  /** Begins the span of a call and provides its headers; returns undefined while tracing is off. */
  readonly traceCall?: (method: string, url: URL) => CallTrace | undefined;
}

/** The span of a call. */
export interface CallTrace {
  readonly headers: Readonly<Record<string, string>>;
  end(answer: { readonly status?: number; readonly failure?: string }): void;
}

/** Opens a client with its own connection pools. It follows no redirects and uses no proxies. */
export function createOutboundClient({
  allowedCidrs,
  connections: mostConnections,
  traceCall,
}: OutboundClientOptions): OutboundClient {
  const connections = createGuardedConnections(allowedCidrs, mostConnections);
  const http = createAxios((request) => exchange(connections.dispatcher, request));
  return {
    async send(request) {
      const url = callableUrl(request.url);
      if (!url || !headersAreSafe(request.headers))
        return { kind: 'failed', reason: 'invalid_request', mayHaveArrived: false, durationMs: 0 };
      const trace = traceCall?.(request.method, url);
      const headers = trace ? { ...request.headers, ...trace.headers } : request.headers;
      const answer = await sendThrough(http, { ...request, headers, body: request.body });
      if (!trace) return answer;
      trace.end(answer.kind === 'answered' ? { status: answer.status } : { failure: answer.reason });
      return answer;
    },
    close: () => connections.close(),
  };
}

function exchange(
  dispatcher: Dispatcher,
  { url, method, headers, body: sent, timeoutMs }: SentRequest,
): Promise<OutboundAnswer> {
  const startedAt = performance.now();
  const since = () => Math.round(performance.now() - startedAt);
  const { origin, pathname, search } = new URL(url);
  return new Promise((resolve) => {
    let controller: Dispatcher.DispatchController | undefined;
    let settled = false;
    let body: BodyReader | undefined;

    const settle = (outcome: OutboundAnswer) => {
      if (settled) return;
      settled = true;
      clearTimeout(deadline);
      resolve(outcome);
    };
    // A status that arrived stands, whatever happens to the body. Without one, the server may have received part of the
    // request once that has started on a connection.
    const fail = (reason: FailureReason) =>
      body
        ? body.breakOff(reason)
        : settle({ kind: 'failed', reason, mayHaveArrived: controller !== undefined, durationMs: since() });
    const abandon = () => controller?.abort(new Error('its caller stopped waiting for the answer'));
    const deadline = setTimeout(() => {
      fail('timeout');
      abandon();
    }, timeoutMs);

    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(started) {
        // The deadline passed while the call waited for a connection, so it is not sent.
        if (settled) return started.abort(new Error('its caller stopped waiting for the answer'));
        controller = started;
      },
      onResponseStart(_controller, status, answered) {
        // An interim response (§15.2 of RFC 9110).
        if (status < 200) return;
        body = readBodyStart({
          contentEncoding: String(answered['content-encoding'] ?? ''),
          contentType: String(answered['content-type'] ?? ''),
        });
        void body.start.then((start) => {
          const headers = flatHeaders(answered);
          const outcome = { kind: 'answered', status, headers, ...start, durationMs: since() } as const;
          // The connection is free for the next call only after this turn of the event loop.
          if (!start.truncated && start.bodyProblem === undefined) return void setImmediate(settle, outcome);
          settle(outcome);
          abandon();
        });
      },
      onResponseData: (_controller, chunk) => body?.push(chunk),
      onResponseEnd: () => body?.end(),
      onResponseError: (_controller, error) => fail(failureReason(error)),
    };
    try {
      dispatcher.dispatch(
        {
          origin,
          path: `${pathname}${search}`,
          method,
          headers,
          ...(sent !== undefined && { body: sent }),
        },
        handler,
      );
    } catch (error) {
      fail(failureReason(error));
    }
  });
}

function flatHeaders(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) flat[name] = String(value);
  return flat;
}
