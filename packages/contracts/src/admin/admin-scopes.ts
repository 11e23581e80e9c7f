/** What an operation of the admin API reaches, the path that names it, and the members who may reach it. */
import { z } from 'zod';
import type { MemberRole } from '../words.js';
import { tenantParams } from './admin-fields.js';

const clientParams = tenantParams.extend({ clientId: z.string().describe('The client.') });
const supplierParams = tenantParams.extend({ supplierId: z.string().describe('The supplier.') });

/** Each scope: where its paths begin, and the parameters that this beginning names. */
export const adminScopes = {
  /** All tenants, and what belongs to none. */
  installation: { base: '/admin/v1', params: z.object({}) },
  tenant: { base: '/admin/v1/tenants/{tenantId}', params: tenantParams },
  /** One client of a tenant, as its own people see it. */
  client: { base: '/admin/v1/tenants/{tenantId}/clients/{clientId}/portal', params: clientParams },
  /** One supplier of a tenant, as its own people see it. */
  supplier: { base: '/admin/v1/tenants/{tenantId}/suppliers/{supplierId}/portal', params: supplierParams },
  /** The caller's own account. */
  self: { base: '/admin/v1/me', params: z.object({}) },
} as const;
export type AdminScope = keyof typeof adminScopes;

/** Who usually may call in a tenant: operators from this role on, and the members to whom the tenant gives as much. */
export const inTenant = {
  view: { scope: 'tenant', role: 'view', members: ['owner', 'manager', 'analyst'] },
  operate: { scope: 'tenant', role: 'operate', members: ['owner', 'manager'] },
  administer: { scope: 'tenant', role: 'administer', members: ['owner'] },
} as const;

/** Who may call over the installation: operators from this role on. */
export const inInstallation = {
  view: { scope: 'installation', role: 'view', members: [] },
  operate: { scope: 'installation', role: 'operate', members: [] },
  administer: { scope: 'installation', role: 'administer', members: [] },
} as const;

/** A path below the beginning of its scope, with parameters in braces. */
export type AdminPath = '' | `/${string}`;

// Paths that would look like those of another scope.
interface Elsewhere {
  readonly installation: '' | `${string}{tenantId}${string}` | '/me' | `/me/${string}`;
  readonly tenant: `/clients/{clientId}/portal${string}` | `/suppliers/{supplierId}/portal${string}`;
  readonly client: '';
  readonly supplier: '';
  readonly self: never;
}

/** The path, if it fits the scope. */
export type PathIn<Scope extends AdminScope, Path extends AdminPath> = Path extends Elsewhere[Scope]
  ? never
  : Path;

interface Members {
  readonly installation: never;
  readonly tenant: 'owner' | 'manager' | 'analyst';
  readonly client: 'owner' | 'manager' | 'client';
  readonly supplier: 'owner' | 'manager' | 'supplier';
  readonly self: MemberRole;
}

/** The roles that may be members of a scope's operations. */
export type MembersIn<Scope extends AdminScope> = readonly Members[Scope][];

type ShapeOf<Params> = Params extends z.ZodObject<infer Shape> ? Shape : unknown;
type WithParams<Base, Schemas extends Sent> =
  Base extends z.ZodObject<infer Shape>
    ? Omit<Schemas, 'params'> & { readonly params: z.ZodObject<Shape & ShapeOf<Schemas['params']>> }
    : never;
interface Sent {
  readonly params?: z.ZodObject;
}

/** The schemas of a call, with the parameters that its scope's path names. */
export type InScope<Scope extends AdminScope, Schemas extends Sent> = Scope extends 'installation' | 'self'
  ? Schemas
  : WithParams<(typeof adminScopes)[Scope]['params'], Schemas>;
