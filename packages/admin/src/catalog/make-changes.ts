/** Making planned changes of a tenant's configuration, and letting the leads that wait for them be looked at again. */
import { releaseHeldLeads, type ConfigurationChange } from '@sluice/pipeline';
import type { Stores } from '@sluice/store';
import type { Change } from './plan-changes.js';

/** Answers how many held leads are looked at again. What an earlier run changed and did not live to notify is notified now. */
export async function makeChanges(
  stores: Stores,
  tenantId: string,
  changes: readonly Change[],
): Promise<number> {
  const { tenants } = stores;
  const [known, interrupted] = await Promise.all([tenants.find(tenantId), tenants.isChanging(tenantId)]);
  if (changes.length === 0 && !interrupted) return 0;
  await tenants.beginChange(tenantId);
  for (const change of changes) await change.apply();
  // A tenant that did not exist a moment ago holds no leads.
  if (!known) return 0;
  const heldLeadsDue = await releaseHeldLeads(
    stores,
    tenantId,
    interrupted ? { tenant: true } : touchedBy(changes),
  );
  await tenants.endChange(tenantId);
  return heldLeadsDue;
}

function touchedBy(changes: readonly Change[]): ConfigurationChange {
  const touched = changes.flatMap(({ touches }) => touches ?? []);
  return {
    campaigns: touched.flatMap(({ campaigns }) => campaigns ?? []),
    clients: touched.flatMap(({ clients }) => clients ?? []),
    deliveryEndpoints: touched.flatMap(({ deliveryEndpoints }) => deliveryEndpoints ?? []),
    tenant: touched.some(({ tenant }) => tenant),
  };
}
