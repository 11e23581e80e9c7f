/**
 * How a route is made: a declared endpoint of the contracts and the function that answers it. One array of routes is
 * read by the server, by the OpenAPI document and by the tests.
 */
import type { Endpoint, EndpointBody, EndpointData, EndpointParams, EndpointQuery } from '@sluice/contracts';
import type { Logger } from '../logger.js';
import type { RequestIds } from './request-ids.js';

/** Any declared endpoint. */
export type AnyEndpoint = Omit<Endpoint, 'examples'> & {
  readonly examples: { readonly body?: unknown; readonly data?: unknown; readonly message?: string };
};

/** Whom a request speaks for. Only authentication makes one, so no handler runs without it. */
export interface TenantScope {
  readonly tenantId: string;
  /** The first characters of the key, for people to recognise it by. */
  readonly prefix: string;
}

/** A request that was let in and understood. */
export interface RouteCall<E> {
  readonly params: EndpointParams<E>;
  readonly query: EndpointQuery<E>;
  readonly body: EndpointBody<E>;
  readonly tenant: TenantScope;
  /** Every id that the request mints; a repeat under the same Idempotency-Key mints the same. */
  readonly ids: RequestIds;
  readonly request: { readonly id: string; readonly log: Logger };
}

/** An answer given before the outcome is known, for endpoints that declare `alsoStatus`. */
export class EarlyAnswer<Data> {
  readonly data: Data;

  constructor(data: Data) {
    this.data = data;
  }
}

/** What a handler returns: `data` of the envelope; its `message` where the endpoint has no data. */
export type Handled<E> = E extends { readonly data: unknown }
  ? EndpointData<E> | (E extends { readonly alsoStatus: number } ? EarlyAnswer<EndpointData<E>> : never)
  : string;

/** A route: what it promises and how it is answered. */
export interface Route<Deps> {
  readonly endpoint: AnyEndpoint;
  readonly handle: (call: RouteCall<never>, deps: Deps) => Promise<unknown>;
}

/** Binds a declared endpoint to the function that answers it; both sides are typed by the declaration. */
export function defineRoute<const E extends AnyEndpoint, Deps>(
  endpoint: E,
  handle: (call: RouteCall<E>, deps: Deps) => Promise<Handled<E>>,
): Route<Deps> {
  return { endpoint, handle };
}
