/**
 * The operations without a server: validated as over HTTP, under the same roles and the same audit, and answered as
 * JSON.
 */
import {
  ApiError,
  type AdminEndpoint,
  type AdminStream,
  type AdminStreamItem,
  type EndpointData,
} from '@sluice/contracts';
import { readInput, type SentInput } from '@sluice/http';
import { randomUUID } from 'node:crypto';
import type { Actor } from '../actor.js';
import type { AdminDeps } from '../deps.js';
import { perform } from '../perform.js';
import { adminRoutes } from '../routes.js';

/** Calls operations, wherever they run. */
export interface Operate {
  /** Returns `data` of the answer. @throws ApiError as the admin API answers it */
  call<E extends AdminEndpoint>(endpoint: E, sent?: Partial<SentInput>): Promise<EndpointData<E>>;
  /** Returns the items of a stream. */
  stream<S extends AdminStream>(
    stream: S,
    sent: Partial<SentInput>,
    signal: AbortSignal,
  ): AsyncIterable<AdminStreamItem<S>>;
}

// A server bounds the length of a tenant file because it also serves others; a command in process need not.
const ofAnyLength = { maxText: Number.MAX_SAFE_INTEGER };

const nothing: SentInput = { params: {}, query: {}, body: {} };

/** Runs operations in this process, in the name of `actor`. */
export function operateInProcess(deps: AdminDeps, actor: Actor): Operate {
  const run = async (
    { operationId }: AdminEndpoint | AdminStream,
    sent: Partial<SentInput>,
    signal: AbortSignal,
  ): Promise<unknown> => {
    const route = adminRoutes.find(({ endpoint }) => endpoint.operationId === operationId);
    if (!route) throw new ApiError('NOT_FOUND');
    const input = readInput(route.endpoint, { ...nothing, ...sent }, deps.reads, ofAnyLength);
    return perform(route, { ...input, actor, request: { id: randomUUID(), signal } }, deps);
  };
  return {
    async call<E extends AdminEndpoint>(endpoint: E, sent: Partial<SentInput> = {}) {
      const data = await run(endpoint, sent, new AbortController().signal);
      return JSON.parse(JSON.stringify(data)) as EndpointData<E>;
    },
    async *stream(stream, sent, signal) {
      // Once `signal` is aborted, the operation itself ends what it has begun and reports it.
      yield* (await run(stream, sent, signal)) as AsyncIterable<never>;
    },
  };
}
