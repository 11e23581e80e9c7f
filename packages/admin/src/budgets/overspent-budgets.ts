/**
 * Budgets that are exceeded in their running period: leads are routed by the price that is expected of them, and a buyer's
 * answer above it counts all the same.
 */
import type { Tenant } from '@sluice/contracts';
import { campaignCount, clientCount, decimalAmount, isInUse } from '@sluice/domain';
import { now, type StoresFor } from '@sluice/pipeline';

/** An exceeded budget. */
export interface OverspentBudget {
  readonly tenantId: string;
  readonly of: 'campaign' | 'client';
  /** The id of that campaign or client. */
  readonly id: string;
  /** The type of the period, e.g. `daily`. */
  readonly period: string;
  readonly currency: string;
  /** In units of the currency. */
  readonly budget: number;
  /** What is placed in the period, or expected of leads on their way. */
  readonly spent: number;
  /** When the period ends; absent for a lifetime. */
  readonly turnsAt?: Date;
}

/** Those of one tenant's campaigns that are in use and of their clients, in the order of their ids. */
export async function overspentBudgets(
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

/** `campaign ACMRU has spent 5012.5 of its daily budget of 5000 USD`. */
export function overspentText({ of, id, period, currency, budget, spent }: OverspentBudget): string {
  const name = period === 'lifetime' ? 'whole' : period;
  return `${of} ${id} has spent ${spent} of its ${name} budget of ${budget} ${currency}`;
}

/** What a person can do about it. */
export const overspentRemedy =
  'A buyer answered a higher price than was expected of its leads: bring `price` of the campaign up to date, or set `fromAnswer: ignore`. A budget that was lowered since is exceeded as well.';
