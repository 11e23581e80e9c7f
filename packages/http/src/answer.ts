/** Answers: the envelope around every success and failure (§1.3), and the one place that writes it to the response. */
import type { ApiError } from '@sluice/contracts';
import type { ServerResponse } from 'node:http';

/** An answer ready to be sent. */
export interface Answer {
  readonly status: number;
  /** The envelope as JSON, or a text of another type. */
  readonly body: string;
  /** The type of a body that is no envelope. */
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** A failure that leaves no work behind, so its Idempotency-Key is free again. */
  readonly beginsAnew?: true;
}

/** The envelope around `data`. */
export function successAnswer(status: number, data: unknown): Answer {
  return { status, body: JSON.stringify({ success: true, data }) };
}

/** The envelope of an endpoint that answers with a message and no data. */
export function messageAnswer(status: number, message: string): Answer {
  return { status, body: JSON.stringify({ success: true, message }) };
}

/** The envelope of a failure, with the headers that its code requires. */
export function failureAnswer({
  code,
  status,
  message,
  details,
  retryAfterSeconds,
  allow,
  beginsAnew,
}: ApiError): Answer {
  return {
    status,
    body: JSON.stringify({ success: false, error: { code, message, details } }),
    headers: {
      ...(retryAfterSeconds !== undefined && { 'Retry-After': String(retryAfterSeconds) }),
      ...(allow && { Allow: allow.join(', ') }),
    },
    beginsAnew: beginsAnew || undefined,
  };
}

/** Sends an answer. Nothing else writes responses under `/api`. */
export function send(
  response: ServerResponse,
  { status, body, type, headers }: Omit<Answer, 'body'> & { readonly body: string | Buffer },
): void {
  for (const [name, value] of Object.entries(headers ?? {})) response.setHeader(name, value);
  response.writeHead(status, {
    'Content-Type': type ?? 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
  });
  response.end(body);
}
