/**
 * How an endpoint of the interface is declared. The gateway mounts it, the OpenAPI document describes it, and the
 * client calls it, all from the same declaration.
 */
import type { z } from 'zod';
import type { ErrorCode } from '../errors.js';

/** Methods of the interface. */
export type HttpMethod = 'GET' | 'POST' | 'PATCH';

/** The schemas of one endpoint; an absent part is not accepted. */
interface EndpointSchemas {
  /** The path parameters, written `{name}` in the path. */
  readonly params?: z.ZodObject;
  /** Never fails, except a report's: malformed values count as absent. */
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** The schema of `data` in the envelope; absent if the envelope has `message` instead (§1). */
  readonly data?: z.ZodType;
}

interface EndpointExamples<Schemas extends EndpointSchemas> {
  readonly body?: Schemas['body'] extends z.ZodType ? z.input<Schemas['body']> : never;
  readonly data?: Schemas['data'] extends z.ZodType ? z.input<Schemas['data']> : never;
  /** For the endpoint that answers with a message. */
  readonly message?: string;
}

/** The descriptive part of every declaration. */
interface EndpointFacts {
  readonly operationId: string;
  readonly method: HttpMethod;
  /** With parameters in braces, e.g. `/api/v1/leads/{leadId}/repost`. */
  readonly path: `/api/v1/${string}`;
  readonly summary: string;
  readonly description: string;
  readonly tag: string;
  readonly successStatus: 200 | 201 | 202;
  /** Another type of answer than the envelope, if the request asks for it. */
  readonly alsoText?: 'text/csv';
  /** A second success status: an answer before the outcome is known (202), or an update where 201 creates (200). */
  readonly alsoStatus?: 200 | 202;
  /** Whether `Idempotency-Key` is honoured: on every POST. */
  readonly idempotent?: true;
  /** Whether `Prefer: wait` is honoured: the answer may come with the outcome of what was accepted. */
  readonly waits?: true;
  /** Whether it creates work for the workers; such a request is refused while they are overloaded. */
  readonly createsWork?: true;
  /** Whose keys may ask; by default the tenant's own, and none of its suppliers. */
  readonly openTo?: 'both' | 'suppliers';
  /** Errors beyond {@link alwaysPossible} and those implied by a body or a key. */
  readonly errors: readonly ErrorCode[];
}

/** A declaration, including the errors implied by its kind. */
export type Endpoint<Schemas extends EndpointSchemas = EndpointSchemas> = EndpointFacts &
  Omit<Schemas, 'errors' | 'examples'> & { readonly examples: EndpointExamples<Schemas> };

/** The errors that any endpoint, and any operation, may answer with. */
export const alwaysPossible = [
  'UNAUTHORIZED',
  'FORBIDDEN',
  'RATE_LIMITED',
  'INTERNAL_ERROR',
  'SERVICE_UNAVAILABLE',
] as const;
const possibleWithBody = ['VALIDATION_ERROR', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const;

/** Declares an endpoint; its types are inferred from its schemas. */
export function defineEndpoint<const Schemas extends EndpointSchemas>(
  declaration: EndpointFacts & Schemas & { readonly examples: EndpointExamples<Schemas> },
): Endpoint<Schemas> {
  const errors = new Set<ErrorCode>([
    ...(declaration.body ? possibleWithBody : []),
    ...(declaration.idempotent ? (['IDEMPOTENCY_CONFLICT'] as const) : []),
    ...declaration.errors,
    ...alwaysPossible,
  ]);
  return { ...declaration, errors: [...errors] };
}

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;
type Sent<Schema> = Schema extends z.ZodType ? z.input<Schema> : undefined;
type Part<E, Name extends string> = E extends Readonly<Record<Name, infer Schema>> ? Schema : undefined;

/** The parsed path parameters of an endpoint; undefined if it has none. */
export type EndpointParams<E> = Parsed<Part<E, 'params'>>;
/** The parsed query of an endpoint; undefined if it has none. */
export type EndpointQuery<E> = Parsed<Part<E, 'query'>>;
/** The parsed body of an endpoint: defaults filled in, spellings canonical; undefined if it has none. */
export type EndpointBody<E> = Parsed<Part<E, 'body'>>;
/** The body of an endpoint as it is sent. */
export type EndpointBodySent<E> = Sent<Part<E, 'body'>>;
/** The `data` of an endpoint's answer; undefined if it answers with a message. */
export type EndpointData<E> = Parsed<Part<E, 'data'>>;
