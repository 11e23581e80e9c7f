/** Switching campaigns on and off; the lists of clients and offers. */
import { ApiError, adminListClients, adminListOffers, adminSwitchCampaign, pageEnd } from '@sluice/contracts';
import { capUseOfClients, now, type StoresFor } from '@sluice/pipeline';
import { pageOf } from '@sluice/store';
import type { Item } from '../catalog/sections.js';
import type { AdminDeps } from '../deps.js';
import { changedBy, changeStored } from '../items/change-item.js';
import { defineAdminRoute, type AdminRoute } from '../route.js';
import { capRow } from './campaign-rows.js';

type Deps = StoresFor<'clock' | 'configurations' | 'forTenant' | 'tenants'>;

const switchCampaign = defineAdminRoute(
  adminSwitchCampaign,
  async ({ params: { tenantId, campaignId: id }, body: { active }, actor, note }, { stores }: Deps) => {
    const change = (campaign: Item) => {
      if (campaign['archivedAt'] !== undefined)
        throw new ApiError('INVALID_STATE', { message: `Campaign ${id} is archived` });
      return { ...campaign, active };
    };
    const by = changedBy(actor, adminSwitchCampaign);
    const changed = await changeStored({ stores }, tenantId, { section: 'campaigns', id }, change, by);
    const { heldLeadsDue } = changed;
    note({ active: String(active), heldLeadsDue });
    return { active, heldLeadsDue };
  },
  ({ body: { active } }) => ({ active: String(active) }),
);

const listClients = defineAdminRoute(
  adminListClients,
  async ({ tenant: { settings }, params: { tenantId }, query }, deps: Deps) => {
    const { search, archived, limit, cursor } = query;
    const of = deps.stores.forTenant(tenantId);
    const [found, campaigns] = await Promise.all([
      of.clients.page({ search, after: cursor, inUse: archived === 'false' }, limit + 1),
      of.campaigns.allCached(),
    ]);
    const { items, nextCursor } = pageOf(found, limit, ({ clientId }) => clientId);
    const sources = { clients: items, timezone: settings.timezone, now: now(deps) };
    const caps = await capUseOfClients(of, sources);
    const counts = new Map<string, number>();
    for (const { clientId } of campaigns) counts.set(clientId, (counts.get(clientId) ?? 0) + 1);
    return {
      clients: items.map(({ clientId, name, active, archivedAt }, index) => ({
        clientId,
        name,
        active,
        ...(archivedAt !== undefined && { archivedAt }),
        campaigns: counts.get(clientId) ?? 0,
        caps: (caps[index] ?? []).map(capRow),
      })),
      ...pageEnd(nextCursor),
    };
  },
);

const listOffers = defineAdminRoute(
  adminListOffers,
  async ({ params: { tenantId }, query: { search, limit, cursor } }, deps: Deps) => {
    const { offers } = deps.stores.forTenant(tenantId);
    const found = await offers.page({ search, after: cursor }, limit + 1);
    const { items, nextCursor } = pageOf(found, limit, ({ offerId }) => offerId);
    return { offers: items.map(({ offerId, name }) => ({ offerId, name })), ...pageEnd(nextCursor) };
  },
);

export const switchRoutes: readonly AdminRoute<AdminDeps>[] = [switchCampaign, listClients, listOffers];
