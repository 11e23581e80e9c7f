/**
 * Reading ahead: a lead that comes alone finds the configuration too old, and would read one part of it after the other,
 * each named by the one before. What the last leads of its tenant needed is read while the lead itself is.
 */
import type { Core } from '../core.js';

/** Begins to read the configuration of the tenant that is too old; nothing waits for it, and most times it does nothing. */
export function readAhead({ stores }: Pick<Core, 'stores'>, tenantId: string): void {
  const { campaigns, clients, deliveryEndpoints, fieldLibrary, valueSets } = stores.forTenant(tenantId);
  for (const catalog of [campaigns, clients, deliveryEndpoints, fieldLibrary, valueSets]) catalog.readAhead();
  void stores.tenants.cached(tenantId).catch(() => undefined);
}
