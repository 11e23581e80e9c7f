/**
 * The only way out: every call to a buyer, a webhook, an SMS vendor or an ad platform goes through this client. It
 * keeps calls away from private networks, and bounds their time and memory.
 */
import type { IncomingMessage } from 'node:http';
import type { Axios } from 'axios';
import { createAxios } from './axios-instance.js';
import { CallTransport } from './call-transport.js';
import { createGuardedConnections } from './guarded-connections.js';
import type { FailureReason, OutboundAnswer } from './outbound-answer.js';
import type { BodyReader } from './read-body.js';
import { callableUrl, headersAreSafe } from './refuse-request.js';

/** A message that does not end this long after its body was read loses its connection. */
const MESSAGE_ENDS_WITHIN_MS = 1_000;

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
  const axios = createAxios(connections);
  const inFlight = new Set<Call>();
  let isClosed = false;
  return {
    async send(request) {
      const url = callableUrl(request.url);
      if (!url || !headersAreSafe(request.headers)) return unsent('invalid_request');
      if (isClosed) return unsent('reset');
      const trace = traceCall?.(request.method, url);
      const headers = trace ? { ...request.headers, ...trace.headers } : request.headers;
      const call = beginCall(axios, { ...request, headers });
      inFlight.add(call);
      const answer = await call.ended;
      inFlight.delete(call);
      trace?.end(answer.kind === 'answered' ? { status: answer.status } : { failure: answer.reason });
      return answer;
    },
    close() {
      isClosed = true;
      for (const call of inFlight) call.abort();
      connections.close();
    },
  };
}

function unsent(reason: FailureReason): OutboundAnswer {
  return { kind: 'failed', reason, mayHaveArrived: false, durationMs: 0 };
}

/** A call on its way. */
interface Call {
  /** How it ended; never rejects. */
  readonly ended: Promise<OutboundAnswer>;
  readonly abort: () => void;
}

function beginCall(axios: Axios, request: OutboundRequest): Call {
  const startedAt = performance.now();
  const since = () => Math.round(performance.now() - startedAt);
  let settle: (outcome: OutboundAnswer) => void = () => undefined;
  const ended = new Promise<OutboundAnswer>((resolve) => (settle = resolve));
  let answer: BodyReader | undefined;

  // Without a status, the server may have received part of the request as soon as there was a connection to send it on.
  const failed = (reason: FailureReason) => {
    clearTimeout(deadline);
    settle({ kind: 'failed', reason, mayHaveArrived: transport.mayHaveArrived, durationMs: since() });
  };
  const answered = (message: IncomingMessage, body: BodyReader) => {
    const { statusCode: status = 0, headers } = message;
    answer = body;
    void body.start.then((start) => {
      clearTimeout(deadline);
      settle({ kind: 'answered', status, headers: flat(headers), ...start, durationMs: since() });
      if (start.truncated || start.bodyProblem !== undefined) transport.abandon();
      // A coded body may end before its message does, which then need not end at all.
      else setTimeout(() => message.complete || transport.abandon(), MESSAGE_ENDS_WITHIN_MS).unref();
    });
  };
  const transport = new CallTransport({ answered, failed }, request.headers);
  // A status that arrived stands, whatever happens to the body.
  const abort = (reason: FailureReason) => {
    if (answer) answer.breakOff(reason);
    else failed(reason);
    transport.abandon();
  };
  const deadline = setTimeout(abort, request.timeoutMs, 'timeout');
  axios.request(configOf(request, transport)).catch((error: unknown) => transport.broke(error));
  return { ended, abort: () => abort('reset') };
}

function configOf({ url, method, body }: OutboundRequest, transport: CallTransport) {
  return {
    url,
    method,
    // Otherwise axios would call a text a form. The request's own headers are added by its transport.
    headers: { 'Content-Type': false },
    data: body,
    transport,
  };
}

function flat(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  const values: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) values[name] = String(value);
  return values;
}
