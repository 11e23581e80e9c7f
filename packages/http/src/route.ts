/**
 * How a route is made: a declared endpoint of the contracts and the function that answers it. The server, the OpenAPI
 * document and the tests read one array of routes.
 */
import type {
  Endpoint,
  EndpointBody,
  EndpointData,
  EndpointParams,
  EndpointQuery,
  Supplier,
} from '@sluice/contracts';
import type { Logger } from '@sluice/process';
import type { RequestIds } from './requests/request-ids.js';

/** Any declared endpoint. */
export type AnyEndpoint = Omit<Endpoint, 'examples'> & {
  readonly examples: { readonly body?: unknown; readonly data?: unknown; readonly message?: string };
};

/** The tenant a request acts for. Only authentication creates one, so no handler runs without it. */
export interface TenantScope {
  readonly tenantId: string;
  /** The first characters of the key, by which people recognise it. */
  readonly prefix: string;
  /** The supplier whose key it is; absent if it is the tenant's own. */
  readonly supplier?: Supplier;
}

/** An authenticated and validated request. */
export interface RouteCall<E> {
  readonly params: EndpointParams<E>;
  readonly query: EndpointQuery<E>;
  readonly body: EndpointBody<E>;
  readonly tenant: TenantScope;
  /** Mints every id of the request; a repeat under the same Idempotency-Key mints the same ids. */
  readonly ids: RequestIds;
  readonly request: {
    readonly id: string;
    readonly log: Logger;
    /** The one of these media types that the caller would rather have, the first if it is all the same to it. */
    readonly prefers: (types: readonly string[]) => string | undefined;
  };
}

/** An answer with the second success status, for endpoints that declare `alsoStatus`. */
export class AlsoAnswer<Data> {
  readonly data: Data;

  constructor(data: Data) {
    this.data = data;
  }
}

/** An answer without an envelope, for endpoints that declare `alsoText`. */
export class TextAnswer {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** What a handler returns: `data` of the envelope, or its `message` if the endpoint has no data. */
export type Handled<E> = E extends { readonly data: unknown }
  ?
      | EndpointData<E>
      | (E extends { readonly alsoStatus: number } ? AlsoAnswer<EndpointData<E>> : never)
      | (E extends { readonly alsoText: string } ? TextAnswer : never)
  : string;

/** What two requests have in common that are answered as one. */
export interface Sameness {
  readonly of: unknown;
  readonly forMs: number;
}

/** A route: the declared endpoint and its handler. */
export interface Route<Deps> {
  readonly endpoint: AnyEndpoint;
  readonly handle: (call: RouteCall<never>, deps: Deps) => Promise<unknown>;
  /** Whether a supplier's key may not send this body, whatever else is wrong with it. */
  readonly forbids?: (sent: Readonly<Record<string, unknown>>, supplier: Supplier) => boolean;
  /** What makes another request the same as this one, for how long; undefined if every request is its own. */
  readonly sameAs?: (call: RouteCall<never>, deps: Deps) => Promise<Sameness | undefined>;
  /**
   * What the fields of a refused body refer to in vain, as `path: problem`. Asked only when there is a VALIDATION_ERROR
   * to complete.
   */
  readonly referenceProblems?: (
    sent: Readonly<Record<string, unknown>>,
    tenant: TenantScope,
    deps: Deps,
  ) => Promise<readonly string[]>;
}

/** Binds a declared endpoint to its handler; the declaration types both sides. */
export function defineRoute<const E extends AnyEndpoint, Deps>(
  endpoint: E,
  handle: (call: RouteCall<E>, deps: Deps) => Promise<Handled<E>>,
): Route<Deps> {
  return { endpoint, handle };
}
