/**
 * How an endpoint or a stream of the admin API is declared. The dashboard mounts it, the OpenAPI document describes it,
 * and the command line and the web app call it, all from the same declaration.
 */
import { z } from 'zod';
import { alwaysPossible } from '../endpoints/define-endpoint.js';
import type { ErrorCode } from '../errors.js';
import type { DocumentBounds } from '../reading/unstorable.js';
import { adminRoles, type AdminRole, type MemberRole } from '../words.js';
import {
  adminScopes,
  type AdminPath,
  type AdminScope,
  type InScope,
  type MembersIn,
  type PathIn,
} from './admin-scopes.js';

/** Whether the role `held` includes the role `needed`. */
export function roleAllows(held: AdminRole, needed: AdminRole): boolean {
  return adminRoles.indexOf(held) >= adminRoles.indexOf(needed);
}

/** Whether members of this role are shown, and may ask about, stored people; operators may from `operate` on. */
export function mayAskAboutPeople(role: MemberRole): boolean {
  return role === 'owner' || role === 'manager';
}

/** Methods of the admin API. */
export type AdminMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Facts for the audit: ids and counts, never personal data. */
export type AuditFacts = Readonly<Record<string, string>>;

/** What a declaration says of an operation besides its schemas and examples. */
interface Declaration<Scope extends AdminScope> {
  readonly method: AdminMethod;
  /** What it reaches: the whole installation, what the path then names, or the caller's own account. */
  readonly scope: Scope;
  /** Below the beginning of the scope's paths. */
  readonly path: AdminPath;
  /** The lowest role of an operator that may use it. */
  readonly role: AdminRole;
  /** The roles of members of the tenant in the path that may use it. */
  readonly members: MembersIn<Scope>;
  /** Some words. */
  readonly summary: string;
  readonly description: string;
  /**
   * What somebody did by it, in the past tense, for the audit and the timeline of a lead: `asked for a return of {leadId}`.
   * What stands in braces are facts of the audit. Every operation that is audited has it.
   */
  readonly did?: string | ((about: AuditFacts) => string);
  /** Also audits calls that change nothing; changes are always audited. */
  readonly audited?: true;
  /**
   * Whether a call changes anything, for methods other than GET that never do or do with some bodies only; a call that
   * changes nothing is not audited.
   */
  readonly changes?: boolean | ((body: never) => boolean);
  /**
   * Whether a call with this body asks about stored people in a way that reveals what is masked, e.g. whether there is a
   * lead with this phone number: such a call needs the role `operate`, or that of an owner or manager, and is audited.
   */
  readonly asksAboutPeople?: (body: never) => boolean;
  /** Shows what people wrote, or whether there is such a person, to callers who may ask about stored people only. */
  readonly showsPeople?: true;
  /** The tenant of its path may be one that is not there yet. */
  readonly mayBeNew?: true;
  /** Only people who are logged in may call it: an admin key has no account. */
  readonly forSessions?: true;
  /** Whoever has to set up a second factor first may call it before. */
  readonly beforeSecondFactor?: true;
  /** Of its body; those of a body of the interface where it has none. */
  readonly bounds?: DocumentBounds;
  /** Errors beyond those common to the admin API and those implied by its query, body and path. */
  readonly errors?: readonly ErrorCode[];
}

/** The descriptive part of every operation, with what follows from its declaration. */
interface AdminFacts
  extends
    Required<Pick<Declaration<AdminScope>, 'errors'>>,
    Omit<Declaration<AdminScope>, 'path' | 'errors' | 'members'> {
  readonly members: readonly MemberRole[];
  /** The name under which its module exports the declaration; the entries of the audit hold it. */
  readonly operationId: string;
  /** The whole path. */
  readonly path: string;
  /** The chapter of the reference. */
  readonly tag: string;
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

/** An item of a stream, as its reader gets it. */
export type AdminStreamItem<S extends AdminStream> = z.output<S['item']>;

/** The lowest role of an operator that may make a call with this body; without one, of any call. */
export function roleFor({ role, asksAboutPeople }: AdminEndpoint | AdminStream, body: unknown): AdminRole {
  const asks = body !== undefined && asksAboutPeople?.(body as never) === true;
  return asks && !roleAllows(role, 'operate') ? 'operate' : role;
}

/** The roles of members that may make a call with this body. */
export function membersFor(
  { members, asksAboutPeople }: AdminEndpoint | AdminStream,
  body: unknown,
): readonly MemberRole[] {
  const asks = body !== undefined && asksAboutPeople?.(body as never) === true;
  return asks ? members.filter(mayAskAboutPeople) : members;
}

/** Whether a call with this body is audited. */
export function isAudited(
  { method, audited, changes = method !== 'GET', asksAboutPeople }: AdminEndpoint | AdminStream,
  body: unknown,
): boolean {
  const doesChange = typeof changes === 'function' ? changes(body as never) : changes;
  return audited === true || doesChange || asksAboutPeople?.(body as never) === true;
}

/** Whether any call of the operation is audited. */
export function mayBeAudited({
  method,
  audited,
  changes = method !== 'GET',
  asksAboutPeople,
}: AdminFacts): boolean {
  return audited === true || changes !== false || asksAboutPeople !== undefined;
}

/** Declares an endpoint of the admin API; its types are inferred from its schemas. */
export function defineAdminEndpoint<
  const Scope extends AdminScope,
  const Path extends AdminPath,
  const Schemas extends AdminEndpointSchemas,
>(
  declaration: Declaration<Scope> &
    Schemas & {
      readonly path: Path & PathIn<Scope, Path>;
      /** Defaults to 200. */
      readonly successStatus?: 200 | 201 | 202;
      readonly examples: BodyExample<Schemas> & { readonly data: z.input<Schemas['data']> };
    },
): AdminEndpoint<InScope<Scope, Schemas>> {
  return declared({ successStatus: 200, ...declaration });
}

/** Declares a stream of the admin API. An error before its first item is answered in the envelope. */
export function defineAdminStream<
  const Scope extends AdminScope,
  const Path extends AdminPath,
  const Schemas extends AdminStreamSchemas,
>(
  declaration: Declaration<Scope> &
    Schemas & {
      readonly path: Path & PathIn<Scope, Path>;
      readonly format: 'events' | 'ndjson';
      readonly examples: BodyExample<Schemas> & { readonly item: z.input<Schemas['item']> };
    },
): AdminStream<InScope<Scope, Schemas>> {
  return declared(declaration);
}

// What follows from a declaration; its name follows once its module is read.
function declared<Whole extends AdminFacts>(declaration: Declaration<AdminScope> & AdminInput): Whole {
  const { scope, path } = declaration;
  const { base, params: ofScope } = adminScopes[scope];
  const params = ofScope.extend(declaration.params?.shape ?? {});
  const whole = {
    ...declaration,
    operationId: '',
    path: base + path,
    tag: tagOf(scope === 'self' ? '/me' : path),
    ...(Object.keys(params.shape).length > 0 && { params }),
    ...strictInput(declaration),
  };
  const known = Object.assign(whole, { errors: errorsOf(whole) });
  declarations.add(known);
  return known as unknown as Whole;
}

const declarations = new WeakSet();

/**
 * The operations that a module declares, each named as its export, in the order of their paths. An operation is known
 * by this name to everyone, so each module is read once.
 */
export function operationsOf(module: object): readonly (AdminEndpoint | AdminStream)[] {
  const named = Object.entries(module).filter(([, declaration]) =>
    declarations.has(Object(declaration) as object),
  );
  return named
    .map(([operationId, declaration]) =>
      Object.assign(declaration as AdminEndpoint | AdminStream, { operationId }),
    )
    .sort(
      (a, b) => a.path.localeCompare(b.path, 'en') || methods.indexOf(a.method) - methods.indexOf(b.method),
    );
}

const methods: readonly AdminMethod[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

// The chapter of the reference, by the path's first word.
const chapters: Readonly<Record<string, string>> = {
  '': 'tenants',
  'admin-keys': 'keys',
  clients: 'campaigns',
  export: 'retention',
  history: 'live',
  hold: 'holds',
  invitations: 'people',
  me: 'people',
  now: 'live',
  operators: 'people',
  people: 'people',
  replay: 'attention',
  replays: 'attention',
  simulate: 'what if',
  submissions: 'leads',
  'webhook-receivers': 'webhooks',
  'what-if': 'what if',
};

function tagOf(path: string): string {
  const [, first = ''] = path.split('/');
  return `Admin: ${chapters[first] ?? first}`;
}

// A misspelt parameter must be refused, not ignored as if it were absent.
function strictInput({ query, body }: AdminInput): Pick<AdminInput, 'query' | 'body'> {
  return {
    ...(query && { query: query.strict() }),
    ...(body && { body: body instanceof z.ZodObject ? body.strict() : body }),
  };
}

function errorsOf({
  params,
  query,
  body,
  errors = [],
}: AdminInput & Pick<Declaration<AdminScope>, 'errors'>): readonly ErrorCode[] {
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
