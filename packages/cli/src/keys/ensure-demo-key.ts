/** The demo key of `npm start`: kept while it is valid, otherwise replaced. */
import { openStores } from '@sluice/store';
import { newKey } from '@sluice/admin';

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
    const holder = apiKey === undefined ? undefined : await stores.apiKeys.holderOf(apiKey, now);
    if (apiKey !== undefined && holder?.tenantId === tenantId) return { apiKey };
    const made = newKey('slk_');
    await stores.apiKeys.add(made, { tenantId, name: 'demo', createdAt: now });
    return { apiKey: made };
  } finally {
    await stores.close();
  }
}
