/** How far the caps that hold now are used, for people to see; nothing is decided on it. */
import { applicableLimits } from '@sluice/domain';
import { now, type Core } from '../core.js';

/** A cap of a campaign or a client in its current period. */
export interface CapUse {
  readonly tenantId: string;
  readonly of: 'campaign' | 'client';
  /** The id of that campaign or client. */
  readonly id: string;
  /** What the period is, e.g. `daily`. */
  readonly period: string;
  readonly cap: number;
  /** Slots that are taken, confirmed or not. */
  readonly taken: number;
}

/** The caps of active campaigns and their clients, at most `most`: one counter is read for each. */
export async function readCapUse({ stores }: Pick<Core, 'stores'>, most: number): Promise<readonly CapUse[]> {
  const uses: CapUse[] = [];
  for (const { tenantId, settings } of await stores.tenants.all()) {
    if (uses.length >= most) break;
    uses.push(...(await ofTenant({ stores }, tenantId, settings?.timezone, most - uses.length)));
  }
  return uses;
}

async function ofTenant(
  core: Pick<Core, 'stores'>,
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
  // A client's cap is that of all its campaigns.
  const held = [...new Map(limits.map((limit) => [limit.counter, limit])).values()].slice(0, most);
  const taken = await slots.taken(held.map(({ counter }) => counter));
  return held.map(({ of, owner, type, cap }, index) => ({
    ...{ tenantId, of, period: type, cap, taken: taken[index] ?? 0 },
    id: 'campaignId' in owner ? owner.campaignId : owner.clientId,
  }));
}
