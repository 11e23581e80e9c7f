/** Named secrets of a tenant: set and removed, but never returned. */
import {
  adminListSecrets,
  adminRemoveSecret,
  adminSetSecret,
  ApiError,
  maxSecrets,
  problemsOf,
  secretNameSchema,
} from '@sluice/contracts';
import { outgoingTexts, secretNamesOfText, type SendingParts } from '@sluice/domain';
import { now, type StoresFor } from '@sluice/pipeline';
import { liveFile, readStored } from '../catalog/live-file.js';
import { refuseUnreadable } from '../credentials/refuse-unreadable.js';
import { sealingKeysOf } from '../credentials/sealing-keys-of.js';
import type { AdminDeps } from '../deps.js';
import { defineAdminRoute, type AdminRoute } from '../route.js';
import { tenantOf } from '../tenants/tenant-of.js';

type Deps = StoresFor<'clock' | 'forTenant' | 'secrets' | 'tenants'> & Pick<AdminDeps, 'encryptionKeys'>;

const listSecrets = defineAdminRoute(adminListSecrets, async ({ params: { tenantId } }, { stores }: Deps) => {
  const tenant = await tenantOf(stores, tenantId);
  const [stored, secrets] = await Promise.all([
    readStored(stores.forTenant(tenantId)),
    stores.secrets.list(tenantId),
  ]);
  const known = new Set(secrets.map(({ name }) => name));
  const texts = outgoingTexts(liveFile(tenant, stored, []) as unknown as SendingParts);
  const named = [...new Set(texts.flatMap(secretNamesOfText))].sort();
  return {
    secrets: secrets.map(({ name, setAt }) => ({ name, setAt: setAt.toISOString() })),
    missing: named.filter((name) => !known.has(name)),
  };
});

const setSecret = defineAdminRoute(
  adminSetSecret,
  async ({ params: { tenantId, name }, body: { value } }, { stores, encryptionKeys }: Deps) => {
    await tenantOf(stores, tenantId);
    const named = secretNameSchema.safeParse(name);
    if (!named.success) throw new ApiError('VALIDATION_ERROR', { details: problemsOf(named.error, 'name') });
    const at = now({ stores });
    const outcome = await stores.secrets
      .set(tenantId, name, value, { keys: sealingKeysOf(encryptionKeys), at })
      .catch(refuseUnreadable(tenantId));
    if (outcome === 'no_tenant') throw new ApiError('NOT_FOUND');
    if (outcome === 'too_many')
      throw new ApiError('INVALID_STATE', {
        message: `Tenant ${tenantId} already has ${maxSecrets} secrets, the most that it may have`,
      });
    return { name, setAt: at.toISOString() };
  },
);

const removeSecret = defineAdminRoute(
  adminRemoveSecret,
  async ({ params: { tenantId, name } }, { stores }: Deps) => {
    await tenantOf(stores, tenantId);
    const isName = secretNameSchema.safeParse(name).success;
    if (!isName || !(await stores.secrets.remove(tenantId, name)))
      throw new ApiError('NOT_FOUND', { message: `Tenant ${tenantId} has no secret ${name}` });
    return { removed: true as const };
  },
);

export const secretRoutes: readonly AdminRoute<AdminDeps>[] = [listSecrets, setSecret, removeSecret];
