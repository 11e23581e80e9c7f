/**
 * The definition of an operation: a declared endpoint or stream of the admin API, and the function that implements it.
 */
import type {
  AdminEndpoint,
  AdminStream,
  EndpointBody,
  EndpointParams,
  EndpointQuery,
} from '@sluice/contracts';
import type { z } from 'zod';
import type { Actor } from './actor.js';

/** Facts for the audit: ids and counts, never personal data. */
export type AuditFacts = Readonly<Record<string, string>>;

/** A request for an operation, authorised and validated. */
export interface AdminCall<E> {
  readonly params: EndpointParams<E>;
  readonly query: EndpointQuery<E>;
  readonly body: EndpointBody<E>;
  readonly actor: Actor;
  readonly request: {
    readonly id: string;
    /** Aborted when the caller has gone: a stream ends, with all work that it does for the caller. */
    readonly signal: AbortSignal;
  };
  /** Adds the result of a change to its audit entry. */
  readonly note: (result: Readonly<Record<string, string | number>>) => void;
}

// An answer may be read-only at any depth.
type Given<T> = T extends readonly (infer Item)[]
  ? readonly Given<Item>[]
  : T extends object
    ? { readonly [Name in keyof T]: Given<T[Name]> }
    : T;

/** The JSON that an operation answers: `data` of the envelope. */
type DataOf<E> = E extends { readonly data: infer Schema extends z.ZodType } ? Given<z.input<Schema>> : never;
type ItemOf<E> = E extends { readonly item: infer Schema extends z.ZodType } ? Given<z.input<Schema>> : never;

/** An operation with one answer. */
export interface AdminRoute<Deps> {
  readonly endpoint: AdminEndpoint;
  readonly handle: (call: AdminCall<never>, deps: Deps) => Promise<unknown>;
  /** The facts about a call that the audit records besides the path's parameters. */
  readonly about: (call: Pick<AdminCall<never>, 'params' | 'query' | 'body'>) => AuditFacts;
}

/** An operation that answers a stream of items. */
export interface AdminStreamRoute<Deps> {
  readonly stream: AdminStream;
  readonly open: (call: AdminCall<never>, deps: Deps) => Promise<AsyncIterable<unknown>>;
  readonly about: AdminRoute<Deps>['about'];
}

type About<E> = (call: Pick<AdminCall<E>, 'params' | 'query' | 'body'>) => AuditFacts;

const nothingMore = (): AuditFacts => ({});

/** Binds a declared endpoint to the function that implements it; the declaration gives both their types. */
export function defineAdminRoute<const E extends AdminEndpoint, Deps>(
  endpoint: E,
  handle: (call: AdminCall<E>, deps: Deps) => Promise<DataOf<E>>,
  about: About<E> = nothingMore,
): AdminRoute<Deps> {
  return { endpoint, handle, about };
}

/** Binds a declared stream to the function that opens it; an error of that function is answered in the envelope. */
export function defineAdminStreamRoute<const S extends AdminStream, Deps>(
  stream: S,
  open: (call: AdminCall<S>, deps: Deps) => Promise<AsyncIterable<ItemOf<S>>>,
  about: About<S> = nothingMore,
): AdminStreamRoute<Deps> {
  return { stream, open, about };
}
