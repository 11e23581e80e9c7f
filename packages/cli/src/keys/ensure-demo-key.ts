/** The demo key of `npm start`: kept while it is valid, otherwise replaced and revoked. */
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
