/**
 * Finishes a plan that changes a tenant's configuration, in the process that began it or, if that died, in the next one
 * that looks: the writes first, then the held leads that the new configuration may set free.
 */
import type { Stores } from '@sluice/store';
import { releaseHeldLeads, type ConfigurationChange } from './release-held-leads.js';

/** The stores of finishing plans. */
export type PlanStores = Pick<Stores, 'clock' | 'configurations' | 'forTenant' | 'tenants'>;

const everything: ConfigurationChange = { tenant: true };

/**
 * Finishes the tenant's open plan, if there is one, and returns how many held leads are due again. `touched` is what it
 * changes, if the caller knows.
 */
export async function finishPlan(
  stores: PlanStores,
  tenantId: string,
  touched: ConfigurationChange = everything,
): Promise<number> {
  const changedAt = await stores.configurations.finish(tenantId);
  return changedAt ? reconsider(stores, tenantId, touched, changedAt) : 0;
}

/** Draws the consequences of changes until `changedAt` that a dead process has not drawn. */
export async function reconsiderAll(stores: PlanStores, tenantId: string, changedAt: Date): Promise<number> {
  return reconsider(stores, tenantId, everything, changedAt);
}

async function reconsider(
  stores: PlanStores,
  tenantId: string,
  touched: ConfigurationChange,
  changedAt: Date,
): Promise<number> {
  const heldLeadsDue = await releaseHeldLeads(stores, tenantId, touched);
  await stores.tenants.endChange(tenantId, changedAt);
  return heldLeadsDue;
}
