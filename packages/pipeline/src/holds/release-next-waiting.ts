/**
 * Ensures that no slot stays free while a lead waits for it. Called after a lead starts or stops waiting: a slot may
 * have been released just before, when no lead waited yet, or its release may have gone to another lead.
 */
import { counterOwner } from '@sluice/contracts';
import { clientCounters, limitCounters, type CounterSpec } from '@sluice/domain';
import type { TenantStores } from '@sluice/store';
import { now, type StoresFor } from '../core.js';

/**
 * For each counter in `waitedFor` that has room, makes due the oldest lead that waits for it. Counters that belong to no
 * current limit are skipped: a lead that waits for a past period is already due.
 */
export async function releaseNextWaiting(
  core: StoresFor<'clock' | 'forTenant' | 'tenants'>,
  tenantId: string,
  waitedFor: readonly string[],
): Promise<void> {
  if (waitedFor.length === 0) return;
  const stores = core.stores.forTenant(tenantId);
  const tenant = await core.stores.tenants.cached(tenantId);
  const holding = await Promise.all(
    waitedFor.map((name) => countersBeside(stores, name, tenant?.settings.timezone, now(core))),
  );
  const specs = holding.flatMap((counters, index) =>
    counters.filter(({ counter }) => counter === waitedFor[index]),
  );
  const full = await stores.slots.full(specs);
  for (const { counter } of specs) {
    if (!full.includes(counter)) await stores.submissions.makeOldestDue(counter, now(core));
  }
}

// All counters of the owner that `name` refers to.
async function countersBeside(
  { campaigns, clients }: Pick<TenantStores, 'campaigns' | 'clients'>,
  name: string,
  timezone: string | undefined,
  at: Date,
): Promise<readonly CounterSpec[]> {
  const owner = counterOwner(name);
  if (!owner) return [];
  if ('clientId' in owner) {
    const client = await clients.cached(owner.clientId);
    return client ? clientCounters(client, timezone, at) : [];
  }
  const campaign = await campaigns.cached(owner.campaignId);
  return campaign ? limitCounters(campaign, await clients.cached(campaign.clientId), timezone, at) : [];
}
