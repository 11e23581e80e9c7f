/**
 * The definition of an operation: a declared endpoint or stream of the admin API, and the function that implements it.
 */
import type {
  AdminEndpoint,
  AdminStream,
  AuditFacts,
  EndpointBody,
  EndpointParams,
  EndpointQuery,
  Tenant,
} from '@sluice/contracts';
import type { z } from 'zod';
import type { Actor } from './actor.js';

/** A request for an operation, authorised and validated. */
export interface AdminCall<E> {
  /** The tenant that the path names, as it is stored; absent where it may be new, or where the path names none. */
  readonly tenant: EndpointParams<E> extends { readonly tenantId: string } ? Tenant : undefined;
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

/** What an operation answers: the JSON of `data` in the envelope, or the items of a stream one after another. */
type AnswerOf<E> = E extends { readonly data: infer Schema extends z.ZodType }
  ? Given<z.input<Schema>>
  : E extends { readonly item: infer Schema extends z.ZodType }
    ? AsyncIterable<Given<z.input<Schema>>>
    : never;

/** An operation. */
export interface AdminRoute<Deps> {
  readonly endpoint: AdminEndpoint | AdminStream;
  readonly handle: (call: AdminCall<never>, deps: Deps) => Promise<unknown>;
  /** The facts about a call that the audit records besides the path's parameters. */
  readonly about: (call: Pick<AdminCall<never>, 'params' | 'query' | 'body'>) => AuditFacts;
}

/**
 * Binds a declared endpoint or stream to the function that implements it; the declaration gives both their types. An
 * error of the function that opens a stream is answered in the envelope.
 */
export function defineAdminRoute<const E extends AdminEndpoint | AdminStream, Deps>(
  endpoint: E,
  handle: (call: AdminCall<E>, deps: Deps) => Promise<AnswerOf<E>>,
  about: (call: Pick<AdminCall<E>, 'params' | 'query' | 'body'>) => AuditFacts = () => ({}),
): AdminRoute<Deps> {
  return { endpoint, handle, about };
}
