/** Admin keys, which programs use to call the admin API. */
import {
  adminCreateAdminKey,
  adminListAdminKeys,
  adminRevokeAdminKey,
  ApiError,
  type AdminKeyView,
} from '@sluice/contracts';
import { now, type StoresFor } from '@sluice/pipeline';
import { newKey, type AdminKey } from '@sluice/store';
import type { AdminDeps } from '../deps.js';
import { keyView } from '../keys/key-view.js';
import { defineAdminRoute, type AdminRoute } from '../route.js';

type Deps = StoresFor<'adminKeys' | 'clock'>;

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
  return { ...keyView(key, at), role: key.role };
}

export const adminKeyRoutes: readonly AdminRoute<AdminDeps>[] = [
  listAdminKeys,
  createAdminKey,
  revokeAdminKey,
];
