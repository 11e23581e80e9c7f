/** How much of the current caps is used, for display only; no decision depends on it. */
import { applicableLimits } from '@sluice/domain';
import { now, type StoresFor } from '@sluice/pipeline';

/** A cap of a campaign or a client in its current period. */
interface CapUse {
  readonly tenantId: string;
  readonly of: 'campaign' | 'client';
  /** The id of that campaign or client. */
  readonly id: string;
  /** The type of the period, e.g. `daily`. */
  readonly period: string;
  readonly cap: number;
  /** Slots in use, confirmed or only reserved. */
  readonly taken: number;
}

/** Reads the caps of active campaigns and their clients, at most `most` of them, because each needs one counter. */
export async function readCapUse(
  { stores }: StoresFor<'clock' | 'forTenant' | 'tenants'>,
  most: number,
): Promise<readonly CapUse[]> {
  const uses: CapUse[] = [];
  for (const { tenantId, settings } of await stores.tenants.all()) {
    if (uses.length >= most) break;
    uses.push(...(await ofTenant({ stores }, tenantId, settings?.timezone, most - uses.length)));
  }
  return uses;
}

async function ofTenant(
  core: StoresFor<'clock' | 'forTenant'>,
  tenantId: string,
  timezone: string | undefined,
  most: number,
): Promise<readonly CapUse[]> {
  const { campaigns, clients, slots } = core.stores.forTenant(tenantId);
  const [everyCampaign, everyClient] = await Promise.all([campaigns.allCached(), clients.allCached()]);
  const clientOf = new Map(everyClient.map((client) => [client.clientId, client]));
  const limits = everyCampaign
    .filter(({ active }) => active)
    .flatMap((campaign) => applicableLimits(campaign, clientOf.get(campaign.clientId), timezone, now(core)));
  // All campaigns of a client count against its caps.
  const held = [...new Map(limits.map((limit) => [limit.counter, limit])).values()].slice(0, most);
  const taken = await slots.taken(held.map(({ counter }) => counter));
  return held.map(({ of, owner, type, cap }, index) => ({
    tenantId,
    of,
    period: type,
    cap,
    taken: taken[index] ?? 0,
    id: 'campaignId' in owner ? owner.campaignId : owner.clientId,
  }));
}
