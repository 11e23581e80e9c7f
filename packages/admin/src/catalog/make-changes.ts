/** Applies planned changes to a tenant's configuration, and releases the held leads that they may concern. */
import { releaseHeldLeads, type ConfigurationChange } from '@sluice/pipeline';
import type { Stores } from '@sluice/store';
import type { Change } from './plan-changes.js';

/**
 * Returns how many held leads are due again. If an earlier run applied changes but died before it released leads, this
 * run releases them.
 */
export async function makeChanges(
  stores: Pick<Stores, 'clock' | 'forTenant' | 'tenants'>,
  tenantId: string,
  changes: readonly Change[],
): Promise<number> {
  const { tenants } = stores;
  const [known, interrupted] = await Promise.all([tenants.find(tenantId), tenants.isChanging(tenantId)]);
  if (changes.length === 0 && !interrupted) return 0;
  await tenants.beginChange(tenantId);
  for (const change of changes) await change.apply();
  // A tenant that has just been created holds no leads.
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
