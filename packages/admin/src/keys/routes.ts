/** API keys of a tenant. */
import { adminCreateApiKey, adminListApiKeys, adminRevokeApiKey, ApiError } from '@sluice/contracts';
import { now, type StoresFor } from '@sluice/pipeline';
import { newKey } from '@sluice/store';
import type { AdminDeps } from '../deps.js';
import { defineAdminRoute, type AdminRoute } from '../route.js';
import { keyView } from './key-view.js';

type Deps = StoresFor<'apiKeys' | 'clock' | 'forTenant' | 'tenants'>;

const listApiKeys = defineAdminRoute(adminListApiKeys, async ({ params: { tenantId } }, { stores }: Deps) => {
  const found = await stores.apiKeys.list(tenantId);
  return { keys: found.map((key) => keyView(key, now({ stores }))) };
});

const createApiKey = defineAdminRoute(
  adminCreateApiKey,
  async ({ params: { tenantId }, body: { name, expiresAt, supplierId }, note }, { stores }: Deps) => {
    if (supplierId !== undefined && !(await stores.forTenant(tenantId).suppliers.find(supplierId)))
      throw new ApiError('VALIDATION_ERROR', { details: ['supplierId: does not exist'] });
    const key = newKey('slk_');
    const createdAt = now({ stores });
    const made = await stores.apiKeys.add(key, {
      tenantId,
      name,
      supplierId,
      createdAt,
      expiresAt: expiresAt === undefined ? undefined : new Date(expiresAt),
    });
    note({ prefix: made.prefix });
    return { key, ...keyView(made, createdAt) };
  },
);

const revokeApiKey = defineAdminRoute(
  adminRevokeApiKey,
  async ({ params: { tenantId, prefix } }, { stores }: Deps) => {
    const revoked = await stores.apiKeys.revoke(tenantId, prefix, now({ stores }));
    if (revoked === 0)
      throw new ApiError('NOT_FOUND', { message: `Tenant ${tenantId} has no active key ${prefix}` });
    return { revoked };
  },
);

export const keyRoutes: readonly AdminRoute<AdminDeps>[] = [listApiKeys, createApiKey, revokeApiKey];
