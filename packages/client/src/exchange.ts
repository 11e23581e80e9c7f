/** One request and its answer on the wire: writes path, query and body, and reads the envelope. */
import { retryAfterMs, type FailureEnvelope } from '@sluice/contracts';
import type { AnyCall, Declared } from './call.js';
import { ApiFailure, NoAnswer } from './failures.js';

/** The destination of requests, and how they are sent. */
export interface Wire {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly timeoutMs: number;
  readonly fetch: typeof fetch;
}

/** Beyond it the service does not wait. */
const MOST_WAIT_SECONDS = 10;

/**
 * Sends a call once and returns the content of its envelope.
 * @throws ApiFailure, NoAnswer; the reason of `call.signal`
 */
export async function exchange(wire: Wire, endpoint: Declared, call: AnyCall): Promise<unknown> {
  const { waitSeconds = 0 } = call;
  const overdue = AbortSignal.timeout(wire.timeoutMs + Math.min(waitSeconds, MOST_WAIT_SECONDS) * 1_000);
  let response: Response;
  let text: string;
  try {
    response = await wire.fetch(`${wire.baseUrl}${pathOf(endpoint.path, call)}`, {
      method: endpoint.method,
      headers: {
        'X-API-Key': wire.apiKey,
        ...(call.body !== undefined && { 'Content-Type': 'application/json' }),
        ...(waitSeconds > 0 && { Prefer: `wait=${waitSeconds}` }),
        ...(call.idempotencyKey !== undefined && { 'Idempotency-Key': call.idempotencyKey }),
      },
      body: JSON.stringify(call.body),
      // A redirect would send the key to another server.
      redirect: 'manual',
      signal: call.signal ? AbortSignal.any([call.signal, overdue]) : overdue,
    });
    text = await response.text();
  } catch (error) {
    call.signal?.throwIfAborted();
    throw new NoAnswer(`${wire.baseUrl} did not answer`, { cause: error });
  }
  return readEnvelope(response, text);
}

function pathOf(path: string, { params, query }: AnyCall): string {
  const filled = path.replace(/\{(\w+)\}/g, (_part, name: string) =>
    encodeURIComponent(params?.[name] ?? ''),
  );
  const search = new URLSearchParams(
    Object.entries(query ?? {}).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, parameter(value)]],
    ),
  ).toString();
  return search === '' ? filled : `${filled}?${search}`;
}

// A list is one parameter, separated by commas.
function parameter(value: unknown): string {
  return Array.isArray(value) ? value.join(',') : String(value);
}

type Envelope =
  | { readonly success: true; readonly data?: unknown; readonly message?: string }
  | FailureEnvelope;

function readEnvelope({ status, headers }: Response, text: string): unknown {
  const envelope = parseEnvelope(text);
  if (envelope?.success === true) return envelope.data ?? { message: envelope.message };
  throw new ApiFailure({
    status,
    requestId: headers.get('X-Request-Id') ?? undefined,
    retryAfterMs: retryAfterMs({ 'retry-after': headers.get('Retry-After') ?? '' }, new Date(), Infinity),
    ...(envelope?.error ?? { code: 'UNREADABLE_ANSWER', message: `Answered ${status} outside the envelope` }),
  });
}

function parseEnvelope(text: string): Envelope | undefined {
  try {
    const parsed = JSON.parse(text) as Envelope | Partial<FailureEnvelope> | null;
    if (parsed?.success === true) return parsed;
    return parsed?.success === false && parsed.error ? (parsed as FailureEnvelope) : undefined;
  } catch {
    return undefined;
  }
}
