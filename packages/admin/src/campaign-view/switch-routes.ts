/** Switching campaigns on and off, and archiving campaigns and clients. */
import {
  ApiError,
  adminArchiveClient,
  adminListClients,
  adminListOffers,
  adminSwitchCampaign,
} from '@sluice/contracts';
import { now, releaseHeldLeads, type StoresFor } from '@sluice/pipeline';
import type { AdminDeps } from '../deps.js';
import { pageOf } from '../page-of.js';
import { defineAdminRoute, type AdminRoute } from '../route.js';
import { tenantOf } from '../tenants/tenant-of.js';
import { campaignOf } from './campaign-of.js';
import { decidedOnLatest } from './decided-on-latest.js';

type Deps = StoresFor<'clock' | 'forTenant' | 'tenants'>;

const switchCampaign = defineAdminRoute(
  adminSwitchCampaign,
  async ({ params: { tenantId, campaignId }, body, note }, deps: Deps) => {
    await tenantOf(deps.stores, tenantId);
    const { campaigns } = deps.stores.forTenant(tenantId);
    const { made, active, archived } = await decidedOnLatest(`campaign ${campaignId}`, async () => {
      const campaign = await campaignOf({ campaigns }, campaignId);
      const wasArchived = campaign.archivedAt !== undefined;
      const { active = campaign.active, archived = wasArchived } = body;
      if (body.active !== undefined && archived)
        throw new ApiError('INVALID_STATE', { message: `Campaign ${campaignId} is archived` });
      if (campaign.active === active && archived === wasArchived) return { made: false, active, archived };
      const at = now(deps).toISOString();
      const changed = await campaigns.change(
        campaignId,
        {
          ...(active !== campaign.active && { active }),
          ...(archived !== wasArchived && { archivedAt: archived ? at : undefined }),
          updatedAt: at,
        },
        { active: campaign.active, archivedAt: campaign.archivedAt },
      );
      return changed && { made: true, active, archived };
    });
    if (!made) return { active, archived, heldLeadsDue: 0 };
    const heldLeadsDue = await releaseHeldLeads(deps.stores, tenantId, { campaigns: [campaignId] });
    note({ ...said(body), heldLeadsDue });
    return { active, archived, heldLeadsDue };
  },
  ({ body }) => said(body),
);

function said(body: Readonly<Record<string, boolean | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(body).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
}

const listClients = defineAdminRoute(
  adminListClients,
  async ({ params: { tenantId }, query: { search, limit, cursor } }, deps: Deps) => {
    await tenantOf(deps.stores, tenantId);
    const of = deps.stores.forTenant(tenantId);
    const [found, campaigns] = await Promise.all([
      of.clients.page({ search, after: cursor }, limit + 1),
      of.campaigns.allCached(),
    ]);
    const { items, nextCursor } = pageOf(found, limit, ({ clientId }) => clientId);
    const counts = new Map<string, number>();
    for (const { clientId } of campaigns) counts.set(clientId, (counts.get(clientId) ?? 0) + 1);
    return {
      clients: items.map(({ clientId, name, active, archivedAt }) => ({
        clientId,
        name,
        active,
        ...(archivedAt !== undefined && { archivedAt }),
        campaigns: counts.get(clientId) ?? 0,
      })),
      nextCursor,
    };
  },
);

const listOffers = defineAdminRoute(
  adminListOffers,
  async ({ params: { tenantId }, query: { search, limit, cursor } }, deps: Deps) => {
    await tenantOf(deps.stores, tenantId);
    const { offers } = deps.stores.forTenant(tenantId);
    const found = await offers.page({ search, after: cursor }, limit + 1);
    const { items, nextCursor } = pageOf(found, limit, ({ offerId }) => offerId);
    return { offers: items.map(({ offerId, name }) => ({ offerId, name })), nextCursor };
  },
);

const archiveClient = defineAdminRoute(
  adminArchiveClient,
  async ({ params: { tenantId, clientId }, body: { archived }, note }, deps: Deps) => {
    await tenantOf(deps.stores, tenantId);
    const { clients } = deps.stores.forTenant(tenantId);
    const { made } = await decidedOnLatest(`client ${clientId}`, async () => {
      const client = await clients.find(clientId);
      if (!client)
        throw new ApiError('NOT_FOUND', { message: `Tenant ${tenantId} has no client ${clientId}` });
      const { archivedAt } = client;
      if ((archivedAt !== undefined) === archived) return { made: false };
      const at = now(deps).toISOString();
      const changes = { archivedAt: archived ? at : undefined, updatedAt: at };
      return (await clients.change(clientId, changes, { archivedAt })) && { made: true };
    });
    if (!made) return { archived, heldLeadsDue: 0 };
    const heldLeadsDue = await releaseHeldLeads(deps.stores, tenantId, { clients: [clientId] });
    note({ archived: String(archived), heldLeadsDue });
    return { archived, heldLeadsDue };
  },
  ({ body: { archived } }) => ({ archived: String(archived) }),
);

export const switchRoutes: readonly AdminRoute<AdminDeps>[] = [
  switchCampaign,
  listClients,
  listOffers,
  archiveClient,
];
