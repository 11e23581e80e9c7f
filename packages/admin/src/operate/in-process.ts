/**
 * The operations without a server: validated as over HTTP, under the same roles and the same audit, and answered as
 * JSON.
 */
import { ApiError, type AdminEndpoint, type AdminStream, type EndpointData } from '@sluice/contracts';
import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { Actor } from '../actor.js';
import type { AdminDeps } from '../deps.js';
import { openStream, perform, type CallIn } from '../perform.js';
import { readCall, type SentCall } from '../read-call.js';
import { adminRoutes, adminStreamRoutes } from '../routes.js';

/** Calls operations, wherever they run. */
export interface Operate {
  /** Returns `data` of the answer. @throws ApiError as the admin API answers it */
  call<E extends AdminEndpoint>(endpoint: E, sent?: Partial<SentCall>): Promise<EndpointData<E>>;
  /** Returns the items of a stream. */
  stream<S extends AdminStream>(
    stream: S,
    sent: Partial<SentCall>,
    signal: AbortSignal,
  ): AsyncIterable<z.output<S['item']>>;
}

// A server bounds the length of a tenant file because it also serves others; a command in process need not.
const ofAnyLength = { maxText: Number.MAX_SAFE_INTEGER };

const nothing: SentCall = { params: {}, query: {}, body: {} };

/** Runs operations in this process, in the name of `actor`. */
export function operateInProcess(deps: AdminDeps, actor: Actor): Operate {
  const callOf = (
    endpoint: AdminEndpoint | AdminStream,
    sent: Partial<SentCall>,
    signal: AbortSignal,
  ): CallIn => ({
    ...readCall(endpoint, { ...nothing, ...sent }, deps.reads, ofAnyLength),
    actor,
    request: { id: randomUUID(), signal },
  });
  return {
    async call<E extends AdminEndpoint>(endpoint: E, sent: Partial<SentCall> = {}) {
      const route = adminRoutes.find((each) => each.endpoint.operationId === endpoint.operationId);
      if (!route) throw new ApiError('NOT_FOUND');
      const data = await perform(route, callOf(endpoint, sent, new AbortController().signal), deps);
      return JSON.parse(JSON.stringify(data)) as EndpointData<E>;
    },
    async *stream(stream, sent, signal) {
      const route = adminStreamRoutes.find((each) => each.stream.operationId === stream.operationId);
      if (!route) throw new ApiError('NOT_FOUND');
      // Once `signal` is aborted, the operation itself ends what it has begun and reports it.
      yield* (await openStream(route, callOf(stream, sent, signal), deps)) as AsyncIterable<never>;
    },
  };
}
