/** The types of an endpoint's call and answer, derived from its declaration. */
import type {
  EndpointBodySent,
  EndpointData,
  EndpointParams,
  EndpointQuery,
  endpoints,
} from '@sluice/contracts';

/** Every endpoint of the interface. */
export type Declared = (typeof endpoints)[number];

/** The name of an endpoint, which is also the name of its method. */
export type OperationId = Declared['operationId'];

/** The declaration of one endpoint. */
export type EndpointNamed<Id extends OperationId> = Extract<Declared, { readonly operationId: Id }>;

type Given<Name extends string, Value> = [Value] extends [undefined]
  ? unknown
  : { readonly [K in Name]: Value };
type Query<E> = [EndpointQuery<E>] extends [undefined]
  ? unknown
  : { readonly query?: Partial<EndpointQuery<E>> };
type Key<E> = E extends { readonly idempotent: true }
  ? {
      /** Made when not given; give your own to repeat a request in another run. */ readonly idempotencyKey?: string;
    }
  : unknown;

type Wait<E> = E extends { readonly waits: true }
  ? {
      /** The answer comes with the outcome, at the latest after this many whole seconds; at most 10 count. */
      readonly waitSeconds?: number;
    }
  : unknown;

/** The input of a call. `signal` ends it, including the wait between two attempts. */
export type Call<Id extends OperationId> = Given<'params', EndpointParams<EndpointNamed<Id>>> &
  Given<'body', EndpointBodySent<EndpointNamed<Id>>> &
  Query<EndpointNamed<Id>> &
  Key<EndpointNamed<Id>> &
  Wait<EndpointNamed<Id>> & { readonly signal?: AbortSignal };

/** The answer to a call: `data` of the envelope, or its message if there is no data (§1.3). */
export type Answer<Id extends OperationId> = [EndpointData<EndpointNamed<Id>>] extends [undefined]
  ? { readonly message: string }
  : EndpointData<EndpointNamed<Id>>;

/** Any call in the form in which it is sent. */
export interface AnyCall {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly idempotencyKey?: string;
  readonly waitSeconds?: number;
  readonly signal?: AbortSignal;
}
