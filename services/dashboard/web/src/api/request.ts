/** One request to the dashboard's server: unwraps the envelope, or throws a problem. */
import type { FailureEnvelope } from '@sluice/contracts';
import { noteLost } from './connection.js';
import { Problem } from './problem.js';

/** The input of a request. */
export interface Sent {
  /** Undefined values and empty texts are left out. */
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>> | undefined;
  readonly body?: unknown;
  readonly csrfToken?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Longer than the server ever takes to answer. */
const WITHIN_MS = 75_000;

// A proxy answers with these statuses if the server is gone.
const gone = new Set([502, 504]);

/** Resolves with `data` of the answer; rejects with a {@link Problem}, or with an `AbortError` when `signal` fires. */
export async function request<Data>(method: string, path: string, sent: Sent = {}): Promise<Data> {
  const deadline = AbortSignal.timeout(WITHIN_MS);
  let response: Response;
  try {
    response = await fetch(addressOf(path, sent.query), {
      method,
      headers: headersOf(sent),
      body: bodyOf(sent),
      signal: sent.signal ? AbortSignal.any([sent.signal, deadline]) : deadline,
    });
  } catch (error) {
    if (sent.signal?.aborted === true) throw error;
    noteLost();
    throw new Problem('OFFLINE', 'The dashboard does not answer.');
  }
  if (gone.has(response.status)) noteLost();
  const answer = (await response.json().catch(() => undefined)) as
    | { success: true; data: Data }
    | FailureEnvelope
    | undefined;
  if (response.ok && answer?.success !== false) return answer?.data as Data;
  throw problemOf(response, answer);
}

/** The address with its query; undefined and empty values are left out. */
export function addressOf(path: string, query: Sent['query'] = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  if (given.length === 0) return path;
  return `${path}?${new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()}`;
}

/** A path with its parts encoded: pathTo`/admin/v1/tenants/${id}`. */
export function pathTo(parts: TemplateStringsArray, ...values: readonly (string | number)[]): string {
  return String.raw({ raw: parts }, ...values.map((value) => encodeURIComponent(value)));
}

function headersOf({ body, csrfToken }: Sent): Record<string, string> {
  return {
    Accept: 'application/json',
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
    ...(csrfToken !== undefined && { 'X-XSRF-TOKEN': csrfToken }),
  };
}

function bodyOf({ body }: Sent): BodyInit | null {
  return body === undefined ? null : JSON.stringify(body);
}

function problemOf({ status, headers }: Response, answer: unknown): Problem {
  const { error } = (answer ?? {}) as Partial<FailureEnvelope>;
  const wait = Number(headers.get('Retry-After'));
  const more = { status, details: error?.details, retryAfterSeconds: wait > 0 ? wait : undefined };
  if (error) return new Problem(error.code, error.message, more);
  if (status === 401) return new Problem('UNAUTHORIZED', 'Log in first.', more);
  if (status === 403) return new Problem('FORBIDDEN', 'This is not allowed.', more);
  return new Problem('INTERNAL_ERROR', `The dashboard answered with status ${status}.`, more);
}
