/**
 * Stores with assumptions: items that are not saved, another time, or room under every cap. Nothing stored is changed.
 */
import { sections, type Tenant } from '@sluice/contracts';
import type { SimulationStores } from '@sluice/pipeline';
import type { Catalog, ItemKind, PlannedWrite, TenantStores } from '@sluice/store';
import type { Item } from '../catalog/sections.js';

/** The assumptions. */
export interface AsIf {
  /** What saving the items would write. */
  readonly writes?: readonly PlannedWrite[];
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
  { writes = [], at, roomForAll }: AsIf,
): SimulationStores {
  const of = stores.forTenant(tenantId);
  const tenantStores: TenantStores = {
    ...of,
    ...catalogsAsIf(of, writes),
    ...(roomForAll && {
      counts: roomy(roomForAll) as unknown as TenantStores['counts'],
      duplicateClaims: unclaimed as unknown as TenantStores['duplicateClaims'],
    }),
  };
  const settings = writes.find((write) => write.kind === 'tenant');
  return {
    ...stores,
    forTenant: (asked) => (asked === tenantId ? tenantStores : stores.forTenant(asked)),
    ...(settings && { tenants: tenantsAsIf(stores.tenants, settings.tenant) }),
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

function tenantsAsIf(tenants: SimulationStores['tenants'], tenant: Tenant): SimulationStores['tenants'] {
  const asked: Pick<SimulationStores['tenants'], 'find' | 'cached'> = {
    find: async (id) => (id === tenant.tenantId ? tenant : tenants.find(id)),
    cached: async (id) => (id === tenant.tenantId ? tenant : tenants.cached(id)),
  };
  return asked as unknown as SimulationStores['tenants'];
}

// A kind of which nothing is written stays as it is.
function catalogsAsIf(of: TenantStores, writes: readonly PlannedWrite[]): Partial<TenantStores> {
  const byKind = new Map<ItemKind, Map<string, Item>>();
  for (const write of writes) {
    if (write.kind !== 'item') continue;
    byKind.set(write.of, (byKind.get(write.of) ?? new Map<string, Item>()).set(write.id, write.item as Item));
  }
  return Object.fromEntries(
    [...byKind].map(([kind, items]) => {
      const id = sections.find(({ section }) => section === kind)?.id ?? '';
      return [kind, catalogAsIf(of[kind] as unknown as Catalog<Item>, items, id)];
    }),
  );
}

function catalogAsIf(catalog: Catalog<Item>, items: ReadonlyMap<string, Item>, id: string): Catalog<Item> {
  // By id, as lists are read: of several campaigns of the same names the first counts.
  const replaced = (all: readonly Item[]) => {
    const byId = new Map([...all.map((one) => [String(one[id]), one] as const), ...items]);
    return [...byId].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
  };
  // The same input list yields the same output list, because data derived from a list is cached with it.
  let known: { readonly from: readonly Item[]; readonly to: readonly Item[] } | undefined;
  const asIf: Pick<Catalog<Item>, 'find' | 'cached' | 'all' | 'allCached'> = {
    find: async (asked) => items.get(asked) ?? catalog.find(asked),
    cached: async (asked) => items.get(asked) ?? catalog.cached(asked),
    all: async () => replaced(await catalog.all()),
    allCached: async () => {
      const from = await catalog.allCached();
      if (known?.from !== from) known = { from, to: replaced(from) };
      return known.to;
    },
  };
  return asIf as unknown as Catalog<Item>;
}
