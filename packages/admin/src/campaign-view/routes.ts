/** Campaigns in plain words. */
import { adminGetCampaign, adminListCampaigns, type Campaign, pageEnd } from '@sluice/contracts';
import {
  campaignTimezone,
  explainCampaign,
  explainFeed,
  explainPrice,
  explainReturns,
  type FedCampaign,
} from '@sluice/domain';
import { now, type ReportsFor, type StoresFor } from '@sluice/pipeline';
import { pageOf } from '@sluice/store';
import type { AdminDeps } from '../deps.js';
import { defineAdminRoute, type AdminRoute } from '../route.js';
import { campaignDays } from './campaign-days.js';
import { campaignOf } from './campaign-of.js';
import { campaignRows, rowSources } from './campaign-rows.js';
import { switchRoutes } from './switch-routes.js';

type Deps = StoresFor<'clock' | 'forTenant' | 'tenants'> & ReportsFor<'forTenant'>;

const listCampaigns = defineAdminRoute(
  adminListCampaigns,
  async ({ tenant: { settings }, params: { tenantId }, query }, deps: Deps) => {
    const { search, archived, limit, cursor } = query;
    const of = deps.stores.forTenant(tenantId);
    const asked = { search, after: cursor, inUse: archived === 'false' };
    const found = await of.campaigns.page(asked, limit + 1);
    const { items, nextCursor } = pageOf(found, limit, ({ campaignId }) => campaignId);
    const sources = await rowSources(of, items, settings.timezone, now(deps));
    return { campaigns: await campaignRows(of, items, sources), ...pageEnd(nextCursor) };
  },
);

const getCampaign = defineAdminRoute(
  adminGetCampaign,
  async ({ tenant: { settings }, params: { tenantId, campaignId } }, deps: Deps) => {
    const of = deps.stores.forTenant(tenantId);
    const campaign = await campaignOf(of, campaignId);
    const sources = await rowSources(of, [campaign], settings.timezone, now(deps));
    const [row] = await campaignRows(of, [campaign], sources);
    const client = sources.clients.find(({ clientId }) => clientId === campaign.clientId);
    const timezone = campaignTimezone(campaign, client, settings.timezone);
    const days = await campaignDays(deps, tenantId, campaignId, timezone);
    const { refuses, sends, caps, hours } = explainCampaign(campaign);
    const offer = sources.offers.find(({ offerId }) => offerId === campaign.offerId);
    const fed = { campaignId, clientName: client?.name, offerName: offer?.name };
    return {
      ...(row as NonNullable<typeof row>),
      timezone,
      deliveryEndpointId: campaign.deliveryEndpointId,
      refuses: [...refuses],
      sends: [...sends],
      limits: [...caps],
      hours: [...hours],
      price: explainPrice(campaign.price),
      returnTerms: explainReturns(campaign.returns),
      feeds: feedsOf(await of.campaigns.allCached(), fed),
      returns: campaign.returns,
      days,
    };
  },
);

// The campaigns that send leads on to the one that is fed.
function feedsOf(campaigns: readonly Campaign[], fed: FedCampaign) {
  return campaigns
    .filter(({ campaignId, archivedAt }) => campaignId !== fed.campaignId && archivedAt === undefined)
    .map((from) => ({
      campaignId: from.campaignId,
      name: from.name,
      active: from.active,
      how: explainFeed(from, fed),
    }))
    .filter(({ how }) => how.length > 0);
}

export const campaignViewRoutes: readonly AdminRoute<AdminDeps>[] = [
  listCampaigns,
  getCampaign,
  ...switchRoutes,
];
