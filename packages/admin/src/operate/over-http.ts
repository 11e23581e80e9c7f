/** The operations of a remote installation, called through its dashboard with an admin key; no database is needed. */
import {
  ApiError,
  errors,
  failureEnvelopeSchema,
  type AdminEndpoint,
  type AdminStream,
  type EndpointData,
} from '@sluice/contracts';
import type { SentInput } from '@sluice/http';
import type { Operate } from './in-process.js';

/** The address of the admin API and the key to call it with. */
export interface AdminServer {
  /** The dashboard's address, e.g. `https://dashboard.example`. */
  readonly url: string;
  readonly key: string;
}

const ANSWER_WITHIN_MS = 70_000;

/** Calls operations through the dashboard. Every failure that it answers is thrown as an ApiError. */
export function operateOverHttp({ url, key }: AdminServer): Operate {
  async function ask(
    { method, path, body: hasBody }: AdminEndpoint | AdminStream,
    { params, query, body }: Partial<SentInput>,
    signal: AbortSignal,
  ): Promise<Response> {
    const target = new URL(url.replace(/\/+$/, '') + filled(path, params));
    for (const [name, value] of Object.entries(query ?? {})) {
      if (value !== undefined) target.searchParams.set(name, String(value));
    }
    const headers = { 'X-Admin-Key': key, ...(hasBody && { 'Content-Type': 'application/json' }) };
    const response = await fetch(target, {
      method,
      headers,
      signal,
      redirect: 'error' as const,
      ...(hasBody && { body: JSON.stringify(body ?? {}) }),
    });
    if (!response.ok) throw await failureOf(response);
    return response;
  }

  return {
    async call<E extends AdminEndpoint>(endpoint: E, sent: Partial<SentInput> = {}) {
      const response = await ask(endpoint, sent, AbortSignal.timeout(ANSWER_WITHIN_MS));
      return ((await response.json()) as { readonly data: EndpointData<E> }).data;
    },
    async *stream(stream, sent, signal) {
      const { body } = await ask(stream, sent, signal);
      if (!body) return;
      for await (const line of linesOf(body)) yield JSON.parse(line) as never;
    },
  };
}

// Reads no faster than the lines are consumed. Unlike those of `readline`, these lines reject if the connection breaks.
async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  let rest = '';
  for await (const text of body.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    yield* lines.filter((line) => line !== '');
  }
  if (rest !== '') yield rest;
}

function filled(path: string, params: unknown): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent((params as Readonly<Record<string, string>>)[name] ?? ''),
  );
}

async function failureOf(response: Response): Promise<Error> {
  const answered = failureEnvelopeSchema.safeParse(await response.json().catch(() => undefined));
  if (!answered.success)
    return new Error(`it answered ${response.status}, which is not an answer of the admin API`);
  const { code, message, details } = answered.data.error;
  return new ApiError(code, {
    ...(message !== errors[code].message && { message }),
    ...(details && { details }),
  });
}
