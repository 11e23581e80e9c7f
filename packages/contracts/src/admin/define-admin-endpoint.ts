/**
 * How an endpoint or a stream of the admin API is declared. The gateway and the dashboard mount it, the OpenAPI document
 * describes it, and the command line and the web app call it, all from the same declaration.
 */
import { z } from 'zod';
import type { ErrorCode } from '../errors.js';
import { adminRoles, type AdminRole } from '../words.js';

/** Whether the role `held` includes the role `needed`. */
export function roleAllows(held: AdminRole, needed: AdminRole): boolean {
  return adminRoles.indexOf(held) >= adminRoles.indexOf(needed);
}

/** Methods of the admin API. */
export type AdminMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * What an operation reaches, and its path, with parameters in braces: one tenant, which the path names, or the whole
 * installation.
 */
type AdminReach =
  | { readonly scope: 'tenant'; readonly path: `/admin/v1/tenants/{tenantId}${string}` }
  | { readonly scope: 'installation'; readonly path: `/admin/v1/${string}` };

/** The descriptive part of every declaration of the admin API. */
type AdminFacts = AdminReach & FurtherFacts;

interface FurtherFacts {
  readonly operationId: string;
  readonly method: AdminMethod;
  /** The lowest role that may use it. */
  readonly role: AdminRole;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  /** Also audits calls that change nothing; changes are always audited. */
  readonly audited?: true;
  /**
   * Whether a call with this body changes anything, for methods other than GET that sometimes do not; a call that
   * changes nothing is not audited.
   */
  readonly changes?: (body: never) => boolean;
  /**
   * Whether a call with this body asks about stored people in a way that reveals what is masked, e.g. whether there is a
   * lead with this phone number: such a call needs the role `operate`, and is audited.
   */
  readonly asksAboutPeople?: (body: never) => boolean;
  /** Errors beyond those common to the admin API and those implied by its query, body and path. */
  readonly errors: readonly ErrorCode[];
}

/** The schemas of a request; an absent part is not accepted. */
interface AdminInput {
  /** The path parameters, written `{name}` in the path. */
  readonly params?: z.ZodObject;
  /** A malformed or unknown parameter is a VALIDATION_ERROR. */
  readonly query?: z.ZodObject;
  /** A malformed or unknown field is a VALIDATION_ERROR. */
  readonly body?: z.ZodType;
}

interface AdminEndpointSchemas extends AdminInput {
  /** The schema of `data` in the envelope. */
  readonly data: z.ZodType;
}

type BodyExample<Schemas extends AdminInput> = Schemas['body'] extends z.ZodType
  ? { readonly body: z.input<Schemas['body']> }
  : { readonly body?: never };

interface AdminStreamSchemas extends AdminInput {
  /** The schema of each event's `data`, or of each line. */
  readonly item: z.ZodType;
}

/** A declared endpoint of the admin API. */
export type AdminEndpoint<Schemas extends AdminEndpointSchemas = AdminEndpointSchemas> = AdminFacts &
  Pick<Schemas, keyof AdminEndpointSchemas & keyof Schemas> & {
    readonly successStatus: 200 | 201 | 202;
    readonly examples: { readonly body?: unknown; readonly data: unknown };
  };

/** A declared stream of the admin API: items one after another, as long as there are any and the caller listens. */
export type AdminStream<Schemas extends AdminStreamSchemas = AdminStreamSchemas> = AdminFacts &
  Pick<Schemas, keyof AdminStreamSchemas & keyof Schemas> & {
    /** Server-sent events, or lines of JSON. */
    readonly format: 'events' | 'ndjson';
    readonly examples: { readonly body?: unknown; readonly item: unknown };
  };

/** The lowest role that may make a call with this body. */
export function roleFor({ role, asksAboutPeople }: AdminEndpoint | AdminStream, body: unknown): AdminRole {
  return asksAboutPeople?.(body as never) && !roleAllows(role, 'operate') ? 'operate' : role;
}

/** Whether a call with this body is audited. */
export function isAudited(
  { method, audited, changes = () => method !== 'GET', asksAboutPeople }: AdminEndpoint | AdminStream,
  body: unknown,
): boolean {
  return audited === true || changes(body as never) || asksAboutPeople?.(body as never) === true;
}

/** Declares an endpoint of the admin API; its types are inferred from its schemas. */
export function defineAdminEndpoint<const Schemas extends AdminEndpointSchemas>(
  declaration: AdminFacts &
    Schemas & {
      /** Defaults to 200. */
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

/** Declares a stream of the admin API. An error before its first item is answered in the envelope. */
export function defineAdminStream<const Schemas extends AdminStreamSchemas>(
  declaration: AdminFacts &
    Schemas & {
      readonly format: 'events' | 'ndjson';
      readonly examples: BodyExample<Schemas> & { readonly item: z.input<Schemas['item']> };
    },
): AdminStream<Schemas> {
  return { ...declaration, ...strictInput(declaration), errors: errorsOf(declaration) };
}

// A misspelt parameter must be refused, not ignored as if it were absent.
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
