/**
 * Budgets that are exceeded in their running period: leads are routed by the price that is expected of them, and a buyer's
 * answer above it counts all the same.
 */
import type { Tenant } from '@sluice/contracts';
import { campaignCount, clientCount, decimalAmount, isInUse } from '@sluice/domain';
import { now, type StoresFor } from '@sluice/pipeline';
import type { OverspentBudget } from '@sluice/reports';

/** Those of one tenant's campaigns that are in use and of their clients, in the order of their ids. */
async function overspentBudgets(
  core: StoresFor<'clock' | 'forTenant'>,
  { tenantId, settings }: Pick<Tenant, 'tenantId' | 'settings'>,
): Promise<readonly OverspentBudget[]> {
  const { campaigns, clients, counts } = core.stores.forTenant(tenantId);
  const [everyCampaign, everyClient] = await Promise.all([campaigns.allCached(), clients.allCached()]);
  const clientOf = new Map(everyClient.map((client) => [client.clientId, client]));
  const active = everyCampaign.filter((campaign) => isInUse(campaign, clientOf.get(campaign.clientId)));
  const payers = new Set(active.flatMap(({ clientId }) => clientOf.get(clientId) ?? []));
  const at = now(core);
  const inMoney = [
    ...active.map((one) => campaignCount(one, clientOf.get(one.clientId), settings.timezone, at)),
    ...[...payers].map((one) => clientCount(one, settings.timezone, at)),
  ]
    .map((count) => ({ ...count, limits: count.limits.filter(({ currency }) => currency !== undefined) }))
    .filter(({ limits }) => limits.length > 0);
  if (inMoney.length === 0) return [];
  const used = await counts.used(inMoney);
  return inMoney
    .flatMap(({ limits }) => limits)
    .flatMap(({ of, owner, type, cap, currency = '', name, turnsAt }) => {
      const minor = used.get(name) ?? 0;
      if (minor <= cap) return [];
      return {
        tenantId,
        of,
        id: 'campaignId' in owner ? owner.campaignId : owner.clientId,
        period: type,
        currency,
        budget: decimalAmount(cap, currency),
        spent: decimalAmount(minor, currency),
        turnsAt,
      };
    })
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** Those of every tenant. */
export async function everyOverspentBudget(
  core: StoresFor<'clock' | 'forTenant' | 'tenants'>,
): Promise<readonly OverspentBudget[]> {
  const tenants = await core.stores.tenants.all();
  return (await Promise.all(tenants.map((tenant) => overspentBudgets(core, tenant)))).flat();
}
