/**
 * How an endpoint of the admin API is declared, and a stream of it. The gateway and the console mount it, the OpenAPI
 * document describes it, and the command line and the web console call it, all from the same declaration.
 */
import { z } from 'zod';
import type { ErrorCode } from '../errors.js';

/** What a person or a program may do; each role may do what those before it may. */
export const adminRoles = ['view', 'operate', 'administer'] as const;
export type AdminRole = (typeof adminRoles)[number];

/** Whether who has the role `held` may do what needs `needed`. */
export function roleAllows(held: AdminRole, needed: AdminRole): boolean {
  return adminRoles.indexOf(held) >= adminRoles.indexOf(needed);
}

/** Methods of the admin API. */
export type AdminMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** What every declaration of the admin API says in words. */
interface AdminFacts {
  readonly operationId: string;
  readonly method: AdminMethod;
  /** With parameters in braces, e.g. `/admin/v1/tenants/{tenantId}/keys`. */
  readonly path: `/admin/v1/${string}`;
  /** The least role that may do it. */
  readonly role: AdminRole;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  /** Also a look is written to the audit; every change is without it. */
  readonly audited?: true;
  /** Whether a call with this body changes anything, where it may not although it is no GET; one that does not is not audited. */
  readonly changes?: (body: never) => boolean;
  /** What it may answer beyond what every endpoint of the admin API may, and what follows from its query, body and path. */
  readonly errors: readonly ErrorCode[];
}

/** Schemas of what a request carries; what is absent does not exist there. */
interface AdminInput {
  /** Parts of the path written `{name}`. */
  readonly params?: z.ZodObject;
  /** A malformed or unknown parameter is a VALIDATION_ERROR. */
  readonly query?: z.ZodObject;
  /** A malformed or unknown field is a VALIDATION_ERROR. */
  readonly body?: z.ZodType;
}

interface AdminEndpointSchemas extends AdminInput {
  /** What `data` of the envelope holds. */
  readonly data: z.ZodType;
}

type BodyExample<Schemas extends AdminInput> = Schemas['body'] extends z.ZodType
  ? { readonly body: z.input<Schemas['body']> }
  : { readonly body?: never };

interface AdminStreamSchemas extends AdminInput {
  /** What each event's `data`, or each line, holds. */
  readonly item: z.ZodType;
}

/** A declared endpoint of the admin API. */
export type AdminEndpoint<Schemas extends AdminEndpointSchemas = AdminEndpointSchemas> = AdminFacts &
  Pick<Schemas, keyof AdminEndpointSchemas & keyof Schemas> & {
    readonly successStatus: 200 | 201 | 202;
    readonly examples: { readonly body?: unknown; readonly data: unknown };
  };

/** A declared stream of the admin API: items one after another, for as long as there are any and the caller listens. */
export type AdminStream<Schemas extends AdminStreamSchemas = AdminStreamSchemas> = AdminFacts &
  Pick<Schemas, keyof AdminStreamSchemas & keyof Schemas> & {
    /** Server-sent events, or lines of JSON. */
    readonly format: 'events' | 'ndjson';
    readonly examples: { readonly body?: unknown; readonly item: unknown };
  };

/** Declares an endpoint of the admin API; its types follow from its schemas. */
export function defineAdminEndpoint<const Schemas extends AdminEndpointSchemas>(
  declaration: AdminFacts &
    Schemas & {
      /** Default 200. */
      readonly successStatus?: 200 | 201 | 202;
      readonly examples: BodyExample<Schemas> & { readonly data: z.input<Schemas['data']> };
    },
): AdminEndpoint<Schemas> {
  return {
    successStatus: 200,
    ...declaration,
    ...strictInput(declaration),
    errors: errorsOf(declaration),
  };
}

/** Declares a stream of the admin API; what goes wrong before its first item is answered in the envelope. */
export function defineAdminStream<const Schemas extends AdminStreamSchemas>(
  declaration: AdminFacts &
    Schemas & {
      readonly format: 'events' | 'ndjson';
      readonly examples: BodyExample<Schemas> & { readonly item: z.input<Schemas['item']> };
    },
): AdminStream<Schemas> {
  return { ...declaration, ...strictInput(declaration), errors: errorsOf(declaration) };
}

// What a caller misspelt must not pass for something that it did not say.
function strictInput({ query, body }: AdminInput): Pick<AdminInput, 'query' | 'body'> {
  return {
    ...(query && { query: query.strict() }),
    ...(body && { body: body instanceof z.ZodObject ? body.strict() : body }),
  };
}

const alwaysPossible = [
  'UNAUTHORIZED',
  'FORBIDDEN',
  'RATE_LIMITED',
  'INTERNAL_ERROR',
  'SERVICE_UNAVAILABLE',
] as const;

function errorsOf({ params, query, body, errors }: AdminFacts & AdminInput): readonly ErrorCode[] {
  return [
    ...new Set<ErrorCode>([
      ...(query || body ? (['VALIDATION_ERROR'] as const) : []),
      ...(body ? (['PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const) : []),
      ...(params ? (['NOT_FOUND'] as const) : []),
      ...errors,
      ...alwaysPossible,
    ]),
  ];
}
