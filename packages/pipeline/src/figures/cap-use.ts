/** How much of the current caps is used, for display only; no decision depends on it. */
import { campaignCount, clientCount, isInUse } from '@sluice/domain';
import { now, type StoresFor } from '../core.js';

/** A cap of a campaign or a client in its current period. */
interface CapUse {
  readonly tenantId: string;
  readonly of: 'campaign' | 'client';
  /** The id of that campaign or client. */
  readonly id: string;
  /** The type of the period, e.g. `daily`. */
  readonly period: string;
  readonly cap: number;
  /** Leads placed, or on their way. */
  readonly used: number;
}

/** Reads the caps of campaigns that are in use and of their clients, at most `most` of them. */
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
  const { campaigns, clients, counts } = core.stores.forTenant(tenantId);
  const [everyCampaign, everyClient] = await Promise.all([campaigns.allCached(), clients.allCached()]);
  const clientOf = new Map(everyClient.map((client) => [client.clientId, client]));
  const at = now(core);
  const active = everyCampaign.filter((campaign) => isInUse(campaign, clientOf.get(campaign.clientId)));
  // All campaigns of a client count against its caps.
  const ofClients = new Set(active.flatMap(({ clientId }) => clientOf.get(clientId) ?? []));
  const limited = [
    ...active.map((campaign) => campaignCount(campaign, clientOf.get(campaign.clientId), timezone, at)),
    ...[...ofClients].map((client) => clientCount(client, timezone, at)),
  ]
    // A budget is money, which this gauge of leads does not show.
    .map((count) => ({ ...count, limits: count.limits.filter(({ currency }) => currency === undefined) }))
    .filter(({ limits }) => limits.length > 0);
  const used = await counts.used(limited.slice(0, most));
  return limited
    .flatMap(({ limits }) => limits)
    .slice(0, most)
    .map(({ of, owner, type, cap, name }) => ({
      tenantId,
      of,
      period: type,
      cap,
      used: used.get(name) ?? 0,
      id: 'campaignId' in owner ? owner.campaignId : owner.clientId,
    }));
}
