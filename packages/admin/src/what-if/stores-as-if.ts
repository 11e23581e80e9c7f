/**
 * Stores with assumptions: another version of a campaign, another time, or room under every cap. Nothing stored is
 * changed.
 */
import type { Campaign } from '@sluice/contracts';
import type { SimulationStores } from '@sluice/pipeline';
import type { Catalog, TenantStores } from '@sluice/store';

/** The assumptions. */
export interface AsIf {
  /** Replaces the campaign of the same code. */
  readonly campaign?: Campaign;
  /** The time at which the decision is made. */
  readonly at?: Date;
  /**
   * Assumes that every cap has room and that no other lead is in the way; with the turns that members of groups have taken,
   * by their counts.
   */
  readonly roomForAll?: ReadonlyMap<string, number>;
}

/** Returns stores in which the assumptions hold for one tenant; for decisions that write nothing. */
export function storesAsIf(
  stores: SimulationStores,
  tenantId: string,
  { campaign, at, roomForAll }: AsIf,
): SimulationStores {
  const of = stores.forTenant(tenantId);
  const tenantStores: TenantStores = {
    ...of,
    ...(campaign && { campaigns: campaignsAsIf(of.campaigns, campaign) }),
    ...(roomForAll && {
      counts: roomy(roomForAll) as unknown as TenantStores['counts'],
      duplicateClaims: unclaimed as unknown as TenantStores['duplicateClaims'],
    }),
  };
  return {
    ...stores,
    forTenant: (asked) => (asked === tenantId ? tenantStores : stores.forTenant(asked)),
    ...(at && { clock: { now: () => at } }),
  };
}

function roomy(turns: ReadonlyMap<string, number>): Pick<TenantStores['counts'], 'full' | 'standings'> {
  return {
    full: async () => [],
    standings: async (members) =>
      members.map(({ name }) => ({ leads: turns.get(name) ?? 0, credit: 0, isAway: false })),
  };
}

const unclaimed: Pick<TenantStores['duplicateClaims'], 'look'> = {
  look: async () => ({ kind: 'ours' }),
};

function campaignsAsIf(catalog: Catalog<Campaign>, campaign: Campaign): Catalog<Campaign> {
  const { campaignId } = campaign;
  const replaced = (all: readonly Campaign[]) =>
    all.map((one) => (one.campaignId === campaignId ? campaign : one));
  // The same input list yields the same output list, because data derived from a list is cached with it.
  let known: { readonly from: readonly Campaign[]; readonly to: readonly Campaign[] } | undefined;
  const asked: Pick<Catalog<Campaign>, 'find' | 'cached' | 'all' | 'allCached'> = {
    find: async (id) => (id === campaignId ? campaign : catalog.find(id)),
    cached: async (id) => (id === campaignId ? campaign : catalog.cached(id)),
    all: async () => replaced(await catalog.all()),
    allCached: async () => {
      const from = await catalog.allCached();
      if (known?.from !== from) known = { from, to: replaced(from) };
      return known.to;
    },
  };
  return asked as unknown as Catalog<Campaign>;
}
