/**
 * Ensures that no room stays free while a lead waits for it: a name was taken out of a count, a lead that waited stopped
 * waiting, or it began to wait just after that.
 */
import { countOwner } from '@sluice/contracts';
import { campaignCount, clientCount, type Count } from '@sluice/domain';
import type { TenantStores, WaitedRoom } from '@sluice/store';
import { now, type StoresFor } from '../core.js';

/** How many leads are released at once at most; the next sweep releases more. */
const RELEASED_AT_ONCE = 500;

type ReleaseCore = StoresFor<'clock' | 'forTenant' | 'tenants'>;

/** Makes the oldest lead due that waits for one of the counts, for each of them that has room. */
export async function releaseNextWaiting(
  core: ReleaseCore,
  tenantId: string,
  waitedFor: readonly string[],
): Promise<void> {
  await releaseWaiting(core, tenantId, waitedFor, 1);
}

/** Makes as many of the oldest leads due as there is room for in each of the counts that they wait for. */
export async function releaseWaiting(
  core: ReleaseCore,
  tenantId: string,
  waitedFor: readonly string[],
  atMost = RELEASED_AT_ONCE,
): Promise<void> {
  const { counts: store } = core.stores.forTenant(tenantId);
  const counts = await countsNamed(core, tenantId, waitedFor);
  await Promise.all(
    counts.map(async (count) => {
      const room = await store.room(count);
      await makeDue(core, tenantId, count, { ...room, leads: Math.min(atMost, room.leads ?? atMost) });
    }),
  );
}

/** Makes the oldest lead due that waits for one of the counts, from each of which a name was just taken out. */
export async function releaseAfter(
  core: ReleaseCore,
  tenantId: string,
  counts: readonly string[],
): Promise<void> {
  const { counts: store } = core.stores.forTenant(tenantId);
  const limited = (await countsNamed(core, tenantId, counts)).filter(({ limits }) => limits.length > 0);
  await Promise.all(
    limited.map(async (count) => {
      // The name left room for one lead, but maybe not for its price.
      const hasBudget = count.limits.some(({ currency }) => currency !== undefined);
      const room = hasBudget ? await store.room(count) : {};
      await makeDue(core, tenantId, count, { ...room, leads: 1 });
    }),
  );
}

async function makeDue(
  core: ReleaseCore,
  tenantId: string,
  { name }: Count,
  room: WaitedRoom,
): Promise<void> {
  if (room.leads <= 0 || room.minor === 0) return;
  await core.stores.forTenant(tenantId).submissions.makeOldestDue(name, now(core), room);
}

// As they are now; a name that belongs to no count, such as a campaign's opening, is left out.
async function countsNamed(
  core: ReleaseCore,
  tenantId: string,
  names: readonly string[],
): Promise<readonly Count[]> {
  if (names.length === 0) return [];
  const tenant = await core.stores.tenants.cached(tenantId);
  const found = await Promise.all(
    names.map((name) =>
      countNamed(core.stores.forTenant(tenantId), name, tenant?.settings.timezone, now(core)),
    ),
  );
  return found.filter((count) => count !== undefined);
}

async function countNamed(
  { campaigns, clients }: Pick<TenantStores, 'campaigns' | 'clients'>,
  name: string,
  timezone: string | undefined,
  at: Date,
): Promise<Count | undefined> {
  const owner = countOwner(name);
  if (!owner) return undefined;
  if ('clientId' in owner) {
    const client = await clients.cached(owner.clientId);
    return client && clientCount(client, timezone, at);
  }
  const campaign = await campaigns.cached(owner.campaignId);
  return campaign && campaignCount(campaign, await clients.cached(campaign.clientId), timezone, at);
}
