/**
 * Reads the configuration ahead. A lead that arrives alone finds the cached configuration expired, and would reload its
 * parts one after another because each names the next. The parts that the tenant's last leads needed are therefore
 * reloaded while the lead itself is read.
 */
import type { StoresFor } from '../core.js';

/**
 * Starts to reload the expired parts of the tenant's configuration. The caller does not wait, and usually nothing is
 * expired.
 */
export function readAhead({ stores }: StoresFor<'forTenant' | 'tenants'>, tenantId: string): void {
  const { campaigns, clients, deliveryEndpoints, fieldLibrary, valueSets } = stores.forTenant(tenantId);
  for (const catalog of [campaigns, clients, deliveryEndpoints, fieldLibrary, valueSets]) catalog.readAhead();
  void stores.tenants.cached(tenantId).catch(() => undefined);
}
