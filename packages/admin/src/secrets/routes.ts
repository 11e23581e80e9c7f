/** Named secrets of a tenant: set and removed, but never returned. */
import {
  adminListSecrets,
  adminRemoveSecret,
  adminSetSecret,
  ApiError,
  headerValueProblem,
  maxSecrets,
  problemsOf,
  secretNameSchema,
  type Tenant,
} from '@sluice/contracts';
import {
  headerSecretProblem,
  outgoingTexts,
  secretNamesOfText,
  type OutgoingText,
  type SendingParts,
} from '@sluice/domain';
import { now, type StoresFor } from '@sluice/pipeline';
import { liveFile, readStored } from '../catalog/live-file.js';
import { refuseUnreadable } from '../credentials/refuse-unreadable.js';
import { sealingKeysOf } from '../credentials/sealing-keys-of.js';
import type { AdminDeps } from '../deps.js';
import { defineAdminRoute, type AdminRoute } from '../route.js';
import { personOf } from '../who-did.js';

type Deps = StoresFor<'clock' | 'forTenant' | 'secrets' | 'tenants'> & Pick<AdminDeps, 'encryptionKeys'>;

const listSecrets = defineAdminRoute(
  adminListSecrets,
  async ({ tenant, params: { tenantId } }, { stores }: Deps) => {
    const [texts, secrets] = await Promise.all([sentTexts(tenant, stores), stores.secrets.list(tenantId)]);
    const known = new Set(secrets.map(({ name }) => name));
    const named = [...new Set(texts.flatMap(secretNamesOfText))].sort();
    return {
      secrets: secrets.map(({ name, setAt }) => ({ name, setAt: setAt.toISOString() })),
      missing: named.filter((name) => !known.has(name)),
    };
  },
);

const setSecret = defineAdminRoute(
  adminSetSecret,
  async (
    { tenant, params: { tenantId, name }, body: { value, isNew }, actor },
    { stores, encryptionKeys }: Deps,
  ) => {
    const named = secretNameSchema.safeParse(name);
    if (!named.success) throw new ApiError('VALIDATION_ERROR', { details: problemsOf(named.error, 'name') });
    await refuseUnsendable({ tenant, name, value }, stores);
    const at = now({ stores });
    const outcome = await stores.secrets
      .set(tenantId, name, value, {
        keys: sealingKeysOf(encryptionKeys),
        at,
        who: personOf(actor, adminSetSecret),
        isNew,
      })
      .catch(refuseUnreadable(tenantId));
    if (outcome === 'no_tenant') throw new ApiError('NOT_FOUND');
    if (outcome === 'taken')
      throw new ApiError('INVALID_STATE', { message: `Tenant ${tenantId} already has a secret ${name}` });
    if (outcome === 'too_many')
      throw new ApiError('INVALID_STATE', {
        message: `Tenant ${tenantId} already has ${maxSecrets} secrets, the most that it may have`,
      });
    return { name, setAt: at.toISOString() };
  },
);

// A header that refers to the secret could not be sent with it.
async function refuseUnsendable(
  { tenant, name, value }: { readonly tenant: Tenant; readonly name: string; readonly value: string },
  stores: Deps['stores'],
): Promise<void> {
  if (headerValueProblem(value) === undefined) return;
  const texts = await sentTexts(tenant, stores);
  const problems = texts.flatMap((text) => {
    const problem = headerSecretProblem(text, { [name]: value });
    return problem === undefined ? [] : [`value: the header ${text.path.join('.')} ${problem}`];
  });
  if (problems.length > 0) throw new ApiError('VALIDATION_ERROR', { details: problems });
}

// Every text of the live configuration that is sent.
async function sentTexts(tenant: Tenant, stores: Deps['stores']): Promise<readonly OutgoingText[]> {
  const stored = await readStored(stores.forTenant(tenant.tenantId), []);
  return outgoingTexts(liveFile(tenant, stored, []) as unknown as SendingParts);
}

const removeSecret = defineAdminRoute(
  adminRemoveSecret,
  async ({ params: { tenantId, name }, actor }, { stores }: Deps) => {
    const who = personOf(actor, adminRemoveSecret);
    const isName = secretNameSchema.safeParse(name).success;
    if (!isName || !(await stores.secrets.remove(tenantId, name, who)))
      throw new ApiError('NOT_FOUND', { message: `Tenant ${tenantId} has no secret ${name}` });
    return { removed: true as const };
  },
);

export const secretRoutes: readonly AdminRoute<AdminDeps>[] = [listSecrets, setSecret, removeSecret];
