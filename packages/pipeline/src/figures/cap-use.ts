/** How much of the caps and budgets in force is used. For display: no decision depends on it. */
import type { Campaign, Client, Supplier, Tenant } from '@sluice/contracts';
import {
  campaignCount,
  clientCount,
  decimalAmount,
  isInUse,
  supplierCount,
  type Count,
} from '@sluice/domain';
import type { TenantStores } from '@sluice/store';
import { now, type StoresFor } from '../core.js';

/** A cap or a budget in its running period. */
export interface CapUse<Of = 'campaign' | 'client'> {
  readonly of: Of;
  /** The id of whose it is. */
  readonly id: string;
  /** The type of the period, e.g. `daily`. */
  readonly period: string;
  /** Leads; of a budget, units of its currency. */
  readonly cap: number;
  /** What is placed in the period, or on its way. */
  readonly used: number;
  /** Of that, what is reserved for leads that wait or are on their way. */
  readonly reserved: number;
  /** ISO 4217 code; only a budget has one. */
  readonly currency?: string;
  /** When the period ends; absent for a lifetime. */
  readonly turnsAt?: Date;
}

/** The configuration that the caps of a tenant are read from. */
export interface CapSources {
  readonly clients: readonly Client[];
  readonly timezone: string | undefined;
  readonly now: Date;
}

/** For each of these campaigns its own caps, then those of its client; the counts of all are read together. */
export async function capUseOfCampaigns(
  stores: Pick<TenantStores, 'counts'>,
  campaigns: readonly Campaign[],
  { clients, timezone, now: at }: CapSources,
): Promise<readonly (readonly CapUse[])[]> {
  const clientOf = byId(clients);
  const countsOf = campaigns.map((campaign) => {
    const client = clientOf.get(campaign.clientId);
    const own = campaignCount(campaign, client, timezone, at);
    return client ? [own, clientCount(client, timezone, at)] : [own];
  });
  const uses = await capUseOf(stores, countsOf.flat());
  return countsOf.map((counts) =>
    counts.flatMap(({ limits }) => limits.map(({ name }) => uses.get(name) as CapUse)),
  );
}

/** For each of these clients its caps over all its campaigns; the counts of all are read together. */
export async function capUseOfClients(
  stores: Pick<TenantStores, 'counts'>,
  { clients, timezone, now: at }: CapSources,
): Promise<readonly (readonly CapUse[])[]> {
  const asked = clients.map((client) => clientCount(client, timezone, at));
  const uses = await capUseOf(stores, asked);
  return asked.map(({ limits }) => limits.map(({ name }) => uses.get(name) as CapUse));
}

/** For each of these suppliers its limits, by the tenant's days; the counts of all are read together. */
export async function capUseOfSuppliers(
  { counts }: Pick<TenantStores, 'counts'>,
  suppliers: readonly Pick<Supplier, 'supplierId' | 'limits'>[],
  { timezone, now: at }: Omit<CapSources, 'clients'>,
): Promise<readonly (readonly CapUse<'supplier'>[])[]> {
  const asked = suppliers.map((supplier) => supplierCount(supplier, timezone, at));
  const uses = await counts.usage(asked);
  return asked.map(({ owner: { supplierId: id }, limits }) =>
    limits.map(({ name, type: period, cap, turnsAt }) => {
      const { used, reserved } = uses.get(name) ?? { used: 0, reserved: 0 };
      return { of: 'supplier', id, period, cap, used, reserved, turnsAt };
    }),
  );
}

/** A cap or a budget with its tenant. */
export interface CapUseOfTenant extends CapUse {
  readonly tenantId: string;
}

/** Which are read. */
interface Which {
  readonly what: 'caps' | 'budgets';
  /** Default: all. */
  readonly most?: number;
  /** Of this tenant only. */
  readonly tenantId?: string | undefined;
}

// Each takes a read of its configuration every few seconds.
const TENANTS_AT_ONCE = 50;

/** The caps, or the budgets, of all campaigns that are in use and of their clients, of which each is there once. */
export async function capsInUse(
  core: StoresFor<'clock' | 'forTenant' | 'tenants'>,
  { what, most = Infinity, tenantId }: Which,
): Promise<readonly CapUseOfTenant[]> {
  const tenants = await (tenantId === undefined
    ? core.stores.tenants.all()
    : core.stores.tenants.cached(tenantId).then((tenant) => (tenant ? [tenant] : [])));
  const found: CapUseOfTenant[] = [];
  for (let start = 0; start < tenants.length && found.length < most; start += TENANTS_AT_ONCE) {
    const some = tenants.slice(start, start + TENANTS_AT_ONCE);
    found.push(...(await Promise.all(some.map((tenant) => ofTenant(core, tenant, { what, most })))).flat());
  }
  return found.slice(0, most);
}

async function ofTenant(
  core: StoresFor<'clock' | 'forTenant'>,
  { tenantId, settings }: Tenant,
  { what, most }: Which,
): Promise<readonly CapUseOfTenant[]> {
  const { campaigns, clients, counts } = core.stores.forTenant(tenantId);
  const [everyCampaign, everyClient] = await Promise.all([campaigns.allCached(), clients.allCached()]);
  const clientOf = byId(everyClient);
  const inUse = everyCampaign.filter((campaign) => isInUse(campaign, clientOf.get(campaign.clientId)));
  // All campaigns of a client count against its caps.
  const theirs = new Set(inUse.flatMap(({ clientId }) => clientOf.get(clientId) ?? []));
  const [at, { timezone }] = [now(core), settings];
  const asked = [
    ...inUse.map((campaign) => campaignCount(campaign, clientOf.get(campaign.clientId), timezone, at)),
    ...[...theirs].map((client) => clientCount(client, timezone, at)),
  ].map((count) => ({
    ...count,
    limits: count.limits.filter(({ currency }) => (currency === undefined) === (what === 'caps')),
  }));
  const limited = asked.filter(({ limits }) => limits.length > 0).slice(0, most);
  const uses = await capUseOf({ counts }, limited);
  return [...uses.values()].map((use) => ({ ...use, tenantId }));
}

// By the names of the limits, in the order of the counts.
async function capUseOf(
  { counts }: Pick<TenantStores, 'counts'>,
  asked: readonly Count[],
): Promise<ReadonlyMap<string, CapUse>> {
  const uses = await counts.usage(asked);
  const limits = asked.flatMap((count) => count.limits);
  return new Map(
    limits.map(({ of, owner, type: period, cap, currency, name, turnsAt }) => {
      const id = 'campaignId' in owner ? owner.campaignId : owner.clientId;
      const use = uses.get(name) ?? { used: 0, reserved: 0 };
      return [name, { of, id, period, ...amounts({ cap, ...use }, currency), turnsAt }];
    }),
  );
}

// Those of a budget are minor units.
function amounts(
  { cap, used, reserved }: Pick<CapUse, 'cap' | 'used' | 'reserved'>,
  currency: string | undefined,
) {
  if (currency === undefined) return { cap, used, reserved };
  const amount = (minor: number) => decimalAmount(minor, currency);
  return { cap: amount(cap), used: amount(used), reserved: amount(reserved), currency };
}

function byId(clients: readonly Client[]): ReadonlyMap<string, Client> {
  return new Map(clients.map((client) => [client.clientId, client]));
}
