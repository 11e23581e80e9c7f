/** Admin keys, with which programs call the admin API: those of the installation, and those of a tenant. */
import {
  adminCreateAdminKey,
  adminCreateTenantAdminKey,
  adminListAdminKeys,
  adminListTenantAdminKeys,
  adminRevokeAdminKey,
  adminRevokeTenantAdminKey,
  ApiError,
  type AdminKeyView,
  type TenantAdminKeyView,
} from '@sluice/contracts';
import { now, type StoresFor } from '@sluice/pipeline';
import { newKey, type AdminKey } from '@sluice/store';
import type { AdminDeps } from '../deps.js';
import { keyView } from '../keys/key-view.js';
import { checkMember } from '../people/member-problems.js';
import { defineAdminRoute, type AdminRoute } from '../route.js';

type Deps = StoresFor<'adminKeys' | 'clock'>;
type TenantDeps = StoresFor<'adminKeys' | 'clock' | 'forTenant' | 'tenants'>;

const listAdminKeys = defineAdminRoute(adminListAdminKeys, async (_call, { stores }: Deps) => ({
  keys: (await stores.adminKeys.list()).map((key) => adminKeyView(key, now({ stores }))),
}));

const createAdminKey = defineAdminRoute(
  adminCreateAdminKey,
  async ({ body: { name, role, expiresAt }, note }, { stores }: Deps) => {
    const key = newKey('sla_');
    const createdAt = now({ stores });
    const made = await stores.adminKeys.add(key, {
      name,
      role,
      createdAt,
      expiresAt: expiresAt === undefined ? undefined : new Date(expiresAt),
    });
    note({ prefix: made.prefix, role });
    return { key, ...adminKeyView(made, createdAt) };
  },
);

const revokeAdminKey = defineAdminRoute(
  adminRevokeAdminKey,
  async ({ params: { prefix } }, { stores }: Deps) => {
    const revoked = await stores.adminKeys.revoke(prefix, now({ stores }));
    if (revoked === 0) throw new ApiError('NOT_FOUND', { message: `There is no active admin key ${prefix}` });
    return { revoked };
  },
);

function adminKeyView(key: AdminKey, at: Date): AdminKeyView {
  return { ...keyView(key, at), role: key.role as AdminKeyView['role'] };
}

const listOfTenant = defineAdminRoute(
  adminListTenantAdminKeys,
  async ({ params: { tenantId } }, { stores }: TenantDeps) => {
    const found = await stores.adminKeys.list(tenantId);
    return { keys: found.map((key) => tenantKeyView(key, now({ stores }))) };
  },
);

const createOfTenant = defineAdminRoute(
  adminCreateTenantAdminKey,
  async (
    { params: { tenantId }, body: { name, role, clientId, expiresAt }, note },
    { stores }: TenantDeps,
  ) => {
    await checkMember(stores, { tenantId, role, clientId });
    const key = newKey('sla_');
    const createdAt = now({ stores });
    const made = await stores.adminKeys.add(key, {
      name,
      member: { tenantId, role, ...(clientId !== undefined && { clientId }) },
      createdAt,
      expiresAt: expiresAt === undefined ? undefined : new Date(expiresAt),
    });
    note({ prefix: made.prefix, role, ...(clientId !== undefined && { clientId }) });
    return { key, ...tenantKeyView(made, createdAt) };
  },
);

const revokeOfTenant = defineAdminRoute(
  adminRevokeTenantAdminKey,
  async ({ params: { tenantId, prefix } }, { stores }: TenantDeps) => {
    const revoked = await stores.adminKeys.revoke(prefix, now({ stores }), tenantId);
    if (revoked === 0)
      throw new ApiError('NOT_FOUND', { message: `Tenant ${tenantId} has no active admin key ${prefix}` });
    return { revoked };
  },
);

function tenantKeyView(key: AdminKey, at: Date): TenantAdminKeyView {
  const { role, clientId } = key.member ?? {};
  return { ...keyView(key, at), role: role as TenantAdminKeyView['role'], clientId };
}

export const adminKeyRoutes: readonly AdminRoute<AdminDeps>[] = [
  ...[listAdminKeys, createAdminKey, revokeAdminKey],
  ...[listOfTenant, createOfTenant, revokeOfTenant],
];
