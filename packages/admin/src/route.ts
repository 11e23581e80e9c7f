/** How an operation is made: a declared endpoint or stream of the admin API, and the function that carries it out. */
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

/** A request for an operation, let in and understood. */
export interface AdminCall<E> {
  readonly params: EndpointParams<E>;
  readonly query: EndpointQuery<E>;
  readonly body: EndpointBody<E>;
  readonly actor: Actor;
  readonly request: {
    readonly id: string;
    /** Aborted when the caller has gone: a stream ends, and whatever it does for the caller. */
    readonly signal: AbortSignal;
  };
  /** Adds what came of a change to its audit entry. */
  readonly note: (result: Readonly<Record<string, string | number>>) => void;
}

// What is answered may be read-only at any depth.
type Given<T> = T extends readonly (infer Item)[]
  ? readonly Given<Item>[]
  : T extends object
    ? { readonly [Name in keyof T]: Given<T[Name]> }
    : T;

/** What an operation answers as JSON: `data` of the envelope. */
type DataOf<E> = E extends { readonly data: infer Schema extends z.ZodType } ? Given<z.input<Schema>> : never;
type ItemOf<E> = E extends { readonly item: infer Schema extends z.ZodType } ? Given<z.input<Schema>> : never;

/** An operation that is asked for and answered once. */
export interface AdminRoute<Deps> {
  readonly endpoint: AdminEndpoint;
  readonly handle: (call: AdminCall<never>, deps: Deps) => Promise<unknown>;
  /** What the audit is told of a call beside its path's parameters. */
  readonly about: (call: Pick<AdminCall<never>, 'params' | 'query' | 'body'>) => AuditFacts;
}

/** An operation that answers items for as long as there are any. */
export interface AdminStreamRoute<Deps> {
  readonly stream: AdminStream;
  readonly open: (call: AdminCall<never>, deps: Deps) => Promise<AsyncIterable<unknown>>;
  readonly about: AdminRoute<Deps>['about'];
}

type About<E> = (call: Pick<AdminCall<E>, 'params' | 'query' | 'body'>) => AuditFacts;

const nothingMore = (): AuditFacts => ({});

/** Binds a declared endpoint to the function that carries it out; both sides are typed by the declaration. */
export function defineAdminRoute<const E extends AdminEndpoint, Deps>(
  endpoint: E,
  handle: (call: AdminCall<E>, deps: Deps) => Promise<DataOf<E>>,
  about: About<E> = nothingMore,
): AdminRoute<Deps> {
  return { endpoint, handle, about };
}

/** Binds a declared stream to the function that opens it; what that throws is answered in the envelope. */
export function defineAdminStreamRoute<const S extends AdminStream, Deps>(
  stream: S,
  open: (call: AdminCall<S>, deps: Deps) => Promise<AsyncIterable<ItemOf<S>>>,
  about: About<S> = nothingMore,
): AdminStreamRoute<Deps> {
  return { stream, open, about };
}
