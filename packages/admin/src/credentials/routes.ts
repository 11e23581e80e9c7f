/** Vendors' credentials: set and removed, but never returned. */
import {
  adminListCredentials,
  adminReencryptCredentials,
  adminRemoveCredentials,
  adminSetCredentials,
  ApiError,
  credentialProviders,
  credentialState,
  problemsOf,
  providerCredentialsSchema,
} from '@sluice/contracts';
import { now, type StoresFor } from '@sluice/pipeline';
import { worstResealed, type Provider } from '@sluice/store';
import type { AdminDeps } from '../deps.js';
import { defineAdminRoute, type AdminRoute } from '../route.js';
import { personOf } from '../who-did.js';
import { refuseUnreadable } from './refuse-unreadable.js';
import { sealingKeysOf } from './sealing-keys-of.js';

type Deps = StoresFor<'clock' | 'secrets' | 'tenants'> & Pick<AdminDeps, 'encryptionKeys'>;

const listCredentials = defineAdminRoute(
  adminListCredentials,
  async ({ params: { tenantId } }, deps: Deps) => {
    return {
      credentials: await storedOf(tenantId, deps),
      accepted: credentialProviders.map((provider) => ({
        provider,
        fields: Object.keys(schemaOf(provider).shape),
      })),
    };
  },
);

// Credentials stored before their names were kept are decrypted to read the names, if there is a key.
async function storedOf(tenantId: string, { stores, encryptionKeys = [] }: Deps) {
  const { any, facts } = await stores.secrets.credentialFacts(tenantId);
  const opened =
    any && encryptionKeys.length > 0
      ? await stores.secrets.credentials(tenantId, encryptionKeys).catch(() => ({}))
      : {};
  return credentialProviders.flatMap((provider) => {
    const fact = facts[provider];
    const values: Readonly<Record<string, string | undefined>> | undefined = (
      opened as Readonly<Partial<Record<Provider, Record<string, string>>>>
    )[provider];
    const fields = fact?.fields ?? Object.keys(values ?? {}).filter((name) => values?.[name]);
    if (fields.length === 0) return [];
    const setAt = fact?.setAt.toISOString() ?? null;
    return [{ provider, fields: [...fields], ...credentialState(provider, fields), setAt }];
  });
}

const setCredentials = defineAdminRoute(
  adminSetCredentials,
  async (
    { params: { tenantId, provider }, body: { values }, actor, note },
    { stores, encryptionKeys }: Deps,
  ) => {
    const keys = sealingKeysOf(encryptionKeys);
    const read = schemaOf(provider).strict().safeParse(values);
    if (!read.success) throw new ApiError('VALIDATION_ERROR', { details: problemsOf(read.error, 'body') });
    const given: Readonly<Record<string, unknown>> = read.data;
    const fields = Object.keys(given).filter((name) => given[name] !== '' && given[name] !== undefined);
    if (fields.length === 0)
      throw new ApiError('VALIDATION_ERROR', { details: ['values: must contain at least one credential'] });
    const at = now({ stores });
    await stores.secrets
      .setCredentials(tenantId, provider, read.data as Record<string, string>, {
        keys,
        at,
        who: personOf(actor, adminSetCredentials),
      })
      .catch(refuseUnreadable(tenantId));
    note({ fields: fields.join(',') });
    return { provider, fields, ...credentialState(provider, fields), setAt: at.toISOString() };
  },
);

const removeCredentials = defineAdminRoute(
  adminRemoveCredentials,
  async ({ params: { tenantId, provider }, actor }, deps: Deps) => {
    const { stores, encryptionKeys } = deps;
    const keys = sealingKeysOf(encryptionKeys);
    const stored = await storedOf(tenantId, deps);
    if (!stored.some((each) => each.provider === provider))
      throw new ApiError('NOT_FOUND', { message: `Tenant ${tenantId} has no ${provider} credentials` });
    await stores.secrets
      .setCredentials(tenantId, provider, undefined, {
        keys,
        at: now({ stores }),
        who: personOf(actor, adminRemoveCredentials),
      })
      .catch(refuseUnreadable(tenantId));
    return { removed: true as const };
  },
);

const reencryptCredentials = defineAdminRoute(
  adminReencryptCredentials,
  async ({ body: { discardUnreadable }, note }, { stores, encryptionKeys, accounts }: AdminDeps) => {
    const keys = sealingKeysOf(encryptionKeys);
    const tenants = [];
    const discarded: string[] = [];
    for (const { tenantId } of await stores.tenants.all()) {
      const lost = discardUnreadable && (await stores.secrets.discardUnreadable(tenantId, keys));
      if (lost) {
        discarded.push(tenantId);
        // Noted at once, because a failure at a later tenant restores nothing.
        note({ discarded: discarded.join(',') });
      }
      const outcome = worstResealed([
        await stores.secrets.reseal(tenantId, keys),
        await stores.forTenant(tenantId).suppression.reseal(keys),
      ]);
      tenants.push({ tenantId, outcome: lost ? ('discarded' as const) : outcome });
    }
    note({ reencrypted: tenants.filter(({ outcome }) => outcome === 'reencrypted').length });
    return { tenants, secondFactors: await accounts.reencryptSecondFactors() };
  },
  ({ body: { discardUnreadable } }): Readonly<Record<string, string>> =>
    discardUnreadable ? { discardUnreadable: 'true' } : {},
);

function schemaOf(provider: Provider) {
  return providerCredentialsSchema.shape[provider].unwrap();
}

export const credentialRoutes: readonly AdminRoute<AdminDeps>[] = [
  listCredentials,
  setCredentials,
  removeCredentials,
  reencryptCredentials,
];
