/** The keys of `npm start`: each is kept while it is valid, and otherwise replaced. */
import { newKey, openStores } from '@sluice/store';

/** A key of the tenant: `apiKey` if it is still valid, else a new one. */
export async function ensureDemoKey({
  mongoUrl,
  tenantId,
  apiKey,
}: {
  readonly mongoUrl: string;
  readonly tenantId: string;
  readonly apiKey?: string;
}): Promise<{ readonly apiKey: string }> {
  const stores = await openStores(mongoUrl);
  try {
    const now = stores.clock.now();
    const holder = apiKey === undefined ? undefined : await stores.apiKeys.holderOf(apiKey);
    if (apiKey !== undefined && holder?.tenantId === tenantId) return { apiKey };
    // A key whose form is no longer accepted must not be listed as one that works.
    if (apiKey !== undefined) await stores.apiKeys.revoke(tenantId, apiKey.slice(0, 8), now);
    const made = newKey('slk_');
    await stores.apiKeys.add(made, { tenantId, name: 'demo', createdAt: now });
    return { apiKey: made };
  } finally {
    await stores.close();
  }
}

/** An admin key of the installation, which may administer: `adminKey` if it is still valid, else a new one. */
export async function ensureAdminKey({
  mongoUrl,
  adminKey,
}: {
  readonly mongoUrl: string;
  readonly adminKey?: string;
}): Promise<string> {
  const stores = await openStores(mongoUrl);
  try {
    if (adminKey !== undefined && (await stores.adminKeys.holderOf(adminKey))) return adminKey;
    const made = newKey('sla_');
    const createdAt = stores.clock.now();
    await stores.adminKeys.add(made, { role: 'administer', name: 'npm start', createdAt });
    return made;
  } finally {
    await stores.close();
  }
}
