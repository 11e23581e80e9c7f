/**
 * The client: one method for each endpoint, generated from the declarations that the service validates by. A call that
 * may succeed later is retried, which is safe because each POST carries an Idempotency-Key.
 */
import { endpoints, type LeadListItem } from '@sluice/contracts';
import type { Answer, AnyCall, Call, Declared, OperationId } from './call.js';
import { exchange, type Wire } from './exchange.js';
import { retryDelayMs, wait } from './retry.js';

/** The options of a client. */
export interface ClientOptions {
  /** The service's address, e.g. `https://leads.example`. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** How often a call that failed temporarily is retried; default 4. */
  readonly retries?: number;
  /** The time limit of one attempt, besides what a call asks to wait; default 30,000. */
  readonly timeoutMs?: number;
  /** Replaces the global `fetch`. */
  readonly fetch?: typeof fetch;
}

// If all parts of a call are optional, so is the call itself.
type Arguments<Id extends OperationId> = object extends Call<Id> ? [call?: Call<Id>] : [call: Call<Id>];

/** The methods of a client; each rejects with an `ApiFailure`, a `NoAnswer`, or the reason of its signal. */
export type Client = { readonly [Id in OperationId]: (...call: Arguments<Id>) => Promise<Answer<Id>> } & {
  readonly leads: {
    /** Every lead that matches the query, newest first; pages are read on demand. */
    iterate(query?: NonNullable<Call<'listLeads'>['query']>): AsyncGenerator<LeadListItem, void, undefined>;
  };
};

/** Creates a client for one service with one key. */
export function createClient({
  baseUrl,
  apiKey,
  retries = 4,
  timeoutMs = 30_000,
  fetch,
}: ClientOptions): Client {
  const wire: Wire = {
    baseUrl: baseUrl.replace(/\/+$/, ''),
    apiKey,
    timeoutMs,
    fetch: fetch ?? globalThis.fetch,
  };
  const methods = Object.fromEntries(
    endpoints.map((endpoint) => [
      endpoint.operationId,
      (call: AnyCall = {}) => persist(wire, endpoint, retriable(endpoint, call), retries),
    ]),
  ) as unknown as Omit<Client, 'leads'>;
  return {
    ...methods,
    leads: {
      async *iterate(query = {}) {
        for (let cursor = query.cursor; ;) {
          const page = await methods.listLeads({
            query: { ...query, ...(cursor !== undefined && { cursor }) },
          });
          yield* page.leads;
          if (page.nextCursor === null) return;
          cursor = page.nextCursor;
        }
      },
    },
  };
}

// The same key for every attempt: the service does the work once and answers a repetition like the first request.
function retriable({ method }: Declared, call: AnyCall): AnyCall {
  return method === 'POST' ? { ...call, idempotencyKey: call.idempotencyKey ?? crypto.randomUUID() } : call;
}

async function persist(wire: Wire, endpoint: Declared, call: AnyCall, retries: number): Promise<unknown> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await exchange(wire, endpoint, call);
    } catch (failure) {
      const delayMs = tries > retries ? undefined : retryDelayMs(failure, tries, Math.random());
      if (delayMs === undefined) throw failure;
      await wait(delayMs, call.signal);
    }
  }
}
